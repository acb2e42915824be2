import { Fault } from '@/lib/kernel/fault'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { priceDiscount } from './pricing'
import { termsOf } from './views'

/** The limits of a discount that depend on the purchase (D43); undefined is no limit. */
type PurchaseLimits = { minimumPurchaseCents: Cents | undefined; budgetLeftCents: Cents | undefined }

type LimitsRow = { minimumPurchase: string | null; budgetLeft: string | null }

/** The limits that a discount's row holds. */
export const limitsOf = (row: LimitsRow): PurchaseLimits => ({
  minimumPurchaseCents: row.minimumPurchase === null ? undefined : centsOfNumeric(row.minimumPurchase),
  budgetLeftCents: row.budgetLeft === null ? undefined : centsOfNumeric(row.budgetLeft),
})

/** Whether the purchase and its discount fit the limits. A budget remainder smaller than the discount blocks; it does not cap. */
export function fitsLimits(limits: PurchaseLimits, purchaseCents: Cents, discountCents: Cents): boolean {
  if (limits.minimumPurchaseCents !== undefined && purchaseCents < limits.minimumPurchaseCents) return false
  return limits.budgetLeftCents === undefined || discountCents <= limits.budgetLeftCents
}

/**
 * Whether the limits leave room for a purchase, as far as its amount alone tells (D43). For a category or an article,
 * the amount gives only an upper bound of the discount, which says nothing about what is left of a budget, so only a
 * store-wide discount is checked against its budget.
 */
export function isOffered(
  offer: LimitsRow & Parameters<typeof termsOf>[0] & { scope: 'store' | 'category' | 'article' },
  purchaseCents: Cents,
): boolean {
  const discountCents = offer.scope === 'store' ? priceDiscount(termsOf(offer), purchaseCents, undefined) : 0n
  return fitsLimits(limitsOf(offer), purchaseCents, discountCents)
}

/** D24. */
export const unknownIdentificationType = () =>
  new Fault('invalid_request', { problems: [{ field: 'identificationTypeId', problem: 'identification_type' }] })

/** D30. */
export const unknownBranch = () => new Fault('branch_invalid', { problems: [{ field: 'branchId', problem: 'branch' }] })

/** For a discount that eligibility would not list for the purchase (D9), or whose limits leave no more room for it (D43). */
export const notAvailable = () => new Fault('discount_not_available')
