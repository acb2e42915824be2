import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountCentsMax, type Cents } from '@/lib/kernel/money'
import {
  type DiscountTerms,
  type MilliCents,
  matchedSubtotal,
  type PurchaseLine,
  priceDiscount,
  repriceDiscount,
} from './pricing'

const numRuns = 2_000

/** The oracle of this file: exact rational numbers of pesos, one at a time, with no common scale. */
type Fraction = { n: bigint; d: bigint }
const over = (n: bigint, d: bigint): Fraction => ({ n, d })
const times = (a: Fraction, b: Fraction) => over(a.n * b.n, a.d * b.d)
const plus = (a: Fraction, b: Fraction) => over(a.n * b.d + b.n * a.d, a.d * b.d)
const isLess = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
const smaller = (a: Fraction, b: Fraction) => (isLess(b, a) ? b : a)
const least = (a: Cents, b: Cents) => (a < b ? a : b)
const pesos = (amountCents: bigint) => over(amountCents, 100n)
const floor = ({ n, d }: Fraction) => n / d
/** Whole cents, an exact half up. */
const roundedCents = (amount: Fraction): Cents => floor(plus(times(amount, over(100n, 1n)), over(1n, 2n)))

/** D18, in pesos: what the discount is taken on. */
function baseOf(purchaseCents: Cents, lines: readonly PurchaseLine[] | undefined): Fraction {
  if (lines === undefined) return pesos(purchaseCents)
  const sum = lines.reduce(
    (total, line) => plus(total, times(pesos(line.unitPriceCents), over(line.quantityMillis, 1_000n))),
    over(0n, 1n),
  )
  return smaller(sum, pesos(purchaseCents))
}

/** D15 to D18 as they are written. */
function discountOf(terms: DiscountTerms, purchaseCents: Cents, lines: readonly PurchaseLine[] | undefined): Cents {
  const base = baseOf(purchaseCents, lines)
  const exact =
    terms.discountType === 'PCT' ? times(base, over(terms.value, 10_000n)) : smaller(pesos(terms.value), base)
  const discount = roundedCents(exact)
  return terms.maximumDiscountCents === undefined ? discount : least(discount, terms.maximumDiscountCents)
}

const anyCents = (min: bigint) =>
  fc.oneof(
    fc.bigInt({ min, max: 200n }),
    fc.bigInt({ min, max: 1_000_000n }),
    fc.bigInt({ min, max: amountCentsMax }),
    fc.bigInt({ min: amountCentsMax - 100n, max: amountCentsMax }),
  )
const purchases = anyCents(1n)
const maxima = fc.option(anyCents(1n), { nil: undefined })
const percentages = fc.record({
  discountType: fc.constant('PCT' as const),
  value: fc.oneof(
    fc.bigInt({ min: 1n, max: 10_000n }),
    fc.bigInt({ min: 1n, max: 100n }).map((whole) => whole * 100n),
  ),
  maximumDiscountCents: maxima,
})
const fixedAmounts = fc.record({
  discountType: fc.constant('AMT' as const),
  value: anyCents(1n),
  maximumDiscountCents: maxima,
})
const anyTerms: fc.Arbitrary<DiscountTerms> = fc.oneof(percentages, fixedAmounts)

const skus = ['A', 'B', 'C', 'D']
const line: fc.Arbitrary<PurchaseLine> = fc.record({
  sku: fc.constantFrom(...skus),
  unitPriceCents: anyCents(0n),
  quantityMillis: fc.oneof(
    fc.bigInt({ min: 1n, max: 5_000n }),
    fc.bigInt({ min: 1n, max: 20n }).map((units) => units * 1_000n),
    fc.bigInt({ min: 1n, max: 999_999_999_999n }),
  ),
})
const someLines = fc.array(line, { minLength: 1, maxLength: 12 })
const someSkus = fc.subarray(skus).map((list) => new Set(list))
/** Lines that all match, or none of them sent for a store-wide discount. */
const matchingLines = fc.option(someLines, { nil: undefined })
const every = new Set(skus)

const subtotal = (lines: readonly PurchaseLine[] | undefined): MilliCents | undefined =>
  lines === undefined ? undefined : matchedSubtotal(lines, every)

