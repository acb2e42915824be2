import type { Cents } from '@/lib/kernel/money'
import { amountCentsMax } from '@/lib/kernel/money'
import { fitsLimits } from '@/lib/redemption/availability'
import { type DiscountTerms, matchedSubtotal, type PurchaseLine, priceDiscount } from '@/lib/redemption/pricing'

/** A discount as an example is priced with it: what apply reads of an offer (lib/redemption/apply-discount.ts). */
export type PreviewedDiscount = DiscountTerms & {
  readonly scope: 'store' | 'category' | 'article'
  readonly minimumPurchaseCents: Cents | undefined
  /** The part of the budget that is not used yet. */
  readonly budgetLeftCents: Cents | undefined
}

/** An example purchase. Each line says whether the discount applies to it; with a till's lines, the SKU decides. */
export type ExampleBasket = {
  readonly purchaseCents: Cents
  readonly lines: readonly (Omit<PurchaseLine, 'sku'> & { readonly applies: boolean })[]
}

export type Preview =
  | { readonly outcome: 'discount'; readonly discountCents: Cents; readonly finalCents: Cents }
  | { readonly outcome: 'below_minimum' | 'over_budget' | 'no_applicable_items' | 'amount_out_of_range' }

const applying = 'applies'

/**
 * What apply would reserve for that purchase, priced by the same code as for the tills (contract 4.3, D13 to D20, D43): the
 * amounts in cents, or why it would reserve nothing.
 */
export function previewDiscount(discount: PreviewedDiscount, { purchaseCents, lines }: ExampleBasket): Preview {
  if (purchaseCents <= 0n || purchaseCents > amountCentsMax) return { outcome: 'amount_out_of_range' }
  const { minimumPurchaseCents, budgetLeftCents } = discount
  if (!fitsLimits({ minimumPurchaseCents, budgetLeftCents: undefined }, purchaseCents, 0n))
    return { outcome: 'below_minimum' }
  const basket = lines.map(({ applies, ...line }) => ({ ...line, sku: applies ? applying : '' }))
  const matched = discount.scope === 'store' ? undefined : matchedSubtotal(basket, new Set([applying]))
  if (discount.scope !== 'store' && matched === undefined) return { outcome: 'no_applicable_items' }
  const discountCents = priceDiscount(discount, purchaseCents, matched)
  if (!fitsLimits({ minimumPurchaseCents, budgetLeftCents }, purchaseCents, discountCents))
    return { outcome: 'over_budget' }
  return { outcome: 'discount', discountCents, finalCents: purchaseCents - discountCents }
}
