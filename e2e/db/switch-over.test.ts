import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { rotateClientSecret } from '@/lib/credentials/rotate-client-secret'
import { dismissSwitchOver, showSwitchOver } from '@/lib/credentials/show-switch-over'
import { newClient, startOffice } from './office'

/** How tills come to a new secret after a rotation, as the office shows it (issue 13, 4). */

const { sql, newShop, newColleague, eventsOf } = startOffice()

const now = () => new Date()

/** A client whose secret was rotated just now, and tills of it. */
async function newRotation() {
  const shop = await newShop()
  const { ctx, merchant } = shop
  const client = await newClient(ctx)
  const rotate = async (seenRotatedAt: Date | null) =>
    (await rotateClientSecret(ctx, { id: client.id, confirmation: 'ERP', seenRotatedAt })).rotatedAt
  const till = (
    terminal: string,
    seen: { secret?: string; call?: string; refused?: string; reason?: string; archived?: boolean },
  ) => sql()`
    insert into terminals (merchant_id, terminal, oauth_client_id, first_seen_at, seen_at, secret_at, last_call_at, refused_at, refused_reason,
      refused_address, archived_at)
    select ${merchant.id}, ${terminal}, ${client.id}, rotated_at - interval '9 days', now(),
      rotated_at + ${seen.secret ?? null}::interval, rotated_at + ${seen.call ?? null}::interval,
      rotated_at + ${seen.refused ?? null}::interval, ${seen.refused === undefined ? null : (seen.reason ?? 'previous_secret')},
      ${seen.refused === undefined ? null : '190.166.12.3'}, ${seen.archived ? sql()`now()` : null}
    from oauth_clients where id = ${client.id}`
  const show = () => showSwitchOver(ctx, client.id, now())
  return { ...shop, client, rotate, till, show }
}

describe('the change of a client’s secret', () => {
  it('is nothing before a rotation', async () => {
    expect(await (await newRotation()).show()).toBeUndefined()
  })

  it('says of each till where it stands, the worst first, and until when tokens of the former secret live', async () => {
    const { client, rotate, till, show, merchant } = await newRotation()
    const rotatedAt = await rotate(null)
    await till('CAJA-1', { secret: '1 minute', call: '2 minutes' })
    await till('CAJA-2', { secret: '-1 hour', call: '3 minutes' })
    await till('CAJA-3', { secret: '-1 hour', call: '-2 minutes' })
    await till('CAJA-4', { secret: '-1 hour', call: '1 minute', refused: '4 minutes' })
    await till('CAJA-5', { secret: '5 minutes', refused: '4 minutes' })
    await till('CAJA-6', { secret: '-1 hour', archived: true })
    await sql()`insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, issued_at, expires_at)
      select ${randomBytes(32)}, ${merchant.id}, ${client.id}, '{core.integrations}', rotated_at - interval '5 minutes', rotated_at + interval '10 minutes'
      from oauth_clients where id = ${client.id}`
    await sql()`insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times, address)
      values (${merchant.id}, ${client.id}, now(), 'previous_secret', 'POST /connect/token', 3, '190.166.12.3'),
        (${merchant.id}, ${client.id}, now(), 'wrong_secret', 'POST /connect/token', 9, '198.51.100.7')`
    const change = await show()
    expect(change?.tills.map(({ name, state }) => [name, state])).toEqual([
      ['CAJA-4', 'refused'],
      ['CAJA-2', 'former'],
      ['CAJA-3', 'unheard'],
      ['CAJA-1', 'switched'],
      ['CAJA-5', 'switched'],
    ])
    expect(change?.tills[0]?.address).toBe('190.166.12.3')
    expect(change?.counts).toEqual({ refused: 1, former: 1, unheard: 1, switched: 2 })
    expect(change?.formerUntil?.getTime()).toBe(rotatedAt.getTime() + 600_000)
    expect(change?.formerUses).toMatchObject([{ address: '190.166.12.3', times: 3 }])
  })

  it('is over when every till has come, no former token lives and nobody presented it for a day', async () => {
    const { client, rotate, till, show, merchant } = await newRotation()
    await rotate(null)
    await till('CAJA-1', { secret: '1 minute' })
    expect(await show()).toBeUndefined()
    const present = (ago: string) => sql()`
      insert into credential_refusals (merchant_id, oauth_client_id, occurred_at, reason, operation, times)
      values (${merchant.id}, ${client.id}, now() - ${ago}::interval, 'previous_secret', 'POST /connect/token', 1)`
    await sql()`update oauth_clients set rotated_at = now() - interval '2 days' where id = ${client.id}`
    await present('25 hours')
    expect(await show()).toBeUndefined()
    await present('23 hours')
    expect(await show()).toMatchObject({ counts: { switched: 1 } })
    await till('CAJA-2', { call: '-1 day' })
    expect(await show()).toMatchObject({ counts: { switched: 1, unheard: 1 } })
    await sql()`update oauth_clients set rotated_at = now() - interval '31 days' where id = ${client.id}`
    expect(await show()).toBeUndefined()
  })

  it('is dismissed for everybody, of that rotation alone', async () => {
    const { ctx, client, rotate, till, show, merchant } = await newRotation()
    const { ctx: theirs } = await newColleague(merchant.id)
    const first = await rotate(null)
    await till('CAJA-1', { call: '-1 hour' })
    await dismissSwitchOver(ctx, { id: client.id, rotatedAt: first })
    expect(await show()).toBeUndefined()
    expect(await showSwitchOver(theirs, client.id, now())).toBeUndefined()
    const second = await rotate(first)
    expect(await show()).toMatchObject({ counts: { unheard: 1 } })
    await expect(dismissSwitchOver(ctx, { id: client.id, rotatedAt: first })).rejects.toMatchObject({
      code: 'rotated_again',
    })
    expect(await show()).toBeDefined()
    await dismissSwitchOver(ctx, { id: client.id, rotatedAt: second })
    expect(await show()).toBeUndefined()
    const events = (await eventsOf(merchant.id)).filter(({ action }) => action === 'oauth_client.switched')
    expect(events).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
    await deleteOAuthClient(ctx, { id: client.id, confirmation: 'ERP' })
    await expect(dismissSwitchOver(ctx, { id: client.id, rotatedAt: second })).rejects.toMatchObject({
      code: 'already_deleted',
    })
  })

  it('is shown to nobody without the permission', async () => {
    const { client, rotate, merchant } = await newRotation()
    const rotatedAt = await rotate(null)
    const { ctx: theirs } = await newColleague(merchant.id, { permissions: ['merchant.team.manage'] })
    await expect(showSwitchOver(theirs, client.id, now())).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(dismissSwitchOver(theirs, { id: client.id, rotatedAt })).rejects.toMatchObject({
      code: 'permission_missing',
    })
  })
})
