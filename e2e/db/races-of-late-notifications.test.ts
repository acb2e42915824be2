import { describe, expect, it } from 'vitest'
import { tally } from '../fixtures/barrier'
import { eventually } from '../fixtures/eventually'
import { newReference } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { apply, calls, consume, isFirstHalf, letExpire, release, rounds, startTillRaces } from './till-races'

/** D61: what may come late takes part in races as anything else does. */

const races = startTillRaces()

/** A till whose merchant admits consumptions of the last 72 hours. */
async function lateTill(...options: Parameters<ReturnType<typeof races>['newTill']>) {
  const till = await races().newTill(...options)
  await races().sql`update merchants set late_notification_hours = 72 where id = ${till.merchant.id}`
  return till
}

const markExpired = (merchantId: number) => races().sql`
  update authorizations set status = 'Expired', ended_at = now()
  where merchant_id = ${merchantId} and status = 'Authorized' and expires_at <= now()`

describe('fifty late consumptions at once', () => {
  it.each(rounds)('of one authorization are one (D38), round %i', async (round) => {
    const till = await lateTill()
    const held = await races().authorize(till)
    await letExpire(races(), till, held)
    if (round % 2 === 0) await markExpired(till.merchant.id)
    const answers = await races().race(calls((n) => consume(till, n, held)))
    expect(tally(answers)).toEqual({ '201': 1, '400 authorization_already_used': 49 })
    expect(await races().consumptionsOf(till)).toEqual([held.reference])
  })

  it.each(rounds)('of two authorizations of one reference are one, round %i', async (round) => {
    const till = await lateTill()
    const reference = newReference()
    const [first, second] = [await authorizeAgain(till, reference), await authorizeAgain(till, reference)]
    const sent = calls((n) => consume(till, n, isFirstHalf(n, round) ? first : second))
    const answers = await races().race(sent)
    expect(tally(answers)).toEqual({
      '201': 1,
      '400 authorization_already_used': 24,
      '400 authorization_expired': 25,
    })
    expect(await races().consumptionsOf(till)).toEqual([reference])
  })

  it.each(rounds)('of a discount with seven uses left are seven (D43), round %i', async () => {
    const till = await lateTill({ usesTotal: 50 })
    const held = await races().authorizeMany(till, 50)
    for (const each of held) await letExpire(races(), till, each)
    await markExpired(till.merchant.id)
    await races().sql`update discounts set uses_total = 7 where id = ${till.discountId}`
    const answers = await races().race(calls((n) => consume(till, n, held[n] as (typeof held)[0])))
    expect(tally(answers)).toEqual({ '201': 7, '400 authorization_expired': 43 })
    expect(await races().consumptionsOf(till)).toHaveLength(7)
  })
})

describe('a late consumption', () => {
  it('is counted by a limit that is set at the same moment (D43)', async () => {
    const till = await lateTill()
    const held = await races().authorize(till)
    await letExpire(races(), till, held)
    await markExpired(till.merchant.id)
    let answers: ReturnType<ReturnType<typeof races>['race']> | undefined
    await races().sql.begin(async (tx) => {
      await tx`update discounts set uses_total = 7 where id = ${till.discountId}`
      answers = races().race([consume(till, 0, held)])
      await eventually(async () => expect(await lockWaits(races().sql)).toBe(1))
    })
    expect(tally((await answers) ?? [])).toEqual({ '201': 1 })
    const counted = await races().sql`select uses from discount_usage where discount_id = ${till.discountId}`
    expect([...counted]).toEqual([{ uses: 1 }])
  })
})

/** An authorization of the reference that has expired, so that another can be made. */
async function authorizeAgain(till: Awaited<ReturnType<typeof lateTill>>, reference: string) {
  const [answer] = await races().race([apply(till, 0, { reference })])
  expect(answer?.status).toBe(201)
  const held = { authorizationCode: String(answer?.body.value.authorizationCode), reference }
  await letExpire(races(), till, held)
  return held
}

describe('late consumptions beside a new reservation of their reference', () => {
  it.each(rounds)('come before it or not at all, round %i', async (round) => {
    const till = await lateTill()
    const reference = newReference()
    const held = await authorizeAgain(till, reference)
    const sent = calls((n) => (isFirstHalf(n, round) ? consume(till, n, held) : apply(till, n, { reference })))
    const answers = await races().race(sent)
    const all = tally(answers)
    expect(all['201']).toBeGreaterThanOrEqual(1)
    expect(all['201']).toBeLessThanOrEqual(2)
    expect(Object.keys(all).filter((kind) => !allowed.has(kind))).toEqual([])
    const [mine] = await races().sql`
      select count(*) filter (where status = 'Authorized')::int as active from authorizations
      where merchant_id = ${till.merchant.id}`
    expect(mine).toEqual({ active: 1 })
  })
})

const allowed = new Set(['201', '400 authorization_already_used', '400 authorization_expired', '400 reference_in_use'])

describe('late consumptions beside the sweeper’s work and releases', () => {
  it.each(rounds)(
    'are registered once, or the authorization is marked and then registered, round %i',
    async (round) => {
      const till = await lateTill({ usesTotal: 5 })
      const held = await races().authorize(till)
      await letExpire(races(), till, held)
      const sent = calls((n) => (isFirstHalf(n, round) ? consume(till, n, held) : release(till, n, held)))
      const answers = await races().race(sent)
      const all = tally(answers)
      expect(all['201']).toBe(1)
      expect(await races().consumptionsOf(till)).toEqual([held.reference])
    },
  )
})
