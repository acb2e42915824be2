import type { SeenCall } from '../seen'
import { fail, inOrder, isApply, isConsumption, isNew, type Judge, notShown, pass, played, reservations } from './judge'

const isWrite = (call: SeenCall) => isApply(call) || isConsumption(call)

/** A refusal leaves a key free (D44), and it may be sent again with whatever was corrected; the 409 says that it was not free. */
const isCounted = ({ status, code }: SeenCall) => status < 400 || status >= 500 || code === 'idempotency_key_reused'

/** The calls with a key of which an earlier call asked for something else, each with that call. */
function shared(
  calls: readonly SeenCall[],
  of: (call: SeenCall) => string | undefined,
): readonly [SeenCall, SeenCall][] {
  const seen = new Map<string, SeenCall>()
  return calls.flatMap((call): [SeenCall, SeenCall][] => {
    if (call.key === undefined) return []
    const other = seen.get(call.key)
    if (other === undefined) seen.set(call.key, call)
    return other === undefined || of(other) === of(call) ? [] : [[other, call]]
  })
}

const firstOf = (pairs: readonly [SeenCall, SeenCall][]): readonly SeenCall[] => pairs[0] ?? []

/** The writes that an Idempotency-Key is judged by. */
export const keyedWrites = (calls: readonly SeenCall[]): readonly SeenCall[] =>
  inOrder(calls).filter((call) => isWrite(call) && call.key !== undefined && isCounted(call))

/** All pairs of writes that share a key and should not. */
export const sharedKeys = (writes: readonly SeenCall[]): readonly [SeenCall, SeenCall][] =>
  shared(writes, ({ operation, sent }) => `${operation} ${sent.reference}`)

/** C05. */
export const newKeys: Judge = ({ calls }) => {
  const writes = keyedWrites(calls)
  const ofBoth = firstOf(shared(writes, ({ operation }) => operation ?? undefined))
  if (ofBoth.length > 0) return fail('keyOfBothWrites', ofBoth)
  const ofTwo = firstOf(shared(writes, ({ sent }) => sent.reference))
  if (ofTwo.length > 0) return fail('keyOfTwoSales', ofTwo)
  return writes.some(isApply) && writes.some(isConsumption) ? pass([]) : notShown('noCalls')
}

/**
 * C07. The same reference for another sale of the same customer is a ticket that was rung again, which is legal once the one
 * before is over (D36); for another customer it is not.
 */
export const ownReference: Judge = ({ calls }) => {
  const made = reservations(calls)
  const consumptions = inOrder(calls).filter(isConsumption)
  const confirmed = consumptions.filter(({ sent }) => made.has(sent.authorizationCode ?? ''))
  const other = confirmed.filter(
    ({ sent }) => made.get(sent.authorizationCode ?? '')?.sent.reference !== sent.reference,
  )
  if (other.length > 0) return fail('otherReference', other)
  const people = new Map<string, SeenCall>()
  for (const call of inOrder(calls).filter(isApply)) {
    const { reference, person } = call.sent
    if (reference === undefined || person === undefined) continue
    const before = people.get(reference)
    if (before === undefined) people.set(reference, call)
    else if (before.sent.person?.digest !== person.digest) return fail('referenceOfTwo', [before, call])
  }
  return confirmed.length === 0 ? notShown('noCalls') : pass([])
}

/** C26: sales of two tills overlap, and nothing of one stands in the way of the other. */
export const twoTills: Judge = (run, { parallelSales }) => {
  const shown = played(run, 'twoTills')
  if (shown === undefined) return notShown('notPlayed')
  const { calls } = shown
  const collided = calls.filter(({ code }) => code === 'reference_in_use' || code === 'idempotency_key_reused')
  if (collided.length > 0) return fail('collision', collided)
  const applied = calls.filter((call) => isApply(call) && isNew(call))
  const ofTwo = firstOf(sharedKeys(calls.filter(isWrite)))
  if (ofTwo.length > 0) return fail('collision', ofTwo)
  const references = new Set(applied.map(({ sent }) => sent.reference))
  if (references.size < applied.length) return fail('collision', applied)
  const paidAt = new Map(calls.filter(isConsumption).map((call) => [call.sent.authorizationCode, call.arrivedAt]))
  const overlap = applied.some((one, i) =>
    applied.slice(i + 1).some((two) => two.arrivedAt < (paidAt.get(one.answered.authorizationCode) ?? 0)),
  )
  return overlap && applied.length >= parallelSales ? pass(applied) : notShown('notTogether', applied)
}
