import { describe, expect, it } from 'vitest'
import { expire, outcome, startApi, till } from './till'
import { expectCountersMatchRows } from './usage'

const api = startApi()

const blocked = '404 discount_not_available'

/** A discount without limits that has one of each: consumed at a lower total, active, overdue, released. */
async function used() {
  const { url, sql, make } = api()
  const shop = await make.shop()
  const my = till(url, shop)
  const [consumed, active, overdue, released] = [
    await my.reserved(),
    await my.reserved(),
    await my.reserved(),
    await my.reserved(),
  ]
  await my.consume(consumed, { purchaseAmount: 400 })
  await my.release(released)
  await expire(sql, overdue)
  const { discountId } = shop
  return {
    sql,
    my,
    active,
    discountId,
    listed: async (purchaseAmount?: number) => (await my.eligibility({ purchaseAmount })).body.value.eligible,
    holds: () => expectCountersMatchRows(sql, discountId),
  }
}

describe('limits that are set on a discount with authorizations (D43)', () => {
  it('count the uses of the past: active and consumed, not ended ones', async () => {
    const { sql, my, discountId, listed, holds } = await used()
    await holds()
    await sql`update discounts set uses_total = 2 where id = ${discountId}`
    await holds()
    expect(await listed()).toBe(false)
    expect(outcome(await my.apply())).toBe(blocked)
    await sql`update discounts set uses_total = 3 where id = ${discountId}`
    await holds()
    expect(await listed()).toBe(true)
    expect(outcome(await my.apply())).toBe('201')
    expect(outcome(await my.apply())).toBe(blocked)
    await holds()
  })

  it('count the money of the past: what was consumed, not what had been authorized for it', async () => {
    const { sql, my, discountId, listed, holds } = await used()
    // 40 consumed and 100 active.
    await sql`update discounts set budget = 200 where id = ${discountId}`
    await holds()
    expect(await listed(600.05)).toBe(false)
    expect(await listed(600)).toBe(true)
    expect(outcome(await my.apply({ purchaseAmount: 600.05 }))).toBe(blocked)
    expect(outcome(await my.apply({ purchaseAmount: 600 }))).toBe('201')
    await holds()
  })

  it('count the uses of each collaborator today', async () => {
    const { sql, my, discountId, listed, holds } = await used()
    await sql`update discounts set uses_per_collaborator_per_day = 2 where id = ${discountId}`
    await holds()
    expect(await listed()).toBe(false)
    expect(outcome(await my.apply())).toBe(blocked)
    await sql`update discounts set uses_per_collaborator_per_day = 3 where id = ${discountId}`
    expect(outcome(await my.apply())).toBe('201')
    expect(outcome(await my.apply())).toBe(blocked)
    await holds()
  })

  it('give back what was taken before they were set', async () => {
    const { sql, my, active, discountId, listed, holds } = await used()
    await sql`update discounts set uses_total = 2, uses_per_collaborator_per_day = 2, budget = 140 where id = ${discountId}`
    expect(await listed(0.1)).toBe(false)
    await my.release(active)
    await holds()
    expect(await listed(1000)).toBe(true)
    expect(await listed(1000.05)).toBe(false)
    expect(outcome(await my.apply())).toBe('201')
    expect(await listed(0)).toBe(false)
    await holds()
  })

  it('may be under what is used already: they block, and what stands stays good', async () => {
    const { sql, my, active, discountId, listed, holds } = await used()
    await sql`update discounts set uses_total = 1, uses_per_collaborator_per_day = 1, budget = 0.01 where id = ${discountId}`
    await holds()
    expect(await listed()).toBe(false)
    expect(outcome(await my.apply({ purchaseAmount: 0.01 }))).toBe(blocked)
    expect(outcome(await my.consume(active))).toBe('201')
    await holds()
  })

  it('free everything when they are removed, and count from the rows when they are set again', async () => {
    const { sql, my, discountId, listed, holds } = await used()
    const limit = (uses: number | null) =>
      sql`update discounts set uses_total = ${uses}, uses_per_collaborator_per_day = ${uses} where id = ${discountId}`
    await limit(2)
    expect(await listed()).toBe(false)
    await limit(null)
    await holds()
    expect(await listed()).toBe(true)
    await my.reserved()
    await my.reserved()
    await limit(5)
    await holds()
    expect(outcome(await my.apply())).toBe('201')
    expect(outcome(await my.apply())).toBe(blocked)
    await holds()
  })

  it('exchange one limit for the other without losing count', async () => {
    const { sql, my, discountId, listed, holds } = await used()
    await sql`update discounts set uses_total = 9 where id = ${discountId}`
    await my.reserved({ purchaseAmount: 100 })
    await sql`update discounts set uses_total = null, budget = 160 where id = ${discountId}`
    await holds()
    // 40 consumed, 100 and 10 active.
    expect(await listed(100)).toBe(true)
    expect(await listed(100.05)).toBe(false)
    expect(outcome(await my.apply({ purchaseAmount: 100 }))).toBe('201')
    expect(outcome(await my.apply({ purchaseAmount: 0.1 }))).toBe(blocked)
    await holds()
  })
})
