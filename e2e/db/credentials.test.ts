import { describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { listCredentials } from '@/lib/credentials/list-credentials'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { digest } from '@/lib/credentials/secret'
import { startReplacement } from '@/lib/credentials/start-replacement'
import { people } from '../fixtures/members'
import { newClient, newKey, permissions, startOffice } from './office'

/** Contract, 5, and D53: what a merchant's office does with its credentials. */

const office = startOffice()
const { sql, newShop, eventsOf, all } = office

const mailsAbout = (kind: string, id: number, place: 'keys' | 'clients') => sql()<
  { recipient: string; subject: string; text: string }[]
>`
  select recipient, subject, text_body as text from mails
  where kind = ${kind} and text_body like ${`%/portal/integrations/${place}/${id}\n%`} order by id`

/** Where in the whole database a text stands. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const found = []
  for (const { name } of tables) {
    const [row] =
      await sql()`select count(*)::int as rows from ${sql()(name)} t where to_jsonb(t)::text like ${`%${text}%`}`
    if (row?.rows > 0) found.push(name)
  }
  return found
}

describe('a new API key', () => {
  it('is stored as its digest alone, made by its member, valid for its days and until 04:00 of the day after', async () => {
    const { ctx, member } = await newShop()
    const made = await createApiKey(ctx, { name: 'Caja 1', permissions, validityDays: 180 })
    const [, prefix = '', secret = ''] = /^ck_([A-Za-z0-9]{16})\.([A-Za-z0-9]{49})$/.exec(made.apiKey.reveal()) ?? []
    const [row] = await sql()`
      select secret_hash as hash, prefix, permissions, created_by as by, (expires_at at time zone 'America/Santo_Domingo')::text as ends,
        expires_at - created_at between interval '4320 hours' and interval '4350 hours' as full
      from api_keys where id = ${made.id}`
    expect(row).toEqual({
      hash: digest(secret),
      prefix,
      permissions,
      by: member.id,
      ends: expect.stringMatching(/ 04:00:00$/),
      full: true,
    })
    expect(await placesOf(secret)).toEqual([])
    expect(await placesOf(digest(secret).toString('hex'))).toEqual(['api_keys'])
  })

  it('leaves one event in the trail, and a mail to each who may manage it, in their language', async () => {
    const { ctx, merchant, member } = await newShop()
    const other = await people(sql()).newMember(merchant.id, {
      permissions: ['merchant.integrations.manage'],
      language: 'en',
    })
    await people(sql()).newMember(merchant.id, { permissions: ['merchant.team.manage', 'merchant.consumptions.read'] })
    await people(sql()).newMember(merchant.id, { disabled: true })
    await newShop()
    const { id, expiresAt } = await newKey(ctx)
    expect(await eventsOf(merchant.id)).toEqual([
      {
        action: 'api_key.created',
        outcome: 'done',
        actor: 'user',
        userId: member.id,
        subject: `api_key ${id}`,
        details: { name: 'Caja 1', permissions, validityDays: 90, expiresAt: expiresAt.toISOString() },
        address: '203.0.113.7',
      },
    ])
    const mails = await mailsAbout('api_key_created', id, 'keys')
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [member.email, 'Se creó la clave de API «Caja 1»'],
      [other.email, 'The API key “Caja 1” was created'],
    ])
    for (const { text } of mails) {
      expect(text).toContain(merchant.name)
      expect(text).toContain(member.name)
      expect(text).toContain('203.0.113.7')
    }
  })

  it('is not made when its event or its mail cannot be', async () => {
    const { ctx, merchant } = await newShop()
    for (const table of ['audit_events', 'mails']) {
      await sql()`alter table ${sql()(table)} add constraint nothing_more check (id < 0) not valid`
      await expect(newKey(ctx)).rejects.toThrow()
      await expect(newClient(ctx)).rejects.toThrow()
      await sql()`alter table ${sql()(table)} drop constraint nothing_more`
      expect(await sql()`select from api_keys where merchant_id = ${merchant.id}`).toHaveLength(0)
      expect(await sql()`select from oauth_clients where merchant_id = ${merchant.id}`).toHaveLength(0)
    }
  })
})

describe('a credential of the test environment', () => {
  it('has a name that begins with test, made or put in the place of another; one of production does not (D66)', async () => {
    for (const [environment, isMarked] of [
      ['test', true],
      ['production', false],
    ] as const) {
      const { ctx: member, merchant } = await newShop()
      const ctx = { ...member, environment }
      const { id: key } = await newKey(ctx)
      const { id: client } = await newClient(ctx)
      const asked = { canary: null, quietHours: 1 } as const
      await startReplacement(ctx, { kind: 'api_key', id: key, ...asked })
      await startReplacement(ctx, { kind: 'oauth_client', id: client, ...asked })
      const names = await sql()<{ name: string }[]>`
        select prefix as name from api_keys where merchant_id = ${merchant.id} union all
        select split_part(client_id, '-', 2) from oauth_clients where merchant_id = ${merchant.id}`
      expect(names).toHaveLength(4)
      // Four random names do not all begin with the mark.
      expect(names.every(({ name }) => name.startsWith('test'))).toBe(isMarked)
    }
  })
})

describe('a new OAuth client', () => {
  it('is stored with the digest of its secret alone, under an id that names its merchant', async () => {
    const { ctx, merchant, member } = await newShop()
    const made = await newClient(ctx)
    expect(made.clientId).toMatch(new RegExp(`^m${merchant.id}-[a-z0-9]{20}$`))
    const [row] = await sql()`
      select secret_hash as hash, client_id as id, created_by as by from oauth_clients where id = ${made.id}`
    expect(row).toEqual({ hash: digest(made.clientSecret.reveal()), id: made.clientId, by: member.id })
    expect(await placesOf(made.clientSecret.reveal())).toEqual([])
    expect(await eventsOf(merchant.id)).toMatchObject([
      { action: 'oauth_client.created', subject: `oauth_client ${made.id}`, details: { name: 'ERP', permissions } },
    ])
    expect(await mailsAbout('oauth_client_created', made.id, 'clients')).toHaveLength(1)
  })
})

describe('a name', () => {
  it('is unique among the live ones of a kind and a merchant, whatever its capitals', async () => {
    const { ctx } = await newShop()
    const key = await newKey(ctx, 'Caja 1')
    await expect(newKey(ctx, 'CAJA 1')).rejects.toMatchObject({ code: 'name_taken', field: 'name' })
    await newClient(ctx, 'Caja 1')
    await newKey((await newShop()).ctx, 'Caja 1')
    await revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 1' })
    await newKey(ctx, 'CAJA 1')
  })

  it('of an expired key is taken until it is revoked (D53)', async () => {
    const { ctx } = await newShop()
    const { id } = await newKey(ctx)
    await sql()`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = ${id}`
    await expect(newKey(ctx)).rejects.toMatchObject({ code: 'name_taken' })
    await revokeApiKey(ctx, { id, confirmation: 'Caja 1' })
    await newKey(ctx)
  })
})

describe('ten of a kind', () => {
  it('are the most that count: revoked and deleted ones do not, expired ones do (D53)', async () => {
    const { ctx } = await newShop()
    const keys = []
    const clients = []
    for (let n = 0; n < 10; n++) {
      keys.push(await newKey(ctx, `Caja ${n}`))
      clients.push(await newClient(ctx, `ERP ${n}`))
    }
    const full = { code: 'credentials_full', values: { max: 10 } }
    await expect(newKey(ctx, 'Otra')).rejects.toMatchObject(full)
    await expect(newClient(ctx, 'Otro')).rejects.toMatchObject(full)
    const ids = keys.map(({ id }) => id)
    await sql()`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = any(${ids})`
    await expect(newKey(ctx, 'Otra')).rejects.toMatchObject(full)
    await revokeApiKey(ctx, { id: keys[3]?.id ?? 0, confirmation: 'Caja 3' })
    await deleteOAuthClient(ctx, { id: clients[3]?.id ?? 0, confirmation: 'ERP 3' })
    await newKey(ctx, 'Otra')
    await newClient(ctx, 'Otro')
    const { apiKeys, oauthClients } = await listCredentials(ctx)
    expect([apiKeys.used, apiKeys.max, apiKeys.credentials.length]).toEqual([10, 10, 11])
    expect([oauthClients.used, oauthClients.max, oauthClients.credentials.length]).toEqual([10, 10, 11])
  })
})

describe('a rotation', () => {
  it('replaces the digest, keeps the one before to recognise it, and is told of', async () => {
    const { ctx, merchant } = await newShop()
    const made = await newClient(ctx)
    const rotated = await rotateClientSecret(ctx, { id: made.id, confirmation: 'erp', seenRotatedAt: null })
    expect(rotated).toMatchObject({ id: made.id, clientId: made.clientId, name: 'ERP' })
    const [row] = await sql()`
      select secret_hash as now, previous_secret_hash as before from oauth_clients where id = ${made.id}`
    expect(row).toEqual({ now: digest(rotated.clientSecret.reveal()), before: digest(made.clientSecret.reveal()) })
    expect(await placesOf(rotated.clientSecret.reveal())).toEqual([])
    expect((await eventsOf(merchant.id)).at(-1)).toMatchObject({
      action: 'oauth_client.rotated',
      details: { name: 'ERP' },
    })
    expect(await mailsAbout('oauth_client_rotated', made.id, 'clients')).toHaveLength(1)
    const again = await rotateClientSecret(ctx, { id: made.id, confirmation: 'ERP', seenRotatedAt: rotated.rotatedAt })
    expect(again.rotatedAt.getTime()).toBeGreaterThan(rotated.rotatedAt.getTime())
  })

  it('that its asker has not seen stops the second, who is told by whom and when', async () => {
    const { ctx, merchant, member } = await newShop()
    const other = await office.newColleague(merchant.id)
    const { id } = await newClient(ctx)
    const { rotatedAt } = await rotateClientSecret(ctx, { id, confirmation: 'ERP', seenRotatedAt: null })
    const before = await all()
    const late = rotateClientSecret(other.ctx, {
      id,
      confirmation: 'ERP',
      seenRotatedAt: null,
    })
    await expect(late).rejects.toMatchObject({
      code: 'already_rotated',
      values: { name: 'ERP', by: member.name, at: rotatedAt.toISOString() },
    })
    expect(await all()).toEqual(before)
  })
})

describe('an end', () => {
  it('comes once: the second asker is told who was first, and when', async () => {
    const { ctx, merchant, member } = await newShop()
    const late = (await office.newColleague(merchant.id)).ctx
    const key = { id: (await newKey(ctx)).id, confirmation: 'Caja 1' }
    const client = { id: (await newClient(ctx)).id, confirmation: 'ERP' }
    await revokeApiKey(ctx, key)
    await deleteOAuthClient(ctx, client)
    const before = await all()
    const values = { by: member.name, at: expect.stringMatching(/^20.*Z$/) }
    await expect(revokeApiKey(late, key)).rejects.toMatchObject({ code: 'already_revoked', values })
    await expect(deleteOAuthClient(late, client)).rejects.toMatchObject({ code: 'already_deleted', values })
    await expect(rotateClientSecret(late, { ...client, seenRotatedAt: null })).rejects.toMatchObject({
      code: 'already_deleted',
      values,
    })
    expect(await all()).toEqual(before)
    expect((await eventsOf(merchant.id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'oauth_client.created',
      'api_key.revoked',
      'oauth_client.deleted',
    ])
    expect(await mailsAbout('api_key_revoked', key.id, 'keys')).toHaveLength(2)
    expect(await mailsAbout('oauth_client_deleted', client.id, 'clients')).toHaveLength(2)
  })

  it('asks for the name, and does nothing for another', async () => {
    const { ctx } = await newShop()
    const [key, client] = [await newKey(ctx), await newClient(ctx)]
    const before = await all()
    const differs = { code: 'confirmation_differs', field: 'confirmation' }
    await expect(revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 2' })).rejects.toMatchObject(differs)
    await expect(deleteOAuthClient(ctx, { id: client.id, confirmation: '' })).rejects.toMatchObject(differs)
    const rotating = rotateClientSecret(ctx, { id: client.id, confirmation: 'Caja 1', seenRotatedAt: null })
    await expect(rotating).rejects.toMatchObject(differs)
    expect(await all()).toEqual(before)
  })
})
