import { describe, expect, it } from 'vitest'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import { listCredentials } from '@/lib/credentials/list-credentials'
import { newClient, newKey, startOffice } from './office'

/** Issue 13, 9: every credential of a merchant is ended at once. */

const { sql, newShop, newColleague, eventsOf, all } = startOffice()

/** A shop with two keys, one of them expired, and a client. */
async function newEquipped() {
  const shop = await newShop()
  const live = await newKey(shop.ctx, 'Caja 1')
  const expired = await newKey(shop.ctx, 'Caja vencida')
  await sql()`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = ${expired.id}`
  const client = await newClient(shop.ctx, 'ERP')
  return {
    ...shop,
    live,
    expired,
    client,
    end: () => endAllCredentials(shop.ctx, { confirmation: shop.merchant.name }),
  }
}

const mailsOf = (merchantName: string) => sql()<{ recipient: string; subject: string; text: string }[]>`
  select recipient, subject, text_body as text from mails
  where kind = 'credentials_ended' and text_body like ${`%${merchantName}%`} order by id`

describe('the end of all credentials', () => {
  it('revokes every key, expired ones too, and deletes every client, of that merchant alone', async () => {
    const { ctx, member, end } = await newEquipped()
    const other = await newEquipped()
    expect(await end()).toEqual({ keys: 2, clients: 1 })
    const { apiKeys, oauthClients } = await listCredentials(ctx)
    expect([apiKeys.used, oauthClients.used]).toEqual([0, 0])
    expect(apiKeys.credentials.map(({ status, revokedBy }) => [status, revokedBy])).toEqual([
      ['revoked', member.name],
      ['revoked', member.name],
    ])
    expect(oauthClients.credentials).toMatchObject([{ status: 'deleted', deletedBy: member.name }])
    const theirs = await listCredentials(other.ctx)
    expect([theirs.apiKeys.used, theirs.oauthClients.used]).toEqual([2, 1])
    // There is room again, also for the same names.
    await newKey(ctx, 'Caja 1')
    await newClient(ctx, 'ERP')
  })

  it('leaves one event that lists what ended, and a mail to each who may manage credentials, in their language', async () => {
    const { merchant, member, live, expired, client, end } = await newEquipped()
    const other = await newColleague(merchant.id, { permissions: ['merchant.integrations.manage'], language: 'en' })
    await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    await end()
    const events = (await eventsOf(merchant.id)).filter(({ action }) => action === 'credentials.ended')
    expect(events).toEqual([
      {
        action: 'credentials.ended',
        outcome: 'done',
        actor: 'user',
        userId: member.id,
        subject: `merchant ${merchant.id}`,
        details: {
          name: 'Caja 1, Caja vencida, ERP',
          ended: [
            { kind: 'api_key', id: live.id, name: 'Caja 1' },
            { kind: 'api_key', id: expired.id, name: 'Caja vencida' },
            { kind: 'oauth_client', id: client.id, name: 'ERP' },
          ],
        },
        address: '203.0.113.7',
      },
    ])
    const mails = await mailsOf(merchant.name)
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [member.email, `Se detuvieron todas las credenciales de ${merchant.name}`],
      [other.member.email, `All credentials of ${merchant.name} were stopped`],
    ])
    for (const { text } of mails) {
      for (const name of ['Caja 1', 'Caja vencida', 'ERP', member.name, '203.0.113.7']) expect(text).toContain(name)
    }
    const texts = JSON.stringify([mails, events])
    for (const secret of [live.apiKey.reveal().slice(20), client.clientSecret.reveal()])
      expect(texts).not.toContain(secret)
  })

  it('is nothing where there is nothing to end: no event and no mail, also the second time', async () => {
    const { merchant, end } = await newEquipped()
    await end()
    const [events, mails] = [await eventsOf(merchant.id), await mailsOf(merchant.name)]
    const before = await all()
    expect(await end()).toEqual({ keys: 0, clients: 0 })
    expect(await all()).toEqual(before)
    expect([await eventsOf(merchant.id), await mailsOf(merchant.name)]).toEqual([events, mails])
    const bare = await newShop()
    expect(await endAllCredentials(bare.ctx, { confirmation: bare.merchant.name })).toEqual({ keys: 0, clients: 0 })
  })

  it('asks for the merchant’s name, and for the permission at that moment (P-08)', async () => {
    const { ctx, merchant, member } = await newEquipped()
    const before = await all()
    for (const confirmation of ['', 'Caja 1', `${merchant.name}x`]) {
      const refused = { code: 'confirmation_differs', field: 'confirmation', values: { name: merchant.name } }
      await expect(endAllCredentials(ctx, { confirmation })).rejects.toMatchObject(refused)
    }
    await sql()`update merchant_memberships set permissions = '{}' where user_id = ${member.id}`
    const asked = { confirmation: merchant.name }
    await expect(endAllCredentials(ctx, asked)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(await all()).toEqual(before)
    expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({
      action: 'credentials.ended',
      outcome: 'denied',
      userId: member.id,
    })
  })

  it('is whole or not at all: none ends when its event or its mail cannot be written', async () => {
    const { end } = await newEquipped()
    const before = await all()
    for (const table of ['audit_events', 'mails']) {
      await sql()`alter table ${sql()(table)} add constraint nothing_more check (id < 0) not valid`
      await expect(end()).rejects.toThrow()
      await sql()`alter table ${sql()(table)} drop constraint nothing_more`
      expect(await all()).toEqual(before)
    }
    expect(await end()).toEqual({ keys: 2, clients: 1 })
  })
})
