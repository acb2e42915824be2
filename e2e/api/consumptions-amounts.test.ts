import { describe, expect, it } from 'vitest'
import { authorizationRow, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

type Options = Parameters<typeof grantedDiscount>[2]

/** Applies to a purchase of 1000, confirms another total, and gives what the record says: taken, left, and final. */
async function confirmed(options: Options, newTotal: number | null | undefined) {
  const { url, sql, make } = api()
  const shop = await make.shop(options)
  const my = till(url, shop)
  const held = await my.reserved({ purchaseAmount: 1000 })
  const authorized = await authorizationRow(sql, held)
  const answer = await my.consume(held, { purchaseAmount: newTotal })
  expect(outcome(answer)).toBe('201')
  const [row] = await sql`select * from consumptions where code = ${answer.body.value.code}`
  const total = newTotal ?? 1000
  expect(answer.body.value).toMatchObject({
    purchaseAmount: total,
    discountAmount: Number(row?.discount_amount),
    finalAmount: Number(row?.final_amount),
  })
  expect(Number(row?.purchase_amount)).toBe(total)
  // What was authorized stays on record as it was.
  expect(await authorizationRow(sql, held)).toEqual({
    ...authorized,
    status: 'Consumed',
    ended_at: expect.any(Date),
  })
  return [row?.discount_amount, row?.final_amount]
}

describe('a new total at consumption (contract 4.4; D40)', () => {
  it('is optional: absent or null takes the amounts as authorized', async () => {
    expect(await confirmed({}, undefined)).toEqual(['100.00', '900.00'])
    expect(await confirmed({}, null)).toEqual(['100.00', '900.00'])
  })

  it.each([
    [1000, '100.00', '900.00'],
    [500, '50.00', '450.00'],
    [999.99, '100.00', '899.99'],
    [10.25, '1.03', '9.22'],
    [0.04, '0.00', '0.04'],
    [0.01, '0.00', '0.01'],
    [1000.01, '100.00', '900.01'],
    [2000, '100.00', '1900.00'],
    [999_999_999.99, '100.00', '999999899.99'],
  ])('recalculates a tenth on %d and never takes more than was authorized', async (total, taken, final) => {
    expect(await confirmed({}, total)).toEqual([taken, final])
  })

  it.each([
    [2000, '150.00', '1850.00'],
    [150, '150.00', '0.00'],
    [149.99, '149.99', '0.00'],
    [0.01, '0.01', '0.00'],
  ])('recalculates a fixed 150 on %d', async (total, taken, final) => {
    expect(await confirmed({ type: 'AMT', value: '150.00' }, total)).toEqual([taken, final])
  })

  it.each([
    [400, '40.00', '360.00'],
    [600, '60.00', '540.00'],
    [601, '60.00', '541.00'],
    [5000, '60.00', '4940.00'],
  ])('keeps to the maximum discount on %d', async (total, taken, final) => {
    expect(await confirmed({ maximumDiscount: '60.00' }, total)).toEqual([taken, final])
  })

  it('takes 100 % of a lower total, and leaves 0 to pay', async () => {
    expect(await confirmed({ value: '100.00' }, 333.33)).toEqual(['333.33', '0.00'])
  })

  it('does not hold the new total to the minimum purchase', async () => {
    expect(await confirmed({ minimumPurchase: '1000.00' }, 1)).toEqual(['0.10', '0.90'])
  })

  it('uses the terms frozen at apply, though the discount was changed, paused or ended since', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop({ value: '20.00', maximumDiscount: '150.00' })
    const my = till(url, shop)
    const confirm = async (change: () => Promise<unknown>, total: number) => {
      const held = await my.reserved({ purchaseAmount: 1000 })
      await change()
      const { discountAmount } = (await my.consume(held, { purchaseAmount: total })).body.value
      await sql`update discounts set status = 'published', discount_type = 'PCT', discount_value = 20,
        maximum_discount = 150 where id = ${shop.discountId}`
      return discountAmount
    }
    const { discountId } = shop
    expect(await confirm(() => sql`update discounts set discount_value = 1 where id = ${discountId}`, 600)).toBe(120)
    expect(await confirm(() => sql`update discounts set discount_value = 90 where id = ${discountId}`, 600)).toBe(120)
    expect(await confirm(() => sql`update discounts set discount_type = 'AMT' where id = ${discountId}`, 600)).toBe(120)
    expect(await confirm(() => sql`update discounts set maximum_discount = null where id = ${discountId}`, 900)).toBe(
      150,
    )
    expect(await confirm(() => sql`update discounts set maximum_discount = 1 where id = ${discountId}`, 900)).toBe(150)
    expect(await confirm(() => sql`update discounts set status = 'paused' where id = ${discountId}`, 600)).toBe(120)
    expect(await confirm(() => sql`update discounts set status = 'ended' where id = ${discountId}`, 600)).toBe(120)
  })
})

