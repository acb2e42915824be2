import type { SeenCall } from '../seen'
import { fail, inOrder, isConsumption, type Judge, notShown, pass, reservations } from './judge'

const withOffset = /(?:Z|[+-]\d{2}:\d{2})$/i

/** C08. A consumption that is sent hours later is sound when it states the moment of payment. */
export const paymentMoment: Judge = ({ calls }, { beforeApplyMs, aheadMs, constantMs }) => {
  const dated = inOrder(calls).filter((call) => isConsumption(call) && call.sent.consumptionDate !== undefined)
  const made = reservations(calls)
  const dateOf = ({ sent }: SeenCall) => sent.consumptionDate ?? ''
  const madeOf = ({ sent }: SeenCall) => made.get(sent.authorizationCode ?? '')
  const bare = dated.filter((call) => !withOffset.test(dateOf(call)))
  if (bare.length > 0) return fail('noOffset', bare)
  const ahead = dated.filter((call) => Date.parse(dateOf(call)) > call.arrivedAt + aheadMs)
  if (ahead.length > 0) return fail('dateAhead', ahead)
  const early = dated.filter((call) => Date.parse(dateOf(call)) < (madeOf(call)?.arrivedAt ?? 0) - beforeApplyMs)
  if (early.length > 0) return fail('dateBeforeApply', early)
  // Two sales of one second are no fault: only those that were made apart from each other are compared.
  const known = dated.filter((call) => madeOf(call) !== undefined)
  const first = new Map<string, SeenCall>()
  for (const call of known) {
    const before = first.get(dateOf(call))
    if (before === undefined) first.set(dateOf(call), call)
    else if (Math.abs((madeOf(call)?.arrivedAt ?? 0) - (madeOf(before)?.arrivedAt ?? 0)) > constantMs) {
      return fail('dateConstant', [before, call])
    }
  }
  return known.length === 0 ? notShown('noCalls') : pass([])
}
