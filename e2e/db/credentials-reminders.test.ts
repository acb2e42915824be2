import { describe, expect, it } from 'vitest'
import { cancelReminder, remindLater } from '@/lib/credentials/remind-later'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { showImpact } from '@/lib/credentials/show-impact'
import { sendDueMails } from '@/lib/mail/send-due-mails'
import { newClient, newKey, startOffice } from './office'

/** Issue 13, 3: "remind me then", at the quietest hour of a credential. */

const { sql, newShop, newColleague } = startOffice()

/** A shop whose key is called at every hour but 7:00 in Santo Domingo. */
async function newBusyShop() {
  const shop = await newShop()
  const { id } = await newKey(shop.ctx)
  await sql()`
    insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
    select ${shop.merchant.id}::int, ${id}::int, date_trunc('day', now(), 'UTC') - h * interval '1 hour', 'done', 500
    from generate_series(1, 24) h where h <> 13`
  return { ...shop, key: { kind: 'api_key', id } as const }
}

const waiting = (email: string) => sql()<{ at: Date; subject: string; text: string }[]>`
  select next_attempt_at as at, subject, text_body as text from mails
  where kind = 'credential_reminder' and recipient = ${email} and sent_at is null and text_body is not null`

/** The local hour and minute of an instant. */
const timeOf = (at: Date) =>
  new Date(Math.round(at.getTime() / 60_000) * 60_000 - 4 * 3_600_000).toISOString().slice(11, 16)

describe('a reminder of a credential', () => {
  it('is a mail at the next quietest hour, with the link, to who asked alone', async () => {
    const { ctx, key, member, merchant } = await newBusyShop()
    const colleague = await newColleague(merchant.id)
    const { at } = await remindLater(ctx, key)
    expect(timeOf(at)).toBe('07:00')
    expect(at.getTime()).toBeGreaterThan(Date.now())
    expect(at.getTime()).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000 + 2_000)
    const [mail, ...others] = await waiting(member.email)
    expect([mail?.at, mail?.subject, others]).toEqual([at, 'Su recordatorio: la credencial «Caja 1»', []])
    expect(mail?.text).toContain(`https://oficina.example/portal/integrations/keys/${key.id}\n`)
    expect(await waiting(colleague.member.email)).toEqual([])
    expect(await showImpact(ctx, key)).toMatchObject({ remindedAt: at, canRemind: true, quietest: 7 })
    expect((await showImpact(colleague.ctx, key)).remindedAt).toBeUndefined()
  })

  it('is one, however often and however fast it is asked for; another after it was sent', async () => {
    const { ctx, key, member } = await newBusyShop()
    await Promise.all(Array.from({ length: 8 }, () => remindLater(ctx, key)))
    expect(await waiting(member.email)).toHaveLength(1)
    await sql()`update mails set next_attempt_at = now() - interval '1 second' where recipient = ${member.email} and kind = 'credential_reminder'`
    await sendDueMails(ctx.db, async () => {})
    expect(await waiting(member.email)).toHaveLength(0)
    expect((await showImpact(ctx, key)).remindedAt).toBeUndefined()
    await remindLater(ctx, key)
    expect(await waiting(member.email)).toHaveLength(1)
  })

  it('is not sent when it was canceled, and can be asked for again', async () => {
    const { ctx, key, member } = await newBusyShop()
    await remindLater(ctx, key)
    await cancelReminder(ctx, key)
    await cancelReminder(ctx, key)
    expect(await waiting(member.email)).toEqual([])
    await sql()`update mails set next_attempt_at = now() - interval '1 second' where recipient = ${member.email} and kind = 'credential_reminder'`
    const sent: string[] = []
    await sendDueMails(ctx.db, async ({ kind, recipient }) => void sent.push(`${kind} ${recipient}`))
    expect(sent).not.toContain(`credential_reminder ${member.email}`)
    await remindLater(ctx, key)
    expect(await waiting(member.email)).toHaveLength(1)
  })

  it('is not to be had of one that ended, or that nobody called', async () => {
    const { ctx, key } = await newBusyShop()
    const client = { kind: 'oauth_client', id: (await newClient(ctx)).id } as const
    await expect(remindLater(ctx, client)).rejects.toMatchObject({ code: 'not_found' })
    expect((await showImpact(ctx, client)).canRemind).toBe(false)
    await revokeApiKey(ctx, { id: key.id, confirmation: 'Caja 1' })
    await expect(remindLater(ctx, key)).rejects.toMatchObject({ code: 'not_found' })
    expect((await showImpact(ctx, key)).canRemind).toBe(false)
    await expect(remindLater((await newShop()).ctx, key)).rejects.toMatchObject({ code: 'not_found' })
  })
})
