import type { SeenCall } from '../seen'
import { fail, inOrder, isDone, type Judge, notShown, pass } from './judge'

/**
 * C15: a token is replaced when it is about to expire, when it was refused, or when its process has begun anew. Each process
 * that was declared has one of its own.
 */
export const reusesToken: Judge = (run, { tokenLeftMs }) => {
  const calls = inOrder(run.calls)
  const issued = calls.filter((call) => call.operation === 'issueToken' && isDone(call))
  if (issued.length === 0) return notShown('noCalls')
  // A till that was switched off has forgotten its token.
  const restarts = run.scenes.filter(({ id }) => id === 'restart').map(({ openedAt }) => openedAt)
  let live: number[] = []
  let at = Number.NEGATIVE_INFINITY
  for (const call of calls) {
    if (restarts.some((openedAt) => openedAt > at && openedAt <= call.arrivedAt)) live = []
    at = call.arrivedAt
    if (isRefusedToken(call)) live.shift()
    if (!issued.includes(call)) continue
    live = live.filter((endsAt) => endsAt - tokenLeftMs > call.arrivedAt)
    if (live.length >= run.declared.processes) return fail('tokenNotReused', [call])
    live.push(call.answeredAt + (call.answered.expiresInSeconds ?? 0) * 1000)
  }
  return pass(issued)
}

const isRefusedToken = ({ status, operation }: SeenCall) => status === 401 && operation !== 'issueToken'
