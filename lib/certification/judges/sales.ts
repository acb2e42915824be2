import { type SceneId, scenes } from '../plan'
import { centsOf, type SeenCall } from '../seen'
import {
  callsFor,
  fail,
  isApply,
  isConsumption,
  isDone,
  isEligibility,
  isNew,
  type Judge,
  notShown,
  pass,
  played,
} from './judge'

/** The calls that a scene is about: those for its identity. */
export function sceneCalls(run: Parameters<Judge>[0], id: SceneId) {
  const found = played(run, id)
  const identity = scenes.find((scene) => scene.id === id)?.identity ?? ''
  return found === undefined ? undefined : { ...found, of: callsFor(identity, found.calls) }
}

/** C01. Eligibility may be asked again when the cart changes. */
export const wholeSale: Judge = (run) => {
  const shown = sceneCalls(run, 'buy')
  if (shown === undefined) return notShown('notPlayed')
  const { of } = shown
  const asked = of.findIndex((call) => isEligibility(call) && call.answered.isEligible === true)
  const applied = of.findIndex(isApply)
  if (asked < 0 && applied < 0) return notShown('noCalls')
  if (asked < 0 || (applied >= 0 && applied < asked)) return fail('noEligibility', of.slice(applied, applied + 1))
  const applies = of.filter((call) => isApply(call) && isNew(call))
  const consumptions = of.filter((call) => isConsumption(call) && isNew(call))
  if (applies.length === 0) return fail('notApplied', of)
  if (consumptions.length === 0) return fail('notConfirmed', applies)
  if (applies.length > 1 || consumptions.length > 1) return fail('doneTwice', [...applies, ...consumptions])
  return pass([...of.slice(asked, asked + 1), ...applies, ...consumptions])
}

/** C02. Another customer after this one is another sale: only the identification that has no benefits counts. */
export const chargedNormally: Judge = (run) => {
  const shown = sceneCalls(run, 'stranger')
  if (shown === undefined) return notShown('notPlayed')
  const told = shown.calls.find((call) => isEligibility(call) && call.answered.isEligible === false)
  if (told === undefined) return notShown('noCalls')
  const refused = told.sent.person?.digest
  const applied = shown.calls.filter((call) => isApply(call) && call.sent.person?.digest === refused)
  return applied.length > 0 ? fail('appliedAnyway', applied) : pass([told])
}

/** C19: the new total goes with the consumption; to release and apply again with it is as good. */
export const recalculated: Judge = (run) => {
  const shown = sceneCalls(run, 'removeLine')
  if (shown === undefined) return notShown('notPlayed')
  const paid = shown.of.findLast((call) => isConsumption(call) && isDone(call))
  const applied = shown.of.filter((call) => isApply(call) && isDone(call))
  const first = applied[0]
  if (paid === undefined || first === undefined) return notShown('noCalls')
  const last = applied.findLast((call) => call.answered.authorizationCode === paid.sent.authorizationCode) ?? first
  const told = centsOf(paid.sent.purchaseAmount ?? last.sent.purchaseAmount)
  const wanted = centsOf(shown.scene.attested.newTotal)
  if (wanted === undefined) {
    return told === centsOf(first.sent.purchaseAmount) ? notShown('notAttested', [paid]) : pass([paid])
  }
  if (told === wanted) return pass([paid])
  return fail(told === centsOf(first.sent.purchaseAmount) ? 'oldTotal' : 'otherTotal', [paid])
}

/** C20: the charged total is what a person typed; it is compared with the answer to the last consumption of the scene. */
export const chargedFinalAmount: Judge = (run) => {
  const compared: SeenCall[] = []
  for (const id of ['buy', 'removeLine'] as const) {
    const shown = sceneCalls(run, id)
    const charged = centsOf(shown?.scene.attested.chargedTotal)
    const paid = shown?.of.findLast((call) => isConsumption(call) && isDone(call))
    if (charged === undefined || paid === undefined) continue
    if (charged !== centsOf(paid.answered.finalAmount)) return fail('chargedOther', [paid])
    compared.push(paid)
  }
  return compared.length > 0 ? pass(compared) : notShown('notAttested')
}

/** C21: an amount whose discount ends at half a cent, which other ways of rounding tell differently (D15). */
export const ownArithmetic: Judge = (run) => {
  const shown = sceneCalls(run, 'rounding')
  if (shown === undefined) return notShown('notPlayed')
  const applied = shown.of.findLast((call) => isApply(call) && isDone(call))
  if (applied === undefined) return notShown('noCalls')
  const said = centsOf(shown.scene.attested.shownDiscount)
  if (said === undefined) return notShown('notAttested', [applied])
  return said === centsOf(applied.answered.discountAmount) ? pass([applied]) : fail('ownArithmetic', [applied])
}

/**
 * C24: answers grow (D62). What is not known is passed over, and a refusal with an unknown code is shown by its title: another
 * identity than the one of the sale provokes it.
 */
export const growth: Judge = (run) => {
  const shown = sceneCalls(run, 'future')
  if (shown === undefined) return notShown('notPlayed')
  const staged = shown.calls.filter(({ staged }) => staged === 'additions')
  if (staged.length === 0) return notShown('noCalls')
  const finished = shown.of.filter((call) => isConsumption(call) && isDone(call))
  if (finished.length === 0) return fail('brokeOff', staged)
  const refused = staged.filter((call) => isApply(call) && call.status >= 400)
  if (refused.length === 0) return notShown('noRefusal', finished)
  const { wasShown } = shown.scene.attested
  if (wasShown === undefined) return notShown('notAttested', refused)
  return wasShown ? pass([...refused, ...finished]) : fail('titleNotShown', refused)
}
