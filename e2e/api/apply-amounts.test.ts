import { describe, expect, it } from 'vitest'
import { authorizationRow, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

/** A body whose amount stands in the JSON as it is written here. */
const written = (body: Record<string, unknown>, purchaseAmount: string): string =>
  JSON.stringify({ ...body, purchaseAmount: 'HERE' }).replace('"HERE"', purchaseAmount)

describe('the amount of a purchase (D8, D13, D14)', () => {
  it.each([
    '0',
    '-0',
    '0.00',
    '-0.01',
    '-100',
    '0.001',
    '0.009',
    '10.005',
    '1e-7',
    '1e9',
    '1000000000',
    '999999999.999',
    '1e21',
    '1e400',
    '"10.00"',
    '"10"',
    'null',
    'true',
    '[10]',
    '{"amount":10}',
  ])('refuses %s', async (amount) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const answer = await my.apply({}, { body: written(my.applyBody(), amount) })
    expect(outcome(answer)).toBe('400 invalid_request purchaseAmount')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it.each([
    ['1.10', 1.1, '1.10'],
    ['1.100', 1.1, '1.10'],
    ['1.1', 1.1, '1.10'],
    ['0.01', 0.01, '0.01'],
    ['1e2', 100, '100.00'],
    ['12.5E1', 125, '125.00'],
    ['100', 100, '100.00'],
    ['999999999.99', 999999999.99, '999999999.99'],
    ['0.1', 0.1, '0.10'],
    ['4503599.63', 4503599.63, '4503599.63'],
  ])('reads %s as what it says', async (amount, answered, stored) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const answer = await my.apply({}, { body: written(my.applyBody(), amount) })
    expect(answer.body.value.purchaseAmount).toBe(answered)
    expect((await authorizationRow(sql, answer.body.value)).purchase_amount).toBe(stored)
  })

  it('refuses an absent amount', async () => {
    const { url, make } = api()
    const answer = await till(url, await make.shop()).apply({ purchaseAmount: undefined })
    expect(outcome(answer)).toBe('400 invalid_request purchaseAmount')
  })
})

describe('the discount on the whole store (D15 to D17)', () => {
  it.each([
    [10.25, '10.00', '1.03', '9.22'],
    [10.24, '10.00', '1.02', '9.22'],
    [0.05, '10.00', '0.01', '0.04'],
    [0.04, '10.00', '0.00', '0.04'],
    [1.15, '50.00', '0.58', '0.57'],
    [8.35, '10.00', '0.84', '7.51'],
    [0.3, '33.33', '0.10', '0.20'],
    [0.01, '50.00', '0.01', '0.00'],
    [0.01, '49.99', '0.00', '0.01'],
    [19.99, '0.01', '0.00', '19.99'],
    [100, '100.00', '100.00', '0.00'],
    [999999999.99, '100.00', '999999999.99', '0.00'],
    [999999999.99, '33.33', '333300000.00', '666699999.99'],
    [999999999.99, '0.01', '100000.00', '999899999.99'],
  ])('takes of %d at a rate of %s exactly %s', async (purchaseAmount, value, discountAmount, finalAmount) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop({ value }))
    const answer = await my.apply({ purchaseAmount })
    expect(answer.status).toBe(201)
    expect(answer.body.value).toMatchObject({
      purchaseAmount,
      discountAmount: Number(discountAmount),
      finalAmount: Number(finalAmount),
    })
    expect(await authorizationRow(sql, answer.body.value)).toMatchObject({
      discount_amount: discountAmount,
      final_amount: finalAmount,
    })
  })

  it('answers with JSON numbers of at most two decimals, without a trace of binary fractions (D16)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop({ value: '10.00' }))
    for (let cents = 3; cents < 20_000; cents += 1_717) {
      const { text, body } = await my.apply({ purchaseAmount: cents / 100 })
      const { purchaseAmount, discountAmount, finalAmount } = body.value
      expect(Math.round(finalAmount * 100)).toBe(cents - Math.round(discountAmount * 100))
      expect(purchaseAmount).toBe(cents / 100)
      const amounts = [...text.matchAll(/Amount":([^,}]+)/g)].map(([, amount]) => amount)
      expect(amounts).toHaveLength(3)
      for (const amount of amounts) expect(amount).toMatch(/^\d+(\.\d{1,2})?$/)
    }
  })

  it.each([
    [100, '100.00', '0.00'],
    [150, '150.00', '0.00'],
    [150.01, '150.00', '0.01'],
    [1000, '150.00', '850.00'],
    [0.01, '0.01', '0.00'],
  ])('takes a fixed amount of 150 off %d, never more than the purchase (D17)', async (purchaseAmount, taken, final) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop({ type: 'AMT', value: '150.00' }))
    expect(await authorizationRow(sql, await my.reserved({ purchaseAmount }))).toMatchObject({
      discount_amount: taken,
      final_amount: final,
    })
  })

  it('never takes more than the maximum discount, of a percentage or of a fixed amount (D43)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop({ value: '10.00', maximumDiscount: '50.00' })
    const fixed = await grantedDiscount(make, shop, { type: 'AMT', value: '80.00', maximumDiscount: '60.00' })
    const my = till(url, shop)
    const taken = async (purchaseAmount: number, merchantDiscountId = shop.discountId) =>
      (await authorizationRow(sql, await my.reserved({ purchaseAmount, merchantDiscountId }))).discount_amount
    expect(await taken(499.94)).toBe('49.99')
    expect(await taken(500)).toBe('50.00')
    expect(await taken(500.06)).toBe('50.00')
    expect(await taken(999_999_999.99)).toBe('50.00')
    expect(await taken(70, fixed)).toBe('60.00')
    expect(await taken(40, fixed)).toBe('40.00')
  })
})
