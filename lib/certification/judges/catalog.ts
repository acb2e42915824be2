import { centsOf, type SeenCall } from '../seen'
import { fail, inOrder, isApply, isDone, type Judge, type Judgement, notShown, pass, warning } from './judge'
import { sceneCalls } from './sales'

/** C23: once a day and process, and once more for a till that was switched off. */
export const typesKept: Judge = (run) => {
  const asked = inOrder(run.calls).filter((call) => call.operation === 'listIdentificationTypes' && isDone(call))
  const restarts = run.scenes.some(({ id }) => id === 'restart') ? 2 : 1
  if (asked.length > run.declared.processes * restarts) return fail('typesAskedOften', asked)
  return run.calls.length === 0 ? notShown('noCalls') : pass(asked)
}

/** C25 in its scene. */
export const itemsOfCatalog: Judge = (run) => {
  const shown = sceneCalls(run, 'items')
  if (shown === undefined) return notShown('notPlayed')
  return judgeItems(shown.of.filter(isApply))
}

/** C25: items whose sum differs are accepted (D19), so that it differs is a remark; a hundredfold is a fault of units. */
export function judgeItems(applied: readonly SeenCall[]): Judgement {
  const sent = applied.filter((call) => (call.sent.items?.lines ?? 0) > 0)
  if (sent.length === 0) return notShown('noItemsSent', applied)
  const by = (is: (sum: bigint, amount: bigint) => boolean) =>
    sent.filter(({ sent }) => {
      const sum = centsOf(sent.items?.sum)
      const amount = centsOf(sent.purchaseAmount)
      return sum !== undefined && amount !== undefined && is(sum, amount)
    })
  const implied = by((sum, amount) => amount > 0n && (sum === amount * 100n || amount === sum * 100n))
  if (implied.length > 0) return fail('impliedDecimals', implied)
  const unknown = sent.filter(({ sent }) => (sent.items?.unknownSkus ?? 0) > 0)
  if (unknown.length > 0) return fail('unknownSkus', unknown)
  const differing = by((sum, amount) => sum - amount > 1n || amount - sum > 1n)
  return differing.length > 0 ? warning('sumsDiffer', differing) : pass(sent)
}
