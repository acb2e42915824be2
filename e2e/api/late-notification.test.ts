import { describe, expect, it } from 'vitest'
import { expectInvariants } from '../db/invariants'
import { authorizationRow, expire, outcome, type Reserved, recordsOf, startApi, till } from './till'

const api = startApi()

/** D61. The policy of a merchant, in hours; 0 is what every merchant begins with. */
const setPolicy = (merchantId: number, hours: number) =>
  api().sql`update merchants set late_notification_hours = ${hours} where id = ${merchantId}`

/** A shop with a policy, and its till. */
async function shopWith(hours: number, options: Parameters<ReturnType<typeof api>['make']['shop']>[0] = {}) {
  const { url, make } = api()
  const shop = await make.shop(options)
  await setPolicy(shop.merchant.id, hours)
  return { shop, my: till(url, shop) }
}

/** Moves a reservation into the past: it was made and ended so many minutes ago, after a life of 15 minutes. */
const endedAgo = ({ authorizationCode }: Reserved, minutes: number) => api().sql`
  update authorizations set authorized_at = now() - ${minutes + 15}::int * interval '1 minute',
    expires_at = now() - ${minutes}::int * interval '1 minute'
  where code = ${authorizationCode}`

/** The moment that many minutes ago, as a till says it. */
const ago = (minutes: number) => ({ consumptionDate: new Date(Date.now() - minutes * 60_000).toISOString() })

const expired = '400 authorization_expired'

/** As the sweeper does, of one authorization. */
const markExpired = ({ authorizationCode }: Reserved) => api().sql`
  update authorizations set status = 'Expired', ended_at = now() where code = ${authorizationCode} and expires_at <= now()`

/** Limits with room for one purchase. */
const limited = [
  ['uses', { usesTotal: 1 }],
  ['budget', { budget: '150.00' }],
  ['uses of the collaborator on that day', { usesPerCollaboratorPerDay: 1 }],
] as const

/** A reservation that was seen to have ended, though it was `paid` in time, and another one that has the room since. */
async function twoOfLimited(limits: (typeof limited)[number][1]) {
  const { sql } = api()
  const { my } = await shopWith(72, { ...limits })
  const first = await my.reserved()
  await expire(sql, first)
  await markExpired(first)
  const { authorized_at: at } = await authorizationRow(sql, first)
  const paid = { consumptionDate: new Date(at.getTime() - 60_000).toISOString() }
  return { my, first, second: await my.reserved(), paid }
}

