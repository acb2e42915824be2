import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExampleBasket, type PreviewedDiscount, previewDiscount } from '@/lib/discounts/preview'
import { numericOfCents, numericOfScaled } from '@/lib/kernel/money'
import { startApi, till } from './till'

/** What the office shows of an example is what the tills get: each basket is priced by both. */

const api = startApi()

const cents = (max: number) => fc.integer({ min: 1, max }).map(BigInt)
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 3 })

const discounts: fc.Arbitrary<PreviewedDiscount> = fc
  .record({
    discountType: fc.constantFrom('PCT', 'AMT'),
    value: fc.integer({ min: 1, max: 10_000 }).map(BigInt),
    scope: fc.constantFrom('store', 'category', 'article'),
    maximumDiscountCents: maybe(cents(20_000)),
    minimumPurchaseCents: maybe(cents(100_000)),
    budgetLeftCents: maybe(cents(30_000)),
  })
  .map((one) => one as PreviewedDiscount)

const baskets: fc.Arbitrary<ExampleBasket> = fc.record({
  purchaseCents: cents(200_000),
  lines: fc.array(fc.record({ unitPriceCents: cents(50_000), quantityMillis: cents(5_000), applies: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
})

const refusals: Record<string, string> = {
  below_minimum: 'discount_not_available',
  over_budget: 'discount_not_available',
  no_applicable_items: 'no_applicable_items',
}

/** A shop whose discount has those terms, with an article that it is on and one that it is not. */
async function shopWith(discount: PreviewedDiscount) {
  const { make } = api()
  const shop = await make.shop()
  const category = await make.category(shop.merchant.id)
  const article = await make.article(shop.merchant.id, 'DENTRO', category)
  await make.article(shop.merchant.id, 'FUERA')
  const text = (value: bigint | undefined) => (value === undefined ? {} : numericOfCents(value))
  const limits = {
    maximumDiscount: text(discount.maximumDiscountCents),
    minimumPurchase: text(discount.minimumPurchaseCents),
    budget: text(discount.budgetLeftCents),
  }
  const scope = { store: {}, category: { scope: { category } }, article: { scope: { article } } }[discount.scope]
  const discountId = await make.discount(shop.merchant.id, {
    type: discount.discountType,
    value: numericOfCents(discount.value),
    ...scope,
    ...Object.fromEntries(Object.entries(limits).filter(([, value]) => typeof value === 'string')),
  })
  await make.grant(shop.company.id, shop.merchant.id, discountId)
  return { ...shop, discountId }
}

describe('a preview', () => {
  it('is what apply reserves for the same basket, to the cent, or why it reserves nothing', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(discounts, baskets, async (discount, basket) => {
        const shown = previewDiscount(discount, basket)
        const shop = await shopWith(discount)
        const items = basket.lines.map(({ applies, unitPriceCents, quantityMillis }) => ({
          sku: applies ? 'DENTRO' : 'FUERA',
          unitPrice: Number(numericOfCents(unitPriceCents)),
          quantity: Number(numericOfScaled(quantityMillis, 3)),
        }))
        const purchaseAmount = Number(numericOfCents(basket.purchaseCents))
        const { status, body } = await till(api().url, shop).apply({ purchaseAmount, items })
        seen.add(shown.outcome)
        if (shown.outcome === 'discount') {
          expect(status).toBe(201)
          expect(body.value.discountAmount).toBe(Number(numericOfCents(shown.discountCents)))
          expect(body.value.finalAmount).toBe(Number(numericOfCents(shown.finalCents)))
        } else {
          expect(body.code).toBe(refusals[shown.outcome])
        }
      }),
      { numRuns: 150 },
    )
    // Every outcome came up, so that none is only claimed.
    expect([...seen].toSorted()).toEqual(['below_minimum', 'discount', 'no_applicable_items', 'over_budget'])
  })
})