describe('a discount', () => {
  it('is what exact rational arithmetic says, rounded half up once on the whole (D15 to D18)', () => {
    fc.assert(
      fc.property(anyTerms, purchases, matchingLines, (terms, purchase, lines) => {
        expect(priceDiscount(terms, purchase, subtotal(lines))).toBe(discountOf(terms, purchase, lines))
      }),
      { numRuns: 5 * numRuns },
    )
  })

  it('is rounded up at an exact half of a cent (D15)', () => {
    // An odd multiple of 50 cents at an odd percentage gives a discount of whole cents and a half.
    const odd = (max: bigint) => fc.bigInt({ min: 0n, max }).map((n) => 2n * n + 1n)
    fc.assert(
      fc.property(odd(1_000_000n), odd(49n), (fifties, percent) => {
        const terms: DiscountTerms = { discountType: 'PCT', value: percent * 100n, maximumDiscountCents: undefined }
        expect(2n * priceDiscount(terms, fifties * 50n, undefined)).toBe(fifties * percent + 1n)
      }),
      { numRuns },
    )
  })

  it('lies between 0 and its base, the base within the purchase, and the final amount is never below 0 (D16)', () => {
    fc.assert(
      fc.property(anyTerms, purchases, matchingLines, (terms, purchase, lines) => {
        const discount = priceDiscount(terms, purchase, subtotal(lines))
        // The base of weighed goods may end in a fraction of a cent, which is rounded like the discount.
        const base = roundedCents(baseOf(purchase, lines))
        expect(discount).toBeGreaterThanOrEqual(0n)
        expect(discount).toBeLessThanOrEqual(base)
        expect(base).toBeLessThanOrEqual(purchase)
        expect(purchase - discount).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns },
    )
  })

  it('is never above its maximum, and below it the maximum changes nothing (D43)', () => {
    fc.assert(
      fc.property(anyTerms, anyCents(1n), purchases, matchingLines, (terms, most, purchase, lines) => {
        const free = priceDiscount({ ...terms, maximumDiscountCents: undefined }, purchase, subtotal(lines))
        const held = priceDiscount({ ...terms, maximumDiscountCents: most }, purchase, subtotal(lines))
        expect(held).toBe(least(free, most))
      }),
      { numRuns },
    )
  })

  it('is never smaller on a higher purchase', () => {
    fc.assert(
      fc.property(anyTerms, purchases, purchases, matchingLines, (terms, one, another, lines) => {
        const [low, high] = one < another ? [one, another] : [another, one]
        expect(priceDiscount(terms, high, subtotal(lines))).toBeGreaterThanOrEqual(
          priceDiscount(terms, low, subtotal(lines)),
        )
      }),
      { numRuns },
    )
  })

  it('is never smaller with one more line, nor under a higher percentage or amount', () => {
    fc.assert(
      fc.property(anyTerms, anyCents(0n), purchases, someLines, line, (terms, more, purchase, lines, extra) => {
        const discount = priceDiscount(terms, purchase, subtotal(lines))
        const higher = { ...terms, value: terms.value + more }
        expect(priceDiscount(terms, purchase, subtotal([...lines, extra]))).toBeGreaterThanOrEqual(discount)
        expect(priceDiscount(higher, purchase, subtotal(lines))).toBeGreaterThanOrEqual(discount)
      }),
      { numRuns },
    )
  })
})

describe('a fixed amount', () => {
  it('is the amount or the base, whichever is smaller, once and not per unit (D17)', () => {
    fc.assert(
      fc.property(fixedAmounts, purchases, (terms, purchase) => {
        const free = { ...terms, maximumDiscountCents: undefined }
        const twoUnits = [{ sku: 'A', unitPriceCents: purchase, quantityMillis: 2_000n }]
        const expected = least(terms.value, purchase)
        expect(priceDiscount(free, purchase, undefined)).toBe(expected)
        expect(priceDiscount(free, purchase, subtotal(twoUnits))).toBe(expected)
      }),
      { numRuns },
    )
  })

  it('on a category or an article is capped at the matched subtotal (D17)', () => {
    fc.assert(
      fc.property(fixedAmounts, purchases, someLines, (terms, purchase, lines) => {
        expect(priceDiscount(terms, purchase, subtotal(lines))).toBeLessThanOrEqual(
          roundedCents(baseOf(purchase, lines)),
        )
      }),
      { numRuns },
    )
  })
})

describe('the matched subtotal', () => {
  it('is the exact sum over the lines whose SKU matches, and nothing when none does (D18, D20)', () => {
    fc.assert(
      fc.property(someLines, someSkus, (lines, matching) => {
        const counted = lines.filter(({ sku }) => matching.has(sku))
        const sum = counted.reduce((total, each) => total + each.unitPriceCents * each.quantityMillis, 0n)
        expect(matchedSubtotal(lines, matching)).toBe(counted.length === 0 ? undefined : sum)
      }),
      { numRuns },
    )
  })

  it('does not depend on the order of the lines', () => {
    const shuffled = someLines.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    )
    fc.assert(
      fc.property(shuffled, someSkus, ([lines, others], matching) => {
        expect(matchedSubtotal(others, matching)).toBe(matchedSubtotal(lines, matching))
      }),
      { numRuns },
    )
  })

  it('does not change when a line is split into two of the same SKU (D18)', () => {
    const cut = fc.record({ at: fc.nat(), share: fc.bigInt({ min: 1n, max: 999_999_999_999n }) })
    fc.assert(
      fc.property(anyTerms, purchases, someLines, someSkus, cut, (terms, purchase, lines, matching, { at, share }) => {
        const index = at % lines.length
        const parts = lines.flatMap((each, i) => {
          if (i !== index || each.quantityMillis < 2n) return [each]
          const first = 1n + (share % (each.quantityMillis - 1n))
          return [
            { ...each, quantityMillis: first },
            { ...each, quantityMillis: each.quantityMillis - first },
          ]
        })
        const [whole, split] = [matchedSubtotal(lines, matching), matchedSubtotal(parts, matching)]
        expect(split).toBe(whole)
        expect(priceDiscount(terms, purchase, split)).toBe(priceDiscount(terms, purchase, whole))
      }),
      { numRuns },
    )
  })

  it('tells SKUs apart by case (D19)', () => {
    const lines = [{ sku: 'a', unitPriceCents: 100n, quantityMillis: 1_000n }]
    expect(matchedSubtotal(lines, new Set(['A']))).toBeUndefined()
  })
})

