import { describe, expect, it } from 'vitest'
import { throttles } from '@/lib/accounts/throttle'
import { openCalendar, revokeCalendar } from '@/lib/credentials/change-calendar'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { readCalendar, showCalendar } from '@/lib/credentials/read-calendar'
import { revokeApiKey } from '@/lib/credentials/revoke-api-key'
import { digest } from '@/lib/credentials/secret'
import { newClient, newKey, startOffice } from './office'

/** ADR-0039: when keys end, at an address that is a secret (issue 13, 8). */

const { sql, newShop, newColleague, eventsOf } = startOffice()

/** A calendar program, at an address of its own unless said otherwise. */
const programAt = (ctx: IntegrationsContext, address: string | null = null) => ({
  db: ctx.db,
  origin: { ...ctx.origin, address },
})

const open = async (ctx: IntegrationsContext) => (await openCalendar(ctx)).token.reveal()

describe('the address of a calendar', () => {
  it('answers names and ends of the merchant’s live keys, soonest first, in the member’s language', async () => {
    const { ctx, merchant } = await newShop()
    const stranger = await newShop()
    await newKey(stranger.ctx, 'Ajena')
    const [late, soon, ended] = [
      await newKey(ctx, 'Caja 1', 365),
      await newKey(ctx, 'Caja 2', 30),
      await newKey(ctx, 'Caja 3'),
    ]
    await newClient(ctx)
    await revokeApiKey(ctx, { id: ended.id, confirmation: 'Caja 3' })
    const { ctx: theirs } = await newColleague(merchant.id, { language: 'en' })
    expect(await readCalendar(programAt(ctx), await open(theirs))).toEqual({
      merchant: expect.any(String),
      language: 'en',
      endings: [
        { id: soon.id, name: 'Caja 2', expiresAt: soon.expiresAt },
        { id: late.id, name: 'Caja 1', expiresAt: late.expiresAt },
      ],
    })
  })

  it('is kept as its digest alone, and says when it was made and last read', async () => {
    const { ctx, merchant, member } = await newShop()
    expect(await showCalendar(ctx)).toBeUndefined()
    const token = await open(ctx)
    const [row] =
      await sql()`select token_hash as hash, row_to_json(c)::text as text from expiry_calendars c where merchant_id = ${merchant.id}`
    expect(row?.hash).toEqual(digest(token))
    expect(row?.text).not.toContain(token)
    expect(await showCalendar(ctx)).toEqual({ createdAt: expect.any(Date), readAt: null })
    await readCalendar(programAt(ctx), token)
    expect(await showCalendar(ctx)).toEqual({ createdAt: expect.any(Date), readAt: expect.any(Date) })
    const events = await eventsOf(merchant.id)
    expect(events).toMatchObject([
      { action: 'expiry_calendar.opened', userId: member.id, subject: `user ${member.id}` },
    ])
    expect(JSON.stringify(events)).not.toContain(token)
  })

  const endings: [string, (shop: Awaited<ReturnType<typeof newShop>>) => Promise<unknown>][] = [
    ['is revoked', ({ ctx }) => revokeCalendar(ctx)],
    ['is replaced by another', ({ ctx }) => openCalendar(ctx)],
    ['has lost its member', ({ member }) => sql()`delete from merchant_memberships where user_id = ${member.id}`],
    [
      'is of a member without the permission',
      ({ member }) => sql()`
      update merchant_memberships set permissions = '{merchant.team.manage}' where user_id = ${member.id}`,
    ],
    ['is of who is disabled', ({ member }) => sql()`update users set disabled_at = now() where id = ${member.id}`],
  ]

  it.each(endings)('answers nothing once it %s, as if it had never been', async (_, end) => {
    const shop = await newShop()
    await newKey(shop.ctx)
    const token = await open(shop.ctx)
    const colleague = await newColleague(shop.merchant.id)
    const other = await open(colleague.ctx)
    expect(await readCalendar(programAt(shop.ctx), token)).toBeDefined()
    await end(shop)
    expect(await readCalendar(programAt(shop.ctx), token)).toBeUndefined()
    expect(await readCalendar(programAt(shop.ctx), other)).toBeDefined()
  })

  it('is gone with the membership, as a row too', async () => {
    const { ctx, member, merchant } = await newShop()
    await open(ctx)
    await sql()`delete from merchant_memberships where user_id = ${member.id}`
    expect(await sql()`select from expiry_calendars where merchant_id = ${merchant.id}`).toHaveLength(0)
  })

  it('can be guessed at only so often from one address; who fetches theirs is not counted', async () => {
    const { ctx } = await newShop()
    const token = await open(ctx)
    const program = programAt(ctx, '203.0.113.77')
    const { free } = throttles.link_address
    for (let n = 1; n < free; n++) {
      expect(await readCalendar(program, n % 2 ? 'x' : 'A'.repeat(43))).toBeUndefined()
      expect(await readCalendar(program, token)).toBeDefined()
    }
    expect(await readCalendar(program, 'B'.repeat(43))).toBeUndefined()
    await expect(readCalendar(program, token)).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(await readCalendar(programAt(ctx, '203.0.113.78'), token)).toBeDefined()
  })

  it('can’t be had without the permission, and revoking none leaves no event', async () => {
    const { ctx, merchant } = await newShop(['merchant.team.manage'])
    await expect(openCalendar(ctx)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(revokeCalendar(ctx)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(() => showCalendar(ctx)).toThrow(expect.objectContaining({ code: 'permission_missing' }))
    expect(await eventsOf(merchant.id)).toMatchObject([{ outcome: 'denied' }, { outcome: 'denied' }])
    const allowed = await newShop()
    await revokeCalendar(allowed.ctx)
    expect(await eventsOf(allowed.merchant.id)).toEqual([])
  })
})
