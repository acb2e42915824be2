import { isDeepStrictEqual } from 'node:util'
import type { Bounds, SceneId } from '../plan'
import type { Reason } from '../reasons'
import type { PlayedScene, Run } from '../run'
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

/** A scene as it was played, and its calls in the order of arrival; undefined when it was not. */
export function played(run: Run, id: SceneId): { scene: PlayedScene; calls: readonly SeenCall[] } | undefined {
  const scene = run.scenes.find((one) => one.id === id)
  if (scene === undefined) return undefined
  const { openedAt, closedAt } = scene
  return { scene, calls: inOrder(run.calls).filter((call) => isBetween(call, openedAt, closedAt)) }
}

const isBetween = ({ arrivedAt }: SeenCall, from: number, to: number) => arrivedAt >= from && arrivedAt <= to

/** Done, and not a repetition's answer. */
export const isNew = ({ status, isReplay }: SeenCall): boolean => status === 201 && isReplay !== true

/** Whether the service did what was asked, whatever arrived of its answer. */
export const isDone = ({ status }: SeenCall): boolean => status === 200 || status === 201

export const isApply = ({ operation }: SeenCall): boolean => operation === 'applyDiscount'
export const isConsumption = ({ operation }: SeenCall): boolean => operation === 'registerConsumption'
export const isEligibility = ({ operation }: SeenCall): boolean => operation === 'checkEligibility'

/**
 * The same operation with the same content. A call that was refused before its body was judged may have no fingerprint: then
 * what was read of it counts.
 */
export const isSameAsk = (one: SeenCall, other: SeenCall): boolean =>
  one.operation === other.operation &&
  (one.fingerprint === undefined || other.fingerprint === undefined
    ? isDeepStrictEqual(one.sent, other.sent)
    : one.fingerprint === other.fingerprint)

/** The calls for one identity: those that name it, and those of the sales that it began. */
export function callsFor(identity: string, calls: readonly SeenCall[]): readonly SeenCall[] {
  const named = calls.filter(({ sent }) => sent.person?.assigned === identity)
  const references = new Set(named.flatMap(({ sent }) => sent.reference ?? []))
  const codes = new Set(named.flatMap(({ answered }) => answered.authorizationCode ?? []))
  return calls.filter(
    (call) =>
      named.includes(call) ||
      (call.sent.person === undefined &&
        (references.has(call.sent.reference ?? '') || codes.has(call.sent.authorizationCode ?? ''))),
  )
}

/** Whether a call came later than another. */
export const isAfter = (call: SeenCall, other: SeenCall): boolean =>
  call.arrivedAt > other.arrivedAt || (call.arrivedAt === other.arrivedAt && call.id > other.id)

/** The reservation that each code stands for: the first call that was answered with it. */
export function reservations(calls: readonly SeenCall[]): ReadonlyMap<string, SeenCall> {
  const made = new Map<string, SeenCall>()
  for (const call of inOrder(calls)) {
    const { authorizationCode } = call.answered
    if (isApply(call) && call.status === 201 && authorizationCode !== undefined && !made.has(authorizationCode)) {
      made.set(authorizationCode, call)
    }
  }
  return made
}
