import {
  expireOverdueOfDiscount,
  findBoundKey,
  findLatestAuthorization,
  loadAuthorization,
  type Reservation,
  reserve,
} from '@/db/queries/tills/authorizations'
import { type ApplyAsked, type ApplyGround, listMatchingSkus, loadApplyGround } from '@/db/queries/tills/offers'
import type { ReservationAsked, ReservedGround } from '@/db/queries/tills/reservations'
import type { Context, Idempotency } from '@/lib/context'
import { hmacsOf, type IdentificationKeys, requireLiveKeys } from '@/lib/identification/identification'
import { assert } from '@/lib/kernel/assert'
import { Fault } from '@/lib/kernel/fault'
import { numericOfCents, numericOfScaled } from '@/lib/kernel/money'
import { fitsLimits, isOffered, limitsOf, notAvailable, unknownBranch, unknownIdentificationType } from './availability'
import { credentialIds, type Replayable, refuseUnlessSame } from './idempotency'
import { type MilliCents, matchedSubtotal, priceDiscount } from './pricing'
import type { ApplyInput, AuthorizationView } from './schemas'
import { termsOf, toAuthorizationView } from './views'

type Offer = NonNullable<ApplyGround['offer']>

/** Records appear and end between our reads more often than this only if something is broken. */
const attemptsMax = 4

/** What it reads first, of an input that was accepted. */
const applyQuestion = (keys: IdentificationKeys, input: ApplyInput, idempotencyKey: string): ApplyAsked => ({
  identificationTypeId: input.identificationTypeId,
  identificationHmacs: hmacsOf(keys, input.identificationTypeId, input.identification),
  branchId: input.branchId,
  discountId: input.merchantDiscountId,
  idempotencyKey,
})

/** What it reads and reserves with its credential (ADR-0086). */
export const applyOrder = (
  input: ApplyInput,
  idempotency: Idempotency,
  { identificationKeys: keys, newCode, ttlSeconds }: OrderSettings,
): ReservationAsked =>
  // A literal that begins with another object and goes on by many properties takes twice the time of all that follows (ADR-0073).
  Object.assign(applyQuestion(keys, input, idempotency.key), {
    heldGenerations: [...keys.held.keys()],
    code: newCode(),
    reference: input.reference,
    fingerprint: idempotency.fingerprint,
    purchaseAmount: numericOfCents(input.purchaseAmount),
    itemsJson: itemsJson(input),
    ttlSeconds,
  })

type OrderSettings = Pick<Context, 'identificationKeys' | 'newCode'> & { readonly ttlSeconds: number }

/**
 * Calculates a discount and reserves it (contract 4.3): one read, one write, unless `given` says that it was reserved with its credential.
 * The same key and body again is the same authorization (D44). `given` is what was read already. Throws, in this order (D9):
 * `idempotency_key_reused`, `discount_not_available`, `branch_invalid`, `items_required`, `no_applicable_items`, `reference_in_use`.
 */
export async function applyDiscount(
  ctx: Context,
  input: ApplyInput,
  idempotency: Idempotency,
  given?: ReservedGround,
): Promise<Replayable<AuthorizationView>> {
  if (given?.made) {
    ctx.tally('authorized')
    const { code, expiresAt, discountAmount, finalAmount } = given.made
    const { reference, merchantDiscountId: discountId, purchaseAmount } = input
    const amounts = { purchaseAmount: numericOfCents(purchaseAmount), discountAmount, finalAmount }
    return { value: viewOfNew({ code, reference, discountId, ...amounts }, expiresAt), replayed: false }
  }
  const { merchantId } = ctx.actor
  const ground =
    given?.read ??
    (await loadApplyGround(ctx.db, { merchantId, ...applyQuestion(ctx.identificationKeys, input, idempotency.key) }))
  requireLiveKeys(ctx.identificationKeys, ground)
  if (!ground.identificationTypeKnown) throw unknownIdentificationType()
  if (ground.boundFingerprint) return replay(ctx, idempotency)
  // A discount that eligibility would not list for this amount is not found, before any rule of the request is checked (D9).
  if (!ground.offer || !isOffered(ground.offer, input.purchaseAmount)) throw notAvailable()
  if (!ground.branchKnown) throw unknownBranch()
  const matched = await subtotalUnderDiscount(ctx, ground.offer, input)
  const reservation = reservationOf(ctx, ground.offer, input, matched, idempotency)
  return reserveOrReplay(ctx, reservation, ground.offer, idempotency)
}

