import { describe, expect, it } from 'vitest'
import { authorizationRow, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

type Options = Parameters<typeof grantedDiscount>[2]

/** A till whose discount is on a category with the SKUs AGUA and CAFE, or on the article AGUA alone. */
async function counter(scope: 'category' | 'article', options: Options = {}) {
  const { url, make } = api()
  const shop = await make.shop({ status: 'paused' })
  const category = await make.category(shop.merchant.id)
  const article = await make.article(shop.merchant.id, 'AGUA', category)
  await make.article(shop.merchant.id, 'CAFE', category)
  await make.article(shop.merchant.id, 'PAN', await make.category(shop.merchant.id))
  await make.article(shop.merchant.id, 'SUELTO')
  const discountId = await grantedDiscount(make, shop, {
    scope: scope === 'category' ? { category } : { article },
    ...options,
  })
  return { shop: { ...shop, discountId }, my: till(url, { ...shop, discountId }) }
}

const line = (sku: string, quantity: number, unitPrice: number) => ({ sku, quantity, unitPrice })

describe('a discount by category or article (contract 4.3; D17, D18)', () => {
  it.each([
    ['category', '14.00'],
    ['article', '4.00'],
  ] as const)('is calculated on the lines of its %s alone', async (scope, discount) => {
    const { sql } = api()
    const { my } = await counter(scope)
    const items = [line('AGUA', 2, 20), line('CAFE', 1, 100), line('PAN', 3, 50), line('SUELTO', 1, 5)]
    const row = await authorizationRow(sql, await my.reserved({ purchaseAmount: 295, items }))
    expect(row).toMatchObject({ discount_amount: discount, purchase_amount: '295.00', scope })
    expect(Number(row.final_amount)).toBe(295 - Number(discount))
  })

  it('adds up lines of the same SKU and rounds once, on the whole (D15)', async () => {
    const { my } = await counter('article', { value: '15.00' })
    const items = [line('AGUA', 1, 10.05), line('AGUA', 1, 10.05), line('AGUA', 1, 10.05)]
    const answer = await my.apply({ purchaseAmount: 30.15, items })
    expect(answer.body.value).toMatchObject({ discountAmount: 4.52, finalAmount: 25.63 })
  })

  it('multiplies weighed quantities exactly (D19)', async () => {
    const { sql } = api()
    const { my } = await counter('article', { value: '50.00' })
    // 0.333 x 3.35 = 1.11555; its half is 0.557775.
    const authorization = await my.reserved({ purchaseAmount: 500, items: [line('AGUA', 0.333, 3.35)] })
    expect(await authorizationRow(sql, authorization)).toMatchObject({
      matched_subtotal: '1.11555',
      discount_amount: '0.56',
    })
  })

  it('takes the purchase as the base when the lines exceed it, and accepts any difference (D18)', async () => {
    const { my } = await counter('category')
    const above = await my.apply({ purchaseAmount: 100, items: [line('AGUA', 10, 50)] })
    expect(above.body.value).toMatchObject({ discountAmount: 10, finalAmount: 90 })
    const below = await my.apply({ purchaseAmount: 5000, items: [line('AGUA', 1, 50)] })
    expect(below.body.value).toMatchObject({ discountAmount: 5, finalAmount: 4995 })
  })

  it('takes a fixed amount once per authorization, capped at the matched subtotal (D17)', async () => {
    const { my } = await counter('article', { type: 'AMT', value: '30.00' })
    const three = await my.apply({ purchaseAmount: 500, items: [line('AGUA', 3, 40), line('PAN', 1, 380)] })
    expect(three.body.value.discountAmount).toBe(30)
    const small = await my.apply({ purchaseAmount: 500, items: [line('AGUA', 1, 12.5), line('PAN', 1, 487.5)] })
    expect(small.body.value).toMatchObject({ discountAmount: 12.5, finalAmount: 487.5 })
  })

  it('never takes more than the maximum discount (D43)', async () => {
    const { my } = await counter('category', { value: '50.00', maximumDiscount: '40.00' })
    const answer = await my.apply({ purchaseAmount: 500, items: [line('CAFE', 1, 100)] })
    expect(answer.body.value.discountAmount).toBe(40)
  })

  it('is a 201 when a matching base rounds to 0.00 or costs nothing (D20)', async () => {
    const { my } = await counter('article')
    const tiny = await my.apply({ purchaseAmount: 500, items: [line('AGUA', 1, 0.04)] })
    expect([outcome(tiny), tiny.body.value.discountAmount]).toEqual(['201', 0])
    const free = await my.apply({ purchaseAmount: 500, items: [line('AGUA', 1, 0), line('PAN', 1, 500)] })
    expect([outcome(free), free.body.value.finalAmount]).toEqual(['201', 500])
  })

  it('accepts the greatest amounts on 500 lines', async () => {
    const { my } = await counter('article', { value: '100.00' })
    const items = Array.from({ length: 500 }, () => line('AGUA', 999_999_999.999, 999_999_999.99))
    const answer = await my.apply({ purchaseAmount: 999_999_999.99, items })
    expect(answer.body.value).toMatchObject({ discountAmount: 999_999_999.99, finalAmount: 0 })
  })

  it.each([
    ['absent', undefined],
    ['null', null],
    ['empty', []],
  ])('needs the items: %s is 400 items_required', async (_, items) => {
    const { sql } = api()
    const { my, shop } = await counter('category')
    expect(outcome(await my.apply({ items }))).toBe('400 items_required items')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it('refuses when no line matches, and does not block the reference (D20)', async () => {
    const { sql, make } = api()
    const { my, shop } = await counter('article')
    const other = await make.merchant()
    await make.article(other.id, 'AJENO')
    for (const sku of ['CAFE', 'PAN', 'SUELTO', 'AJENO', 'UNKNOWN', 'agua', 'AGU', 'AGUAS', 'A GUA', '%', 'AGUA%']) {
      const answer = await my.apply({ reference: 'T-1', items: [line(sku, 1, 10)] })
      expect(outcome(answer), sku).toBe('400 no_applicable_items items')
    }
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
    expect(outcome(await my.apply({ reference: 'T-1', items: [line('AGUA', 1, 10)] }))).toBe('201')
  })

  it('matches a SKU exactly, spaces around it apart (D19)', async () => {
    const { my } = await counter('article')
    const answer = await my.apply({ items: [line('  AGUA ', 1, 100), line('agua', 1, 100)] })
    expect(answer.body.value.discountAmount).toBe(10)
  })
})

describe('the lines of a purchase (D19)', () => {
  it.each([
    ['sku', { sku: '' }],
    ['sku', { sku: '   ' }],
    ['sku', { sku: 'x'.repeat(65) }],
    ['sku', { sku: 7 }],
    ['sku', { sku: null }],
    ['sku', { sku: undefined }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: -1 }],
    ['quantity', { quantity: 0.0001 }],
    ['quantity', { quantity: 1.2345 }],
    ['quantity', { quantity: '1' }],
    ['quantity', { quantity: null }],
    ['quantity', { quantity: undefined }],
    ['unitPrice', { unitPrice: -0.01 }],
    ['unitPrice', { unitPrice: 1.001 }],
    ['unitPrice', { unitPrice: 1e9 }],
    ['unitPrice', { unitPrice: '10' }],
    ['unitPrice', { unitPrice: undefined }],
  ])('refuses a line by its %s: %j, on a whole-store discount too', async (field, fields) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const items = [line('AGUA', 1, 10), line('PAN', 1, 10), { ...line('CAFE', 1, 10), ...fields }]
    const answer = await till(url, shop).apply({ items })
    expect(outcome(answer)).toBe(`400 invalid_request items[2].${field}`)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it.each([
    ['null', null],
    ['a text', 'AGUA'],
    ['a list', []],
  ])('refuses %s as a line', async (_, entry) => {
    const { url, make } = api()
    const answer = await till(url, await make.shop()).apply({ items: [line('AGUA', 1, 10), entry] })
    expect(answer.status).toBe(400)
    expect(outcome(answer)).toMatch(/^400 invalid_request items\[1\]/)
  })

  it('accepts 500 lines and refuses 501', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const lines = (length: number) => Array.from({ length }, (_, i) => line(`SKU-${i}`, 1, 1))
    expect(outcome(await my.apply({ items: lines(500) }))).toBe('201')
    expect(outcome(await my.apply({ items: lines(501) }))).toBe('400 invalid_request items')
  })

  it('accepts three decimals of a quantity, a price of 0 and 64 characters, emoji too', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const items = [line('x'.repeat(64), 0.001, 0), line('😀'.repeat(64), 1.5, 0.01)]
    expect(outcome(await my.apply({ items }))).toBe('201')
  })

  it('validates and then ignores them on a whole-store discount', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const authorization = await my.reserved({ purchaseAmount: 1000, items: [line('NADIE', 1, 1)] })
    expect(await authorizationRow(sql, authorization)).toMatchObject({
      discount_amount: '100.00',
      matched_subtotal: null,
    })
  })
})
