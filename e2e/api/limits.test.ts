import { describe, expect, it } from 'vitest'
import { expire, grantedDiscount, outcome, startApi, till } from './till'
import { expectCountersMatchRows } from './usage'

const api = startApi()

type Options = Parameters<typeof grantedDiscount>[2]
type Fields = Record<string, unknown>

const blocked = '404 discount_not_available'

/** A limited discount at a till; `offered` and `apply` hold the counters to the rows after every step. */
async function limited(options: Options) {
  const { url, sql, make } = api()
  const shop = await make.shop(options)
  const at = (customer: typeof shop) => {
    const my = till(url, customer)
    return {
      ...my,
      /** What eligibility and apply say must be one and the same, so both are asked. */
      isBlocked: async (fields: Fields = {}) => {
        const listed = (await my.eligibility({ purchaseAmount: 1000, ...fields })).body.value.eligible
        const applied = await my.apply(fields)
        expect(applied.status, `listed: ${listed}`).toBe(listed ? 201 : 404)
        if (applied.status === 201) await my.release(applied.body.value)
        else expect(outcome(applied)).toBe(blocked)
        await expectCountersMatchRows(sql, shop.discountId)
        return !listed
      },
    }
  }
  return { url, sql, make, shop, at, my: at(shop) }
}

describe('uses in total (D43)', () => {
  it('blocks everybody when they are reserved, and goes on blocking when they are consumed', async () => {
    const { make, shop, my, at } = await limited({ usesTotal: 2 })
    const colleague = at({ ...shop, person: await make.person(shop.company.id) })
    const first = await my.reserved()
    expect(await my.isBlocked()).toBe(false)
    const second = await colleague.reserved()
    expect(await my.isBlocked()).toBe(true)
    expect(await colleague.isBlocked()).toBe(true)
    await my.consume(first)
    await my.consume(second, { purchaseAmount: 1 })
    expect(await my.isBlocked()).toBe(true)
  })

  it.each(['release', 'expiry'] as const)('gives a use back on %s', async (end) => {
    const { sql, my } = await limited({ usesTotal: 1 })
    const held = await my.reserved()
    expect(await my.isBlocked()).toBe(true)
    if (end === 'release') await my.release(held)
    else await expire(sql, held)
    expect((await my.eligibility()).body.value.eligible).toBe(true)
    expect(outcome(await my.apply())).toBe('201')
    expect(await my.isBlocked()).toBe(true)
  })

  it('gives a use back once, however often it is released, swept or looked at', async () => {
    const { sql, my } = await limited({ usesTotal: 1 })
    const held = await my.reserved()
    await expire(sql, held)
    await my.release(held)
    await my.release(held)
    await my.find(held.reference)
    await my.reserved()
    await my.release(held)
    expect(await my.isBlocked()).toBe(true)
  })

  it('lets the same ticket try again over its own overdue reservation', async () => {
    const { sql, my } = await limited({ usesTotal: 1, usesPerCollaboratorPerDay: 1, budget: '100.00' })
    const held = await my.reserved()
    await expire(sql, held)
    expect(outcome(await my.apply({ reference: held.reference }))).toBe('201')
    expect(await my.isBlocked()).toBe(true)
  })

  it('is not taken by what was refused or replayed', async () => {
    const { my } = await limited({ usesTotal: 2, budget: '200.00', usesPerCollaboratorPerDay: 2 })
    const body = my.applyBody()
    const idempotencyKey = '8a5b1f7e-3a0f-4b57-9c0e-6f1f4f0a2c31'
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201')
    expect(outcome(await my.apply(body, { idempotencyKey }))).toBe('201 replayed')
    expect(outcome(await my.apply({ reference: body.reference }))).toBe('400 reference_in_use reference')
    expect(outcome(await my.apply({ ...body, purchaseAmount: 7 }, { idempotencyKey }))).toBe(
      '409 idempotency_key_reused',
    )
    expect(outcome(await my.apply({ branchId: 2_000_000_000 }))).toBe('400 branch_invalid branchId')
    expect(await my.isBlocked()).toBe(false)
    await my.reserved()
    expect(await my.isBlocked()).toBe(true)
  })
})

describe('uses per collaborator and local day (D43)', () => {
  it('blocks the one who has used it, and nobody else', async () => {
    const { make, shop, my, at } = await limited({ usesPerCollaboratorPerDay: 2 })
    const colleague = at({ ...shop, person: await make.person(shop.company.id) })
    await my.consume(await my.reserved())
    expect(await my.isBlocked()).toBe(false)
    await my.reserved()
    expect(await my.isBlocked()).toBe(true)
    expect(await colleague.isBlocked()).toBe(false)
  })

  it.each(['release', 'expiry'] as const)('gives a use back on %s', async (end) => {
    const { sql, my } = await limited({ usesPerCollaboratorPerDay: 1 })
    const held = await my.reserved()
    expect(await my.isBlocked()).toBe(true)
    if (end === 'release') await my.release(held)
    else await expire(sql, held)
    expect((await my.eligibility()).body.value.eligible).toBe(true)
    expect(outcome(await my.apply())).toBe('201')
    expect(await my.isBlocked()).toBe(true)
  })

  it('begins anew at midnight of Santo Domingo, not of UTC', async () => {
    const { sql, shop, my } = await limited({})
    const held = await my.reserved()
    await my.consume(held)
    const usedAt = async (offset: string) => {
      await sql`update discounts set uses_per_collaborator_per_day = null where id = ${shop.discountId}`
      await sql`
        update authorizations set authorized_at = ${offset}::interval
          + date_trunc('day', now() at time zone 'America/Santo_Domingo') at time zone 'America/Santo_Domingo',
          expires_at = 'infinity' where code = ${held.authorizationCode}`
      await sql`update discounts set uses_per_collaborator_per_day = 1 where id = ${shop.discountId}`
      await expectCountersMatchRows(sql, shop.discountId)
      return (await my.eligibility()).body.value.eligible ? 'free' : 'used'
    }
    expect(await usedAt('0')).toBe('used')
    expect(await usedAt('23 hours 59 minutes')).toBe('used')
    expect(await usedAt('-1 millisecond')).toBe('free')
    expect(outcome(await my.apply())).toBe('201')
    expect(outcome(await my.apply())).toBe(blocked)
  })
})

