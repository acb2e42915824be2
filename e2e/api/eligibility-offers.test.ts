import { describe, expect, it } from 'vitest'
import type { Answer } from '../fixtures/client'
import { grantedDiscount, startApi, till } from './till'

const api = startApi()

type Offer = { merchantDiscountId: number; estimatedDiscountAmount?: number }
const offersOf = (answer: Answer): Offer[] => answer.body.value.discounts
const estimates = (answer: Answer) =>
  offersOf(answer).map((offer) => [offer.merchantDiscountId, offer.estimatedDiscountAmount])

describe('what an offer says (D26 to D29)', () => {
  it('describes a percentage on the whole store by the catalogue (D29)', async () => {
    const { url, make } = api()
    const validFrom = new Date('2026-01-01T00:00:00-04:00')
    const validTo = new Date('2096-01-01T00:00:00-04:00')
    const shop = await make.shop({ value: '12.50', validFrom, validTo })
    expect(offersOf(await till(url, shop).eligibility())).toEqual([
      {
        merchantDiscountId: shop.discountId,
        name: '10 %',
        description: 'Diez por ciento',
        discountType: { id: 1, name: expect.any(String), code: 'PCT' },
        discountValue: 12.5,
        scope: { typeId: 1, name: expect.any(String), articleCategoryId: null, articleId: null },
        validFrom: '2026-01-01T04:00:00.000Z',
        validTo: '2096-01-01T04:00:00.000Z',
      },
    ])
  })

  it('describes fixed amounts on a category and on an article by the catalogue (D29)', async () => {
    const { url, make } = api()
    const shop = await make.shop({ status: 'paused' })
    const category = await make.category(shop.merchant.id)
    const article = await make.article(shop.merchant.id, 'AGUA-600', category)
    await grantedDiscount(make, shop, { type: 'AMT', value: '75.25', scope: { category } })
    await grantedDiscount(make, shop, { type: 'AMT', value: '20.00', scope: { article } })
    expect(offersOf(await till(url, shop).eligibility())).toMatchObject([
      {
        discountType: { id: 2, code: 'AMT' },
        discountValue: 75.25,
        scope: { typeId: 2, articleCategoryId: category, articleId: null },
      },
      {
        discountType: { id: 2, code: 'AMT' },
        discountValue: 20,
        scope: { typeId: 3, articleCategoryId: null, articleId: article },
      },
    ])
  })

  it.each([
    ['Ana María', 'Pérez Gómez', 'Ana P.'],
    ['José', 'de la Cruz', 'José D.'],
    ['Luz', 'ñáñez', 'Luz Ñ.'],
    ['Álvaro', 'Ávila', 'Álvaro Á.'],
    ['Íñigo', 'A\u0301lvarez', 'Íñigo A\u0301.'],
    ['X', 'Y', 'X Y.'],
    ['Jean-Pierre', "O'Neill", 'Jean-Pierre O.'],
  ])('shows %s %s as %s (D26)', async (firstName, lastName, displayName) => {
    const { url, make } = api()
    const shop = await make.shop()
    const person = await make.person(shop.company.id, { firstName, lastName })
    const answer = await till(url, { ...shop, person }).eligibility()
    expect(answer.body.value.collaborator).toEqual({ displayName, companyName: shop.company.name })
  })
})

describe('the estimate (D27) and the order (D28)', () => {
  it('estimates every discount when an amount is sent, and has no such key otherwise', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    await grantedDiscount(make, shop, { type: 'AMT', value: '50.00' })
    for (const offer of offersOf(await till(url, shop).eligibility())) {
      expect(offer).not.toHaveProperty('estimatedDiscountAmount')
    }
    for (const offer of offersOf(await till(url, shop).eligibility({ purchaseAmount: null }))) {
      expect(offer).not.toHaveProperty('estimatedDiscountAmount')
    }
    for (const offer of offersOf(await till(url, shop).eligibility({ purchaseAmount: 10 }))) {
      expect(offer).toHaveProperty('estimatedDiscountAmount')
    }
  })

  it('estimates what apply grants on the whole store, half a cent up (D15)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    expect(estimates(await my.eligibility({ purchaseAmount: 10.25 }))).toEqual([[shop.discountId, 1.03]])
    expect((await my.apply({ purchaseAmount: 10.25 })).body.value.discountAmount).toBe(1.03)
  })

  it('takes the estimate of a category or an article on the whole amount, as an upper bound', async () => {
    const { url, make } = api()
    const shop = await make.shop({ status: 'paused' })
    const category = await make.category(shop.merchant.id)
    const article = await make.article(shop.merchant.id, 'PAN', category)
    const onCategory = await grantedDiscount(make, shop, { value: '20.00', scope: { category } })
    const onArticle = await grantedDiscount(make, shop, { type: 'AMT', value: '35.00', scope: { article } })
    const my = till(url, shop)
    expect(estimates(await my.eligibility({ purchaseAmount: 1000 }))).toEqual([
      [onCategory, 200],
      [onArticle, 35],
    ])
    const applied = await my.apply({
      merchantDiscountId: onCategory,
      items: [{ sku: 'PAN', quantity: 1, unitPrice: 100 }],
    })
    expect(applied.body.value.discountAmount).toBe(20)
  })

  it('caps the estimate at the amount and at the maximum discount', async () => {
    const { url, make } = api()
    const shop = await make.shop({ type: 'AMT', value: '500.00' })
    const capped = await grantedDiscount(make, shop, { value: '50.00', maximumDiscount: '30.00' })
    expect(estimates(await till(url, shop).eligibility({ purchaseAmount: 80 }))).toEqual([
      [shop.discountId, 80],
      [capped, 30],
    ])
  })

  it('accepts an amount of 0, on which every estimate is 0 (D14)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const fixed = await grantedDiscount(make, shop, { type: 'AMT', value: '50.00' })
    expect(estimates(await till(url, shop).eligibility({ purchaseAmount: 0 }))).toEqual([
      [shop.discountId, 0],
      [fixed, 0],
    ])
  })

  it('lists by estimate descending, then by id; without an amount by id', async () => {
    const { url, make } = api()
    const shop = await make.shop({ type: 'AMT', value: '9.00' })
    const fiftyA = await grantedDiscount(make, shop, { type: 'AMT', value: '50.00' })
    const tenth = await grantedDiscount(make, shop, { value: '10.00' })
    const fiftyB = await grantedDiscount(make, shop, { type: 'AMT', value: '50.00' })
    const my = till(url, shop)
    const order = async (fields: Record<string, unknown>) =>
      offersOf(await my.eligibility(fields)).map((offer) => offer.merchantDiscountId)
    expect(await order({})).toEqual([shop.discountId, fiftyA, tenth, fiftyB])
    expect(await order({ purchaseAmount: 1000 })).toEqual([tenth, fiftyA, fiftyB, shop.discountId])
    expect(await order({ purchaseAmount: 100 })).toEqual([fiftyA, fiftyB, tenth, shop.discountId])
    expect(await order({ purchaseAmount: 999_999_999.99 })).toEqual([tenth, fiftyA, fiftyB, shop.discountId])
  })
})
