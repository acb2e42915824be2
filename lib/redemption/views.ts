import type { AuthorizationRow } from '@/db/queries/tills/authorizations'
import type { ConsumptionRow, ListedConsumptionRow } from '@/db/queries/tills/consumptions'
import type { OfferRow } from '@/db/queries/tills/offers'
import { type Cents, centsOfNumeric, jsonOfCents, jsonOfNumeric, scaled } from '@/lib/kernel/money'
import type { DiscountTerms, MilliCents } from './pricing'
import type { AuthorizationView, ConsumptionView, EligibilityView, ListedConsumptionView } from './schemas'

/** D29. */
const discountTypes = {
  PCT: { id: 1, name: 'Porcentaje', code: 'PCT' },
  AMT: { id: 2, name: 'Monto fijo', code: 'AMT' },
} as const
const scopes = {
  store: { typeId: 1, name: 'Toda la tienda' },
  category: { typeId: 2, name: 'Categoría de artículos' },
  article: { typeId: 3, name: 'Artículo' },
} as const

export function toOfferView(offer: OfferRow, estimate: Cents | undefined): EligibilityView['discounts'][number] {
  const { typeId, name } = scopes[offer.scope]
  const view: EligibilityView['discounts'][number] = {
    merchantDiscountId: offer.discountId,
    name: offer.name,
    description: offer.description,
    discountType: discountTypes[offer.discountType],
    discountValue: jsonOfNumeric(offer.discountValue),
    scope: { typeId, name, articleCategoryId: offer.articleCategoryId, articleId: offer.articleId },
    validFrom: offer.validFrom,
    validTo: offer.validTo,
  }
  if (estimate !== undefined) view.estimatedDiscountAmount = jsonOfCents(estimate)
  return view
}

export function toAuthorizationView(row: Omit<AuthorizationRow, 'id'>): AuthorizationView {
  return {
    authorizationCode: row.code,
    status: row.status,
    merchantDiscountId: row.discountId,
    reference: row.reference,
    currency: 'DOP',
    purchaseAmount: jsonOfNumeric(row.purchaseAmount),
    discountAmount: jsonOfNumeric(row.discountAmount),
    finalAmount: jsonOfNumeric(row.finalAmount),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export function toConsumptionView(row: ConsumptionRow): ConsumptionView {
  return {
    code: row.code,
    authorizationCode: row.authorizationCode,
    reference: row.reference,
    status: row.status,
    currency: 'DOP',
    purchaseAmount: jsonOfNumeric(row.purchaseAmount),
    discountAmount: jsonOfNumeric(row.discountAmount),
    finalAmount: jsonOfNumeric(row.finalAmount),
    consumptionDate: row.consumptionDate.toISOString(),
  }
}

export function toListedConsumptionView(row: ListedConsumptionRow): ListedConsumptionView {
  return {
    ...toConsumptionView(row),
    merchantDiscountId: row.discountId,
    branchId: row.branchId,
    registeredAt: row.registeredAt.toISOString(),
    ...(row.isLate ? { late: true } : {}),
  }
}

/** The price rule that a row holds: of a discount, or frozen in an authorization. */
export function termsOf(row: {
  discountType: 'PCT' | 'AMT'
  discountValue: string
  maximumDiscount: string | null
}): DiscountTerms {
  return {
    discountType: row.discountType,
    value: centsOfNumeric(row.discountValue),
    maximumDiscountCents: row.maximumDiscount === null ? undefined : centsOfNumeric(row.maximumDiscount),
  }
}

/** The exact subtotal that an authorization by category or article holds. */
export const matchedOf = (row: { matchedSubtotal: string | null }): MilliCents | undefined =>
  row.matchedSubtotal === null ? undefined : scaled(row.matchedSubtotal, 5)
