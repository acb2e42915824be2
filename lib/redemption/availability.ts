import type { Cents } from '@/lib/kernel/money'

/** The limits of a discount that depend on the purchase (D43); undefined is no limit. */
export type PurchaseLimits = { minimumPurchaseCents: Cents | undefined; budgetLeftCents: Cents | undefined }

/** Whether the purchase and its discount fit the limits. A budget remainder smaller than the discount blocks; it does not cap. */
export function fitsLimits(limits: PurchaseLimits, purchaseCents: Cents, discountCents: Cents): boolean {
  if (limits.minimumPurchaseCents !== undefined && purchaseCents < limits.minimumPurchaseCents) return false
  return limits.budgetLeftCents === undefined || discountCents <= limits.budgetLeftCents
}
