import { type Cents, divideHalfUp } from '@/lib/kernel/money'

/** A discount's price rule. `value` is hundredths of a percent for PCT (1050n is 10.5 %), cents for AMT. */
export type DiscountTerms = {
  discountType: 'PCT' | 'AMT'
  value: bigint
  maximumDiscountCents: Cents | undefined
}

/** A line of a purchase: cents by thousandths of a unit (D19). */
export type PurchaseLine = { sku: string; unitPriceCents: Cents; quantityMillis: bigint }

/** Thousandths of a cent: the exact product of a price with two decimals and a quantity with three (D18, weighed goods). */
export type MilliCents = bigint

const milli = 1000n

/** The sum of the lines to which the discount applies, exact; undefined when none does (D18, D20). The order is irrelevant. */
export function matchedSubtotal(
  lines: readonly PurchaseLine[],
  matchingSkus: ReadonlySet<string>,
): MilliCents | undefined {
  const matching = lines.filter((line) => matchingSkus.has(line.sku))
  if (matching.length === 0) return undefined
  return matching.reduce((sum, line) => sum + line.unitPriceCents * line.quantityMillis, 0n)
}

/**
 * The discount on a purchase (D15 to D18): taken on the purchase, or on its matched subtotal when that is smaller; rounded
 * once, half up, on the whole; never above the maximum, and never above the purchase.
 */
export function priceDiscount(terms: DiscountTerms, purchaseCents: Cents, matched: MilliCents | undefined): Cents {
  const purchase = purchaseCents * milli
  const base = matched === undefined || matched > purchase ? purchase : matched
  const discount =
    terms.discountType === 'PCT'
      ? divideHalfUp(base * terms.value, 10_000n * milli)
      : divideHalfUp(least(terms.value * milli, base), milli)
  return terms.maximumDiscountCents === undefined ? discount : least(discount, terms.maximumDiscountCents)
}

/** D40: the discount under the frozen terms on the total that was paid, never more than was authorized. */
export function repriceDiscount(
  terms: DiscountTerms,
  newPurchaseCents: Cents,
  matched: MilliCents | undefined,
  authorizedDiscountCents: Cents,
): Cents {
  return least(priceDiscount(terms, newPurchaseCents, matched), authorizedDiscountCents)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
