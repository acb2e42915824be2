import type { Run } from '../run'
import type { SeenCall } from '../seen'
import { fail, inOrder, isApply, isConsumption, isDone, type Judge, notShown, pass } from './judge'
import { sceneCalls } from './sales'

/** The reservations of the abandoned sale, and what was sent for them until the end of the run. */
function abandoned(run: Run) {
  const shown = sceneCalls(run, 'abandon')
  const reserved = shown?.of.filter((call) => isApply(call) && isDone(call)) ?? []
  const codes = new Set(reserved.flatMap(({ answered }) => answered.authorizationCode ?? []))
  const later = (call: SeenCall) => codes.has(call.sent.authorizationCode ?? '')
  return { shown, reserved, later: inOrder(run.calls).filter(later) }
}

/** C09: seen for as long as the reservation could have been confirmed. */
export const nothingUnpaid: Judge = (run) => {
  const { shown, reserved, later } = abandoned(run)
  if (shown === undefined) return notShown('notPlayed')
  const first = reserved[0]
  if (first === undefined) return notShown('noCalls')
  const sent = later.filter(isConsumption)
  if (sent.length > 0) return fail('notifiedUnpaid', sent)
  const isReleased = later.some((call) => call.operation === 'releaseAuthorization' && isDone(call))
  const isOver = isReleased || shown.scene.closedAt >= (first.answered.expiresAt ?? Number.POSITIVE_INFINITY)
  return isOver ? pass(reserved) : notShown('notOver', reserved)
}

/** C10: without it the reservation ends by itself, so it is recommended alone (D45). */
export const released: Judge = (run, { releaseMs }) => {
  const { shown, reserved, later } = abandoned(run)
  if (shown === undefined) return notShown('notPlayed')
  const first = reserved[0]
  if (first === undefined) return notShown('noCalls')
  const given = later.find(
    (call) =>
      call.operation === 'releaseAuthorization' && isDone(call) && call.arrivedAt - first.arrivedAt <= releaseMs,
  )
  return given === undefined ? fail('notReleased', reserved) : pass([...reserved, given])
}