describe('a purchase that was paid in time and is notified late (D61)', () => {
  it('is refused without a policy, which is how every merchant begins, and writes nothing', async () => {
    const { sql, make, url } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    await endedAgo(held, 1)
    expect(outcome(await my.consume(held, ago(5)))).toBe(expired)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it.each(['seen to have expired', 'overdue, seen by nobody'])('is registered when it is %s', async (how) => {
    const { sql } = api()
    const { shop, my } = await shopWith(2)
    const held = await my.reserved()
    await endedAgo(held, 60)
    if (how !== 'overdue, seen by nobody') await markExpired(held)
    const options = { idempotencyKey: crypto.randomUUID() }
    const date = ago(61)
    const answer = await my.consume(held, date, options)
    expect(outcome(answer)).toBe('201')
    const { authorizationCode, reference } = held
    expect(answer.body.value).toMatchObject({ authorizationCode, reference, status: 'Registered', finalAmount: 900 })
    const row = await authorizationRow(sql, held)
    expect(row.status).toBe('Consumed')
    expect(row.ended_at.getTime()).toBeGreaterThan(row.expires_at.getTime())
    const again = await my.consume(held, date, options)
    expect(outcome(again)).toBe('201 replayed')
    expect(again.body.value).toEqual(answer.body.value)
    expect(outcome(await my.consume(held, ago(61)))).toBe('400 authorization_already_used')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
    expect((await my.find(held.reference)).body.value).toMatchObject({
      status: 'Consumed',
      consumption: { authorizationCode, reference },
    })
  })

  it('was paid before the authorization ended: at its end it was not', async () => {
    const { sql } = api()
    const { my } = await shopWith(2)
    const [held, other] = [await my.reserved(), await my.reserved()]
    await endedAgo(held, 30)
    await endedAgo(other, 30)
    const end = async (which: Reserved) => (await authorizationRow(sql, which)).expires_at as Date
    const at = (moment: Date, ms: number) => ({ consumptionDate: new Date(moment.getTime() + ms).toISOString() })
    expect(outcome(await my.consume(held, at(await end(held), 1)))).toBe(expired)
    expect(outcome(await my.consume(held, ago(-1)))).toBe(expired)
    expect(outcome(await my.consume(held, at(await end(held), -1)))).toBe('201')
    await sql`update authorizations set expires_at = date_trunc('second', expires_at) where code = ${other.authorizationCode}`
    expect(outcome(await my.consume(other, at(await end(other), 0)))).toBe(expired)
  })

  it.each([1, 2, 72])('comes within the %i hours of the policy', async (hours) => {
    const { my } = await shopWith(hours)
    const [early, late] = [await my.reserved(), await my.reserved()]
    await endedAgo(early, hours * 60 - 1)
    await endedAgo(late, hours * 60 + 1)
    expect(outcome(await my.consume(early, ago(hours * 60)))).toBe('201')
    expect(outcome(await my.consume(late, ago(hours * 60 + 2)))).toBe(expired)
  })

  it('is refused when the reservation was released: that was an answer', async () => {
    const { my } = await shopWith(72)
    const held = await my.reserved()
    expect(outcome(await my.release(held))).toBe('200')
    await endedAgo(held, 1)
    expect(outcome(await my.consume(held, ago(5)))).toBe(expired)
  })

  it('is refused while the reference has another reservation, and when it has another consumption', async () => {
    const { my } = await shopWith(72)
    const first = await my.reserved()
    await endedAgo(first, 5)
    await markExpired(first)
    const second = await my.reserved({ reference: first.reference })
    expect(outcome(await my.consume(first, ago(6)))).toBe(expired)
    expect(outcome(await my.consume(second))).toBe('201')
    expect(outcome(await my.consume(first, ago(6)))).toBe(expired)
  })

  it('is registered when the other reservation of its reference ended unused', async () => {
    const { my } = await shopWith(72)
    const first = await my.reserved()
    await endedAgo(first, 5)
    await markExpired(first)
    const second = await my.reserved({ reference: first.reference })
    expect(outcome(await my.release(second))).toBe('200')
    expect(outcome(await my.consume(first, ago(6)))).toBe('201')
  })

  it.each(limited)('needs room in the %s of today, and takes it', async (_, limits) => {
    const { sql } = api()
    const { my, first, second, paid } = await twoOfLimited(limits)
    expect(outcome(await my.consume(first, paid))).toBe(expired)
    expect(outcome(await my.release(second))).toBe('200')
    expect(outcome(await my.consume(first, paid))).toBe('201')
    expect(outcome(await my.apply())).toBe('404 discount_not_available')
    await expectInvariants(sql)
  })

  it.each(limited)(
    'takes the %s that a reservation holds which ended and was seen by nobody (D35)',
    async (_, limits) => {
      const { sql } = api()
      const { my, first, second, paid } = await twoOfLimited(limits)
      await expire(sql, second)
      expect(outcome(await my.consume(first, paid))).toBe('201')
      expect((await authorizationRow(sql, second)).status).toBe('Expired')
      expect(outcome(await my.consume(second, paid))).toBe(expired)
      expect(outcome(await my.apply())).toBe('404 discount_not_available')
      await expectInvariants(sql)
    },
  )

  it('counts against a limit per day that was set after it', async () => {
    const { sql } = api()
    const { shop, my } = await shopWith(72)
    const [first, second] = [await my.reserved(), await my.reserved()]
    await endedAgo(first, 2 * 24 * 60)
    await endedAgo(second, 2 * 24 * 60)
    expect(outcome(await my.consume(first, ago(2 * 24 * 60 + 1)))).toBe('201')
    await sql`update discounts set uses_per_collaborator_per_day = 1 where id = ${shop.discountId}`
    await markExpired(second)
    expect(outcome(await my.consume(second, ago(2 * 24 * 60 + 1)))).toBe(expired)
    await expectInvariants(sql)
  })

  it('is priced again under its frozen terms when the total changed (D40)', async () => {
    const { my } = await shopWith(72)
    const held = await my.reserved()
    await endedAgo(held, 5)
    const answer = await my.consume(held, { ...ago(6), purchaseAmount: 500 })
    expect(answer.body.value).toMatchObject({ purchaseAmount: 500, discountAmount: 50, finalAmount: 450 })
  })

  it('is of its merchant alone: the policy of another is no leave', async () => {
    const { my } = await shopWith(72)
    const { my: other } = await shopWith(0)
    const held = await other.reserved()
    await endedAgo(held, 5)
    expect(outcome(await my.consume(held, ago(6)))).toBe('404 authorization_not_found')
    expect(outcome(await other.consume(held, ago(6)))).toBe(expired)
  })

  it('is marked in the list of consumptions, and nothing else is', async () => {
    const { url, make } = api()
    const { shop, my } = await shopWith(72)
    const [onTime, late] = [await my.reserved(), await my.reserved()]
    await endedAgo(late, 5)
    expect(outcome(await my.consume(onTime))).toBe('201')
    expect(outcome(await my.consume(late, ago(6)))).toBe('201')
    const credential = await make.apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
    const { body } = await till(url, { ...shop, credential }).list()
    const marks = body.value.map((each: { reference: string; late?: true }) => [each.reference, each.late])
    expect(marks).toEqual([
      [late.reference, true],
      [onTime.reference, undefined],
    ])
  })
})
