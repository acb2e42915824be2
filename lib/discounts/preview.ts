import type { Cents } from '@/lib/kernel/money'
import { amountCentsMax } from '@/lib/kernel/money'
import { fitsLimits } from '@/lib/redemption/availability'
import { type DiscountTerms, matchedSubtotal, type PurchaseLine, priceDiscount } from '@/lib/redemption/pricing'

/** A discount as an example prices it: what apply reads of its offer (lib/redemption/apply-discount.ts). */
export type PreviewedDiscount = DiscountTerms & {
  readonly scope: 'store' | 'category' | 'article'
  readonly minimumPurchaseCents: Cents | undefined
  /** Of the budget, what is not used yet. */
  readonly budgetLeftCents: Cents | undefined
}

/** A purchase to try it on. Lines say by themselves whether the discount is on them; the tills' are told by their SKU. */
export type ExampleBasket = {
  readonly purchaseCents: Cents
  readonly lines: readonly (Omit<PurchaseLine, 'sku'> & { readonly applies: boolean })[]
}

export type Preview =
  | { readonly outcome: 'discount'; readonly discountCents: Cents; readonly finalCents: Cents }
  | { readonly outcome: 'below_minimum' | 'over_budget' | 'no_applicable_items' | 'amount_out_of_range' }

const applying = 'applies'

/**
 * What apply would reserve for that purchase, by the very code that prices for the tills (contract 4.3, D13 to D20, D43): the
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
