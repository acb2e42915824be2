import type { Bounds } from '../plan'
import type { Reason } from '../reasons'
import type { Run } from '../run'
import type { SeenCall } from '../seen'
import type { Verdict } from '../verdict'

/** What a judge says; the calls are those that show it. */
export type Judgement = Pick<Verdict, 'outcome' | 'reason'> & { readonly calls: readonly SeenCall[] }

/** A pure function of what was seen: the same run is judged the same, whenever it is. */
export type Judge = (run: Run, bounds: Bounds) => Judgement

export const pass = (calls: readonly SeenCall[]): Judgement => ({ outcome: 'pass', reason: null, calls })
export const fail = (reason: Reason, calls: readonly SeenCall[]): Judgement => ({ outcome: 'fail', reason, calls })
export const warning = (reason: Reason, calls: readonly SeenCall[]): Judgement => ({
  outcome: 'warning',
  reason,
  calls,
})
export const notShown = (reason: Reason, calls: readonly SeenCall[] = []): Judgement => ({
  outcome: 'not_shown',
  reason,
  calls,
})

/** In the order of arrival. */
export const inOrder = (calls: readonly SeenCall[]): readonly SeenCall[] =>
  [...calls].sort((a, b) => a.arrivedAt - b.arrivedAt || (a.id < b.id ? -1 : 1))
