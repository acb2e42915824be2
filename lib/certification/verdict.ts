import { type CheckId, checkIds, checks, type Declarations } from './plan'
import type { Reason } from './reasons'

/**
 * `warning`: it passes, with something to look at. `not_shown`: nothing was seen that it could be judged by.
 * `not_applicable`: the adapter was declared not to be made for it.
 */
export const outcomes = ['pass', 'fail', 'warning', 'not_shown', 'not_applicable'] as const

export type Outcome = (typeof outcomes)[number]

export type Verdict = {
  readonly check: CheckId
  readonly outcome: Outcome
  /** `certificationPlan.reasons` of the messages has the words; null where there is nothing to say. */
  readonly reason: Reason | null
  /** The calls that show it, in the order in which they came: of a failure, never none. */
  readonly requestIds: readonly string[]
}

const shouldsMissingMax = 2

const passes: readonly Outcome[] = ['pass', 'warning', 'not_applicable']

/** Whether a check of a run is waived by what was declared. */
export const isWaived = (check: CheckId, declared: Declarations): boolean => {
  const { waivedBy } = checks[check]
  return waivedBy !== undefined && declared[waivedBy]
}

/**
 * Whether a run is passed: every `must` passes, or does not apply, and at most two `should` are missing. A check without a
 * verdict is missing.
 */
export function isPassed(verdicts: readonly Verdict[]): boolean {
  const outcomeOf = new Map(verdicts.map(({ check, outcome }) => [check, outcome]))
  const missing = checkIds.filter((check) => !passes.includes(outcomeOf.get(check) ?? 'not_shown'))
  const shoulds = missing.filter((check) => checks[check].level === 'should')
  return missing.length === shoulds.length && shoulds.length <= shouldsMissingMax
}