describe('budget (D43)', () => {
  it('blocks, and does not cap, when less is left than the discount', async () => {
    const { my } = await limited({ budget: '150.00' })
    await my.reserved({ purchaseAmount: 1000 })
    expect(await my.isBlocked({ purchaseAmount: 500.05 })).toBe(true)
    expect(await my.isBlocked({ purchaseAmount: 1000 })).toBe(true)
    expect(await my.isBlocked({ purchaseAmount: 500.04 })).toBe(false)
    // Without an amount nobody can say whether it fits.
    expect((await my.eligibility()).body.value.eligible).toBe(true)
    await my.reserved({ purchaseAmount: 500 })
    expect((await my.eligibility()).body.value.eligible).toBe(false)
    expect(await my.isBlocked({ purchaseAmount: 0.1 })).toBe(true)
  })

  it.each(['release', 'expiry'] as const)('is given back whole on %s', async (end) => {
    const { sql, my } = await limited({ budget: '100.00' })
    const held = await my.reserved()
    expect(await my.isBlocked()).toBe(true)
    if (end === 'release') await my.release(held)
    else await expire(sql, held)
    expect((await my.eligibility({ purchaseAmount: 1000 })).body.value.eligible).toBe(true)
    expect(outcome(await my.apply({ purchaseAmount: 1000 }))).toBe('201')
    expect(await my.isBlocked({ purchaseAmount: 0.1 })).toBe(true)
  })

  it('is given back in part by a lower total at consumption, and takes no more by a higher one', async () => {
    const { my } = await limited({ budget: '200.00' })
    const lower = await my.reserved({ purchaseAmount: 1000 })
    const higher = await my.reserved({ purchaseAmount: 1000 })
    expect(await my.isBlocked({ purchaseAmount: 0.1 })).toBe(true)
    await my.consume(higher, { purchaseAmount: 9000 })
    expect(await my.isBlocked({ purchaseAmount: 0.1 })).toBe(true)
    await my.consume(lower, { purchaseAmount: 400 })
    expect(await my.isBlocked({ purchaseAmount: 600.05 })).toBe(true)
    expect(await my.isBlocked({ purchaseAmount: 600 })).toBe(false)
  })

  it('counts what a category or article discount takes of its lines, not of the whole purchase', async () => {
    const { url, sql, make, shop } = await limited({ status: 'paused' })
    const article = await make.article(shop.merchant.id, 'AGUA')
    const discountId = await grantedDiscount(make, shop, { scope: { article }, budget: '50.00' })
    const my = till(url, { ...shop, discountId })
    const water = (unitPrice: number) => ({ items: [{ sku: 'AGUA', quantity: 1, unitPrice }] })
    expect((await my.eligibility({ purchaseAmount: 1000 })).body.value.eligible).toBe(true)
    expect(outcome(await my.apply(water(500.05)))).toBe(blocked)
    expect(outcome(await my.apply(water(300)))).toBe('201')
    expect(outcome(await my.apply(water(200.05)))).toBe(blocked)
    expect(outcome(await my.apply(water(200)))).toBe('201')
    expect((await my.eligibility()).body.value.eligible).toBe(false)
    await expectCountersMatchRows(sql, discountId)
  })
})

describe('minimum purchase and maximum discount (D43)', () => {
  it('does not offer a purchase under the minimum, and offers the minimum itself', async () => {
    const { my } = await limited({ minimumPurchase: '500.00' })
    expect(await my.isBlocked({ purchaseAmount: 499.99 })).toBe(true)
    expect(await my.isBlocked({ purchaseAmount: 500 })).toBe(false)
    expect((await my.eligibility()).body.value.eligible).toBe(true)
    expect((await my.eligibility({ purchaseAmount: 0 })).body.value.eligible).toBe(false)
  })

  it('holds the budget to the discount after its maximum', async () => {
    const { my } = await limited({ budget: '60.00', maximumDiscount: '30.00' })
    expect((await my.apply({ purchaseAmount: 9000 })).body.value.discountAmount).toBe(30)
    expect((await my.apply({ purchaseAmount: 9000 })).body.value.discountAmount).toBe(30)
    expect(await my.isBlocked({ purchaseAmount: 0.1 })).toBe(true)
  })
})

it('lists the other discounts when one is exhausted', async () => {
  const { make, shop, my } = await limited({ usesTotal: 1 })
  const other = await grantedDiscount(make, shop, { usesPerCollaboratorPerDay: 1 })
  await my.reserved()
  const { discounts } = (await my.eligibility()).body.value
  expect(discounts.map((offer: { merchantDiscountId: number }) => offer.merchantDiscountId)).toEqual([other])
})
