import type { SeenCall } from '../seen'
import {
  fail,
  inOrder,
  isAfter,
  isConsumption,
  isDone,
  isSameAsk,
  type Judge,
  notShown,
  pass,
  played,
  reservations,
  warning,
} from './judge'
import { sceneCalls } from './sales'

const isOfToken = ({ operation }: SeenCall) => operation === 'issueToken'

/** A refusal that says how long to wait, and the next call of the same operation. */
function waits(
  calls: readonly SeenCall[],
  status: number,
): readonly { refused: SeenCall; next: SeenCall | undefined }[] {
  return calls
    .filter((call) => call.status === status && call.retryAfterSeconds !== undefined)
    .map((refused) => ({
      refused,
      next: calls.find((call) => call.operation === refused.operation && isAfter(call, refused)),
    }))
}

const isEarly = ({ refused, next }: ReturnType<typeof waits>[number], earlyMs: number): boolean =>
  next !== undefined && next.arrivedAt - refused.answeredAt < (refused.retryAfterSeconds ?? 0) * 1000 - earlyMs

const callsOf = (pairs: ReturnType<typeof waits>) => [
  ...new Set(pairs.flatMap(({ refused, next }) => [refused, next ?? []].flat())),
]

/** C12: of the credential, whatever is asked: the credential is the run's alone. */
export const tooManyCalls: Judge = (run, { earlyMs }) => {
  const shown = played(run, 'limited')
  if (shown === undefined) return notShown('notPlayed')
  const pairs = waits(shown.calls, 429)
  if (pairs.length === 0) return notShown('noRefusal')
  const early = pairs.filter((pair) => isEarly(pair, earlyMs))
  if (early.length > 0) return fail('tooEarly', callsOf(early))
  return pairs.some(({ next }) => next !== undefined) ? pass(callsOf(pairs)) : notShown('noCallAfter', callsOf(pairs))
}

/** C13. What comes again at once with the same content was repeated on the way, and not by the adapter. */
export const unavailable: Judge = (run, { earlyMs, attemptsMax, balancerMs }) => {
  const shown = played(run, 'unavailable')
  if (shown === undefined) return notShown('notPlayed')
  const isEcho = (call: SeenCall, i: number, all: readonly SeenCall[]) =>
    all
      .slice(0, i)
      .some(
        (other) => isSameAsk(other, call) && other.key === call.key && call.arrivedAt - other.arrivedAt <= balancerMs,
      )
  const echoes = shown.calls.filter(isEcho)
  const calls = shown.calls.filter((call) => !echoes.includes(call))
  const pairs = waits(calls, 503)
  if (pairs.length === 0) return notShown('noRefusal')
  const early = pairs.filter((pair) => isEarly(pair, earlyMs))
  if (early.length > 0) return fail('tooEarly', callsOf(early))
  for (const { refused } of pairs) {
    const tries = calls.filter((call) => isSameAsk(call, refused))
    if (tries.length > attemptsMax) return fail('tooManyAttempts', tries)
    const otherKey = tries.filter((call) => call.key !== refused.key)
    if (otherKey.length > 0) return fail('otherKey', [refused, ...otherKey])
  }
  if (pairs.every(({ next }) => next === undefined)) return notShown('noCallAfter', callsOf(pairs))
  return echoes.length > 0 ? warning('duplicated', echoes) : pass(callsOf(pairs))
}

/** C14: while connections are refused nothing can be seen, so that the sale was finished is what a person says. */
export const fallsBack: Judge = (run, { unreachableMs }) => {
  const shown = played(run, 'unreachable')
  if (shown === undefined) return notShown('notPlayed')
  const { scene } = shown
  const made = reservations(run.calls)
  const invented = inOrder(run.calls).filter(
    (call) =>
      isConsumption(call) &&
      call.arrivedAt >= scene.openedAt &&
      call.status === 404 &&
      !made.has(call.sent.authorizationCode ?? ''),
  )
  if (invented.length > 0) return fail('inventedConsumption', invented)
  if (scene.attested.wasSold === undefined) return notShown('notAttested')
  if (!scene.attested.wasSold) return fail('notSold', shown.calls)
  const works = inOrder(run.calls).find(
    (call) => isDone(call) && !isOfToken(call) && call.arrivedAt >= scene.openedAt + unreachableMs,
  )
  return works === undefined ? notShown('noCallAfter') : pass([works])
}

/** C16. A key cannot be renewed: who uses one stops and says so, and may have tried once more. */
export const renews: Judge = (run, { renewalsMax }) => {
  const shown = sceneCalls(run, 'renewal')
  if (shown === undefined) return notShown('notPlayed')
  const { calls } = shown
  const refused = calls.find((call) => call.status === 401 && !isOfToken(call))
  if (refused === undefined) return notShown('noRefusal')
  // The service does not read the body of a call whose credential it refuses.
  const again = calls.filter((call) => call.operation === refused.operation && isAfter(call, refused))
  const repeated = again[0]
  const isByKey = refused.credential.kind === 'api_key'
  const until = again.find(isDone)
  const renewals = calls.filter(
    (call) => isOfToken(call) && isAfter(call, refused) && (until === undefined || isAfter(until, call)),
  )
  const tries = again.filter((call) => until === undefined || !isAfter(call, until))
  if (tries.length > renewalsMax || renewals.length > renewalsMax) return fail('loop', [refused, ...renewals, ...tries])
  if (isByKey) return pass([refused, ...tries])
  if (repeated === undefined)
    return renewals.length > 0 ? fail('notRepeated', [refused, ...renewals]) : notShown('noCallAfter', [refused])
  const isRenewed = renewals.some((call) => isDone(call) && isAfter(repeated, call))
  return isRenewed ? pass([refused, ...renewals, repeated]) : fail('notRenewed', [refused, repeated])
}