describe('recalculation', () => {
  const apply = (terms: DiscountTerms, purchase: Cents, lines: readonly PurchaseLine[] | undefined) =>
    priceDiscount(terms, purchase, subtotal(lines))

  it('is what the frozen terms give on the new total, or what was authorized when that is less (D40)', () => {
    fc.assert(
      fc.property(anyTerms, purchases, purchases, matchingLines, (terms, purchase, total, lines) => {
        const authorized = discountOf(terms, purchase, lines)
        const recomputed = discountOf(terms, total, lines)
        const paid = repriceDiscount(terms, total, subtotal(lines), authorized)
        expect(paid).toBe(least(recomputed, authorized))
        expect(total - paid).toBeGreaterThanOrEqual(0n)
      }),
      { numRuns },
    )
  })

  it('grants exactly what was authorized on the same total and on any higher one (D40)', () => {
    fc.assert(
      fc.property(anyTerms, purchases, purchases, matchingLines, (terms, one, another, lines) => {
        const [purchase, total] = one < another ? [one, another] : [another, one]
        const authorized = apply(terms, purchase, lines)
        expect(repriceDiscount(terms, purchase, subtotal(lines), authorized)).toBe(authorized)
        expect(repriceDiscount(terms, total, subtotal(lines), authorized)).toBe(authorized)
      }),
      { numRuns },
    )
  })

  it('is never smaller on a higher new total (D40)', () => {
    fc.assert(
      fc.property(anyTerms, purchases, purchases, purchases, matchingLines, (terms, purchase, one, another, lines) => {
        const [low, high] = one < another ? [one, another] : [another, one]
        const authorized = apply(terms, purchase, lines)
        expect(repriceDiscount(terms, high, subtotal(lines), authorized)).toBeGreaterThanOrEqual(
          repriceDiscount(terms, low, subtotal(lines), authorized),
        )
      }),
      { numRuns },
    )
  })
})

describe('the examples of the decisions', () => {
  const percent = (value: bigint): DiscountTerms => ({
    discountType: 'PCT',
    value: value * 100n,
    maximumDiscountCents: undefined,
  })

  it('are 1.03 for 10.25 at 10 %, and 4.52 for three lines of 10.05 at 15 % (D15)', () => {
    const three = Array.from({ length: 3 }, () => ({ sku: 'A', unitPriceCents: 1_005n, quantityMillis: 1_000n }))
    expect(priceDiscount(percent(10n), 1_025n, undefined)).toBe(103n)
    expect(priceDiscount(percent(15n), 3_015n, subtotal(three))).toBe(452n)
  })

  it('take the purchase for the base when the items add up to more (D18)', () => {
    const dear = [{ sku: 'A', unitPriceCents: 100_000n, quantityMillis: 1_000n }]
    expect(priceDiscount(percent(10n), 50_000n, subtotal(dear))).toBe(5_000n)
  })

  it('give 0.00 on a matching base too small for a cent (D20)', () => {
    const little = [{ sku: 'A', unitPriceCents: 1n, quantityMillis: 1n }]
    expect(priceDiscount(percent(10n), 50_000n, subtotal(little))).toBe(0n)
  })
})
