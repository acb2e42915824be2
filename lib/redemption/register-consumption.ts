import { expireOverdueOfDiscount, findAuthorization, findBoundKey } from '@/db/queries/tills/authorizations'
import {
  type ConsumptionAsked,
  type ConsumptionRow,
  consume,
  consumeLate,
  isTooFarAhead,
  loadConsumption,
  type NewConsumption,
  type PaidAmounts,
} from '@/db/queries/tills/consumptions'
import type { Context, Idempotency } from '@/lib/context'
import { assert } from '@/lib/kernel/assert'
import { Fault } from '@/lib/kernel/fault'
import { unavailable } from '@/lib/kernel/gate'
import { centsOfNumeric, numericOfCents } from '@/lib/kernel/money'
import { credentialIds, type Replayable, refuseUnlessSame } from './idempotency'
import { repriceDiscount } from './pricing'
import type { ConsumeInput, ConsumptionView } from './schemas'
import { matchedOf, termsOf, toConsumptionView } from './views'

/** What it writes with its credential: a new total needs the frozen terms first. */
export const consumptionOrder = (
  input: ConsumeInput,
  idempotency: Idempotency,
  { newCode }: { readonly newCode: () => string },
): ConsumptionAsked | undefined =>
  input.purchaseAmount === undefined
    ? {
        code: newCode(),
        authorizationCode: input.authorizationCode,
        reference: input.reference,
        consumptionDate: input.consumptionDate,
        idempotencyKey: idempotency.key,
        fingerprint: idempotency.fingerprint,
      }
    : undefined

/**
 * Confirms a paid purchase and records the consumption (contract 4.4), by any credential of the merchant (D41). Without a new
 * total it is one statement; with one the amounts are recalculated first under the frozen terms (D40). Throws, in this order
 * (D9, D38), unless it is `done` already: `idempotency_key_reused`, `authorization_not_found`, `authorization_already_used`, `authorization_expired`,
 * `invalid_request` for a moment of payment in the future (D39).
 */
export async function registerConsumption(
  ctx: Context,
  input: ConsumeInput,
  idempotency: Idempotency,
  done?: ConsumptionRow,
): Promise<Replayable<ConsumptionView>> {
  if (done) {
    ctx.tally('consumed')
    return { value: toConsumptionView(done), replayed: false }
  }
  const amounts = await amountsOf(ctx, input)
  // Without an authorization there is nothing to record: a replay, or a refusal.
  if (!amounts) return replayOrRefuse(ctx, input, idempotency)
  const consumption: NewConsumption = {
    ...credentialIds(ctx.actor),
    ...amounts,
    merchantId: ctx.actor.merchantId,
    code: ctx.newCode(),
    authorizationCode: input.authorizationCode,
    reference: input.reference,
    consumptionDate: input.consumptionDate,
    idempotencyKey: idempotency.key,
    fingerprint: idempotency.fingerprint,
  }
  const row = await consume(ctx.db, consumption)
  if (!row) return replayOrRefuse(ctx, input, idempotency, consumption)
  ctx.tally('consumed')
  return { value: toConsumptionView(row), replayed: false }
}

/**
 * The amounts to record; undefined when a new total cannot be priced, since there is no authorization. The terms never
 * change, so what is read here still holds when it is written.
 */
async function amountsOf(ctx: Context, input: ConsumeInput): Promise<PaidAmounts | undefined> {
  if (input.purchaseAmount === undefined) return { newTotal: null, recalculated: null }
  const held = await findAuthorization(ctx.db, ctx.actor.merchantId, input.authorizationCode, input.reference)
  if (!held) return undefined
  const discountCents = repriceDiscount(
    termsOf(held),
    input.purchaseAmount,
    matchedOf(held),
    centsOfNumeric(held.discountAmount),
  )
  const newTotal = numericOfCents(input.purchaseAmount)
  return {
    newTotal,
    recalculated: {
      purchaseAmount: newTotal,
      discountAmount: numericOfCents(discountCents),
      finalAmount: numericOfCents(input.purchaseAmount - discountCents),
    },
  }
}

/** Why nothing was recorded, each reason read from the present state (D38, D44); or the consumption, where it may come late (D61). */
async function replayOrRefuse(
  ctx: Context,
  input: ConsumeInput,
  idempotency: Idempotency,
  consumption?: NewConsumption,
): Promise<Replayable<ConsumptionView>> {
  const { merchantId } = ctx.actor
  const bound = await findBoundKey(ctx.db, merchantId, idempotency.key)
  if (bound) {
    await refuseUnlessSame(bound.fingerprint, idempotency)
    assert(bound.consumptionId !== null, 'the fingerprint names the operation')
    return { value: toConsumptionView(await loadConsumption(ctx.db, merchantId, bound.consumptionId)), replayed: true }
  }
  const held = await findAuthorization(ctx.db, merchantId, input.authorizationCode, input.reference)
  if (!held) throw new Fault('authorization_not_found')
  if (held.status === 'Consumed') throw new Fault('authorization_already_used')
  if (held.status === 'Released') throw new Fault('authorization_expired')
  if (held.status === 'Expired') {
    if (!held.mayComeLate || !consumption) throw new Fault('authorization_expired')
    const late = await consumeLateWithRoom(ctx, consumption, held.discountId)
    // Asked again, since another call may have recorded it meanwhile.
    if (!late) return replayOrRefuse(ctx, input, idempotency)
    ctx.tally('consumed')
    return { value: toConsumptionView(late), replayed: false }
  }
  if (await isTooFarAhead(ctx.db, input.consumptionDate)) {
    throw new Fault('invalid_request', { problems: [{ field: 'consumptionDate', problem: 'future' }] })
  }
  // The authorization is usable, and yet nothing was written: the moment of payment was barely in the future, or this
  // is a bug. A retry shows which.
  throw unavailable()
}

/**
 * The consumption that came late, undefined where it may not. Where limits have no room it is tried once more, after the reservations of the
 * discount that have expired but are not yet marked as expired were marked: they hold nothing (D35).
 */
async function consumeLateWithRoom(
  ctx: Context,
  consumption: NewConsumption,
  discountId: number,
): Promise<ConsumptionRow | undefined> {
  const first = await consumeLate(ctx.db, consumption)
  if (first !== 'exhausted') return first
  ctx.tally('expired', await expireOverdueOfDiscount(ctx.db, consumption.merchantId, discountId))
  const second = await consumeLate(ctx.db, consumption)
  return second === 'exhausted' ? undefined : second
}