async function reserveOrReplay(
  ctx: Context,
  reservation: Reservation,
  offer: Offer,
  idempotency: Idempotency,
): Promise<Replayable<AuthorizationView>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const result = await reserve(ctx.db, reservation, offer)
    if (result.expired > 0) ctx.tally('expired', result.expired)
    if (result.outcome === 'reserved') {
      ctx.tally('authorized')
      return { value: viewOfNew(reservation, result.expiresAt), replayed: false }
    }
    if (await findBoundKey(ctx.db, reservation.merchantId, idempotency.key)) return replay(ctx, idempotency)
    if (result.outcome === 'exhausted') {
      // The limit may be used up by reservations that have expired but are not yet marked as expired (D35).
      if (attempt > 1) throw notAvailable()
      ctx.tally('expired', await expireOverdueOfDiscount(ctx.db, reservation.merchantId, reservation.discountId))
    } else {
      const standing = await findLatestAuthorization(ctx.db, reservation.merchantId, reservation.reference)
      if (standing?.status === 'Authorized')
        throw new Fault('reference_in_use', { problems: [{ field: 'reference', problem: 'reference_in_use' }] })
    }
  }
  // Each attempt was blocked by a record that had ended by the time it was read.
  throw new Fault('reference_in_use', { problems: [{ field: 'reference', problem: 'reference_in_use' }] })
}

async function replay(ctx: Context, idempotency: Idempotency): Promise<Replayable<AuthorizationView>> {
  const bound = await findBoundKey(ctx.db, ctx.actor.merchantId, idempotency.key)
  assert(bound, 'a bound key is never unbound')
  await refuseUnlessSame(bound.fingerprint, idempotency)
  assert(bound.authorizationId !== null, 'the fingerprint names the operation')
  const row = await loadAuthorization(ctx.db, ctx.actor.merchantId, bound.authorizationId)
  // The original value, also after expiry or use (D44).
  return { value: toAuthorizationView({ ...row, status: 'Authorized' }), replayed: true }
}

/** Undefined for a store-wide discount, whose items are ignored (D19). */
async function subtotalUnderDiscount(ctx: Context, offer: Offer, input: ApplyInput): Promise<MilliCents | undefined> {
  if (offer.scope === 'store') return undefined
  const items = input.items ?? []
  if (items.length === 0)
    throw new Fault('items_required', { problems: [{ field: 'items', problem: 'items_required' }] })
  const skus = items.map((item) => item.sku)
  const matching = await listMatchingSkus(ctx.db, ctx.actor.merchantId, offer, skus)
  const lines = items.map((item) => ({ sku: item.sku, unitPriceCents: item.unitPrice, quantityMillis: item.quantity }))
  const subtotal = matchedSubtotal(lines, matching)
  if (subtotal === undefined)
    throw new Fault('no_applicable_items', { problems: [{ field: 'items', problem: 'no_applicable_items' }] })
  return subtotal
}

function reservationOf(
  ctx: Context,
  offer: Offer,
  input: ApplyInput,
  matched: MilliCents | undefined,
  idempotency: Idempotency,
): Reservation {
  const discountCents = priceDiscount(termsOf(offer), input.purchaseAmount, matched)
  if (!fitsLimits(limitsOf(offer), input.purchaseAmount, discountCents)) throw notAvailable()
  // Property by property: to copy another object into one of so many costs more than all the rest (ADR-0073).
  const { apiKeyId, oauthClientId } = credentialIds(ctx.actor)
  return {
    apiKeyId,
    oauthClientId,
    merchantId: ctx.actor.merchantId,
    code: ctx.newCode(),
    reference: input.reference,
    idempotencyKey: idempotency.key,
    fingerprint: idempotency.fingerprint,
    discountId: offer.discountId,
    companyId: offer.companyId,
    collaboratorId: offer.collaboratorId,
    branchId: input.branchId,
    purchaseAmount: numericOfCents(input.purchaseAmount),
    discountAmount: numericOfCents(discountCents),
    finalAmount: numericOfCents(input.purchaseAmount - discountCents),
    discountType: offer.discountType,
    discountValue: offer.discountValue,
    maximumDiscount: offer.maximumDiscount,
    scope: offer.scope,
    matchedSubtotal: matched === undefined ? null : numericOfScaled(matched, 5),
    itemsJson: itemsJson(input),
    ttlSeconds: ctx.authorizationTtlSeconds,
  }
}

/** The lines as the purchase's page will show them, amounts as texts so that no reader rounds them; null without lines. */
const itemsJson = ({ items = [] }: ApplyInput): string | null =>
  items.length === 0
    ? null
    : JSON.stringify(
        items.map((item) => ({
          sku: item.sku,
          quantity: numericOfScaled(item.quantity, 3),
          unitPrice: numericOfCents(item.unitPrice),
        })),
      )

type NewReservation = Pick<
  Reservation,
  'code' | 'reference' | 'discountId' | 'purchaseAmount' | 'discountAmount' | 'finalAmount'
>

const viewOfNew = (r: NewReservation, expiresAt: Date): AuthorizationView =>
  toAuthorizationView({
    code: r.code,
    reference: r.reference,
    status: 'Authorized',
    discountId: r.discountId,
    purchaseAmount: r.purchaseAmount,
    discountAmount: r.discountAmount,
    finalAmount: r.finalAmount,
    expiresAt,
  })