describe('a new total under a category or article discount (D40)', () => {
  async function counter(options: Options = {}) {
    const { url, sql, make } = api()
    const shop = await make.shop({ status: 'paused' })
    const article = await make.article(shop.merchant.id, 'AGUA')
    const discountId = await grantedDiscount(make, shop, { scope: { article }, ...options })
    return { sql, article, my: till(url, { ...shop, discountId }) }
  }
  const items = [
    { sku: 'AGUA', quantity: 1.5, unitPrice: 200 },
    { sku: 'PAN', quantity: 7, unitPrice: 100 },
  ]

  it.each([
    [1000, 30, 970],
    [5000, 30, 4970],
    [300, 30, 270],
    [299.95, 30, 269.95],
    [299.94, 29.99, 269.95],
    [100, 10, 90],
  ])('takes the smaller of the matched subtotal at apply and the new total: %d', async (total, taken, final) => {
    const { my } = await counter()
    const held = await my.reserved({ purchaseAmount: 1000, items })
    const answer = await my.consume(held, { purchaseAmount: total })
    expect(answer.body.value).toMatchObject({ discountAmount: taken, finalAmount: final })
  })

  it('does not look at the articles again', async () => {
    const { my, sql, article } = await counter()
    const held = await my.reserved({ purchaseAmount: 1000, items })
    await sql`update articles set sku = 'GONE' where id = ${article}`
    expect((await my.consume(held, { purchaseAmount: 900 })).body.value.discountAmount).toBe(30)
  })

  it.each([
    [900, 250],
    [240, 240],
  ])('takes a fixed 250 on the matched 300 and the new total of %d', async (total, taken) => {
    const { my } = await counter({ type: 'AMT', value: '250.00' })
    const held = await my.reserved({ purchaseAmount: 1000, items })
    expect((await my.consume(held, { purchaseAmount: total })).body.value.discountAmount).toBe(taken)
  })

  it('keeps the fractions of a cent of weighed goods until the one rounding', async () => {
    const { my } = await counter()
    // 0.333 x 10.05 is 3.34665, a tenth of it 0.33; a tenth of the rounded 3.35 would be 0.34.
    const held = await my.reserved({ items: [{ sku: 'AGUA', quantity: 0.333, unitPrice: 10.05 }] })
    const answer = await my.consume(held, { purchaseAmount: 999 })
    expect(answer.body.value).toMatchObject({ discountAmount: 0.33, finalAmount: 998.67 })
  })
})

it('writes one consumption per authorization, whatever total is sent next', async () => {
  const { url, sql, make } = api()
  const shop = await make.shop()
  const my = till(url, shop)
  const held = await my.reserved()
  await my.consume(held, { purchaseAmount: 300 })
  expect(outcome(await my.consume(held, { purchaseAmount: 900 }))).toBe('400 authorization_already_used')
  expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
  const [row] = await sql`select discount_amount from consumptions where merchant_id = ${shop.merchant.id}`
  expect(row?.discount_amount).toBe('30.00')
})
