import { findOffers, type OfferRow, type PersonAsked, type PersonsOffers } from '@/db/queries/tills/offers'
import type { Context } from '@/lib/context'
import { hmacsOf, type IdentificationKeys, requireLiveKeys } from '@/lib/identification/identification'
import type { Cents } from '@/lib/kernel/money'
import { isOffered, unknownBranch, unknownIdentificationType } from './availability'
import { displayName } from './person'
import { priceDiscount } from './pricing'
import type { EligibilityInput, EligibilityView } from './schemas'
import { termsOf, toOfferView } from './views'

/** What it reads first, of an input that was accepted. */
export const eligibilityQuestion = (keys: IdentificationKeys, input: EligibilityInput): PersonAsked => ({
  identificationTypeId: input.identificationTypeId,
  identificationHmacs: hmacsOf(keys, input.identificationTypeId, input.identification),
  branchId: input.branchId,
})

/**
 * Whether a person has benefits today at the credential's merchant, and which (contract 4.2). An unknown person, an inactive
 * one and one without benefits get the same answer, from the same work (D25). `ground` is what was read already. Throws
 * `invalid_request` for an identification type off the list (D24) and `branch_invalid` (D30).
 */
export async function checkEligibility(
  ctx: Context,
  input: EligibilityInput,
  _idempotency?: undefined,
  ground?: PersonsOffers,
): Promise<{ value: EligibilityView; missed: boolean }> {
  const { merchantId } = ctx.actor
  const found =
    ground ?? (await findOffers(ctx.db, { merchantId, ...eligibilityQuestion(ctx.identificationKeys, input) }))
  requireLiveKeys(ctx.identificationKeys, found)
  if (!found.identificationTypeKnown) throw unknownIdentificationType()
  if (!found.branchKnown) throw unknownBranch()

  const offers = found.offers
    .filter((offer) => input.purchaseAmount === undefined || isOffered(offer, input.purchaseAmount))
    .map((offer) => ({ offer, estimate: estimate(offer, input.purchaseAmount) }))
    .sort((a, b) => Number((b.estimate ?? 0n) - (a.estimate ?? 0n)) || a.offer.discountId - b.offer.discountId)
  const [first] = offers
  if (!first) return { value: { eligible: false, collaborator: null, discounts: [] }, missed: true }
  return {
    value: {
      eligible: true,
      collaborator: {
        displayName: displayName(first.offer.firstName, first.offer.lastName),
        companyName: first.offer.companyName,
      },
      discounts: offers.map(({ offer, estimate }) => toOfferView(offer, estimate)),
    },
    missed: false,
  }
}

/** D27: taken on the whole amount, so for a category or an article it is an upper bound. */
const estimate = (offer: OfferRow, purchaseCents: Cents | undefined): Cents | undefined =>
  purchaseCents === undefined ? undefined : priceDiscount(termsOf(offer), purchaseCents, undefined)
