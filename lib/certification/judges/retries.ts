import type { SceneId } from '../plan'
import type { SeenCall } from '../seen'
import { fail, isAfter, isApply, isConsumption, isDone, isNew, type Judge, notShown, pass, warning } from './judge'
import { sceneCalls } from './sales'

const isWriteOf = (operation: 'applyDiscount' | 'registerConsumption') => (call: SeenCall) =>
  call.operation === operation

const isAsked = ({ operation, status }: SeenCall) =>
  operation === 'findAuthorization' && (status === 200 || status === 404)

/** C03, C04: what was sent is not known to be undone, and its key is what tells whether it was done (D44). */
const sameKeyAfterLoss =
  (scene: SceneId, operation: 'applyDiscount' | 'registerConsumption'): Judge =>
  (run, { retryMs }) => {
    const shown = sceneCalls(run, scene)
    if (shown === undefined) return notShown('notPlayed')
    const writes = shown.of.filter(isWriteOf(operation))
    const lost = writes.find(({ isCut }) => isCut === true)
    if (lost === undefined) return notShown('noLostAnswer')
    const next = writes.find((call) => isAfter(call, lost))
    const asked = shown.of.find((call) => isAsked(call) && isAfter(call, lost))
    if (next === undefined) {
      return asked === undefined ? notShown('notRetried', [lost]) : warning('askedInstead', [lost, asked])
    }
    const both = [lost, next]
    // Another sale of the scene, for which nothing was lost yet.
    if (next.sent.reference !== lost.sent.reference && asked !== undefined && isAfter(next, asked)) {
      return warning('askedInstead', [lost, asked])
    }
    if (next.key !== lost.key) return fail('otherKey', both)
    if (next.fingerprint !== lost.fingerprint) return fail('otherBody', both)
    if (next.arrivedAt - lost.arrivedAt > retryMs) return fail('lateRetry', both)
    const rows = writes.filter((call) => isNew(call) && call.sent.reference === lost.sent.reference)
    return operation === 'registerConsumption' && rows.length > 1 ? fail('doneTwice', rows) : pass(both)
  }

export const lostApply = sameKeyAfterLoss('lostApply', 'applyDiscount')
export const lostConsumption = sameKeyAfterLoss('lostConsumption', 'registerConsumption')

/** C06: only what was written down before the call is known after a power cut. */
export const survivesRestart: Judge = (run, { silenceMs }) => {
  const shown = sceneCalls(run, 'restart')
  if (shown === undefined) return notShown('notPlayed')
  const lost = shown.of.find((call) => isApply(call) && call.isCut === true)
  if (lost === undefined) return notShown('noLostAnswer')
  // Another till on the same credential may go on.
  const till = shown.calls.filter(({ terminal }) => terminal === lost.terminal)
  const at = till.findIndex((call, i) => {
    const before = till[i - 1]
    return before !== undefined && !isAfter(lost, before) && call.arrivedAt - before.arrivedAt >= silenceMs
  })
  const last = till[at - 1]
  const woken = till[at]
  if (last === undefined || woken === undefined) return notShown('noSilence', [lost])
  const known = till.find((call) => isApply(call) && call.key === lost.key && isDone(call) && call.isCut !== true)
  if (known !== undefined && !isAfter(known, last)) return notShown('answeredBeforeStop', [known])
  if (shown.scene.attested.wasStopped !== true) return notShown('notAttested', [lost])
  const after = shown.of.filter((call) => !isAfter(woken, call))
  const asked = after.find((call) => isAsked(call) && call.sent.reference === lost.sent.reference)
  const applied = after.find(isApply)
  if (asked !== undefined && (applied === undefined || isAfter(applied, asked))) {
    const stands = asked.answered.state === 'Authorized'
    const step = after.find((call) => isAfter(call, asked) && isRightStep(call, asked))
    if (step !== undefined) return pass([lost, asked, step])
    if (applied === undefined) return notShown('notRetried', [lost, asked])
    return stands && applied.key !== lost.key ? fail('otherKey', [lost, asked, applied]) : pass([lost, asked, applied])
  }
  if (applied === undefined) return notShown('notRetried', [lost])
  if (applied.key !== lost.key) return fail('otherKey', [lost, applied])
  return applied.fingerprint === lost.fingerprint ? pass([lost, applied]) : fail('otherBody', [lost, applied])
}

/** With what was told to stand for the sale: it is confirmed or given back. */
const isRightStep = (call: SeenCall, { answered }: SeenCall): boolean =>
  answered.authorizationCode !== undefined &&
  call.sent.authorizationCode === answered.authorizationCode &&
  (isConsumption(call) || call.operation === 'releaseAuthorization')

/** C11: the key of an expired reservation answers that reservation. A new sale with another reference passes too. */
export const appliesAgain: Judge = (run) => {
  const shown = sceneCalls(run, 'expired')
  if (shown === undefined) return notShown('notPlayed')
  const { of } = shown
  const first = of.find((call) => isApply(call) && isNew(call))
  if (first === undefined) return notShown('noCalls')
  const expiresAt = first.answered.expiresAt ?? Number.POSITIVE_INFINITY
  const refused = of.find((call) => isConsumption(call) && call.code === 'authorization_expired')
  const late = of.filter((call) => (refused === undefined ? call.arrivedAt >= expiresAt : isAfter(call, refused)))
  if (refused === undefined && late.length === 0) return notShown('notExpired', [first])
  const again = late.filter(isApply)
  const sameKey = again.find((call) => call.key === first.key)
  const anew = again.find((call) => isNew(call) && call.key !== first.key)
  if (anew === undefined) {
    return sameKey === undefined
      ? fail('notAppliedAgain', [refused ?? first])
      : fail('keyOfExpired', [refused ?? first, sameKey])
  }
  const paid = of.find(
    (call) => isConsumption(call) && isDone(call) && call.sent.authorizationCode === anew.answered.authorizationCode,
  )
  return paid === undefined ? fail('notConfirmed', [anew]) : pass([refused ?? first, anew, paid])
}
