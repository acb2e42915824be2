import { localDayOf } from '@/lib/language/days'

/** How a till is doing, from what was written down of it; and in which words that is said. */

export const terminalStates = ['failing', 'attention', 'selling', 'silent'] as const
export type TerminalState = (typeof terminalStates)[number]

/** What is said of a till. The first says its state; the others are said on its page. */
export type TerminalReason =
  | { readonly says: 'allFailing'; readonly calls: number }
  | { readonly says: 'refused'; readonly reason: string; readonly at: Date }
  | { readonly says: 'formerSecret'; readonly at: Date }
  | { readonly says: 'clockAhead' | 'clockBehind'; readonly minutes: number }
  | { readonly says: 'expiring'; readonly expired: number; readonly ended: number }
  | { readonly says: 'sold' | 'calledToday' | 'silent' | 'unusuallySilent' | 'tokenOnly'; readonly at: Date }
  | { readonly says: 'never' }

export type TerminalFacts = {
  readonly lastCallAt: Date | null
  readonly lastTokenAt: Date | null
  readonly lastSaleAt: Date | null
  /** When its client last proved to know the secret, and when that secret was replaced last. */
  readonly secretAt: Date | null
  readonly rotatedAt: Date | null
  readonly refusedAt: Date | null
  readonly refusedReason: string | null
  readonly refusedOperation: string | null
  /** Of this hour and the one before. */
  readonly recentCalls: number
  readonly recentDone: number
  /** Of the last 24 hours. */
  readonly ended: number
  readonly expired: number
  readonly clockSamples: number
  readonly clockSeconds: number | null
  /** Silent in hours in which it always sells, and neither muted nor silent with all the others (ADR-0044). */
  readonly isUnusuallySilent: boolean
}

/** The fewest calls, all failing, that make a till red: one that went wrong is not a broken till. */
const failingCallsMin = 3
/** A refusal of longer ago is history: what is said then is since when the till is silent. */
const refusedForMs = 7 * 86_400_000
/** As D39 bounds a date ahead. */
const clockSecondsMax = 5 * 60
/** Sales that reach us late look like a clock that is behind: one alone tells nothing. */
const behindSamplesMin = 3
const endedMin = 5

/**
 * Red when no call of the last hour succeeded, amber for what somebody should look at, green when it has sold today, grey when it has
 * not. Silence is never said to be more than it is: nobody knows whether a till that does not call is broken, off or closed.
 */
export function terminalStateOf(
  facts: TerminalFacts,
  now: Date,
): { state: TerminalState; reasons: readonly [TerminalReason, ...TerminalReason[]] } {
  const warnings = [
    ...refusedOf(facts, now),
    ...silenceOf(facts),
    ...formerSecretOf(facts),
    ...clockOf(facts),
    ...expiringOf(facts),
  ]
  const activity = activityOf(facts, now)
  const { recentCalls: calls, recentDone } = facts
  if (calls >= failingCallsMin && recentDone === 0)
    return { state: 'failing', reasons: [{ says: 'allFailing', calls }, ...warnings, activity] }
  const [first, ...others] = warnings
  if (first !== undefined) {
    const isSaid = facts.isUnusuallySilent && activity.says === 'silent'
    return { state: 'attention', reasons: isSaid ? [first, ...others] : [first, ...others, activity] }
  }
  return { state: activity.says === 'sold' ? 'selling' : 'silent', reasons: [activity] }
}

const isAfter = (one: Date, other: Date | null): boolean => other === null || one > other

/** A refusal stands until the same door opens again: a token for a secret that was refused, a call for a refused call. */
function refusedOf(facts: TerminalFacts, now: Date): TerminalReason[] {
  const { refusedAt: at, refusedReason: reason, refusedOperation, secretAt, lastCallAt } = facts
  if (at === null || reason === null || now.getTime() - at.getTime() > refusedForMs) return []
  const opened = refusedOperation?.startsWith('POST /connect/') ? secretAt : lastCallAt
  return isAfter(at, opened) ? [{ says: 'refused', reason, at }] : []
}

/** It goes on with a token that it got for the secret before the last rotation. */
function formerSecretOf({ secretAt, rotatedAt, lastCallAt }: TerminalFacts): TerminalReason[] {
  if (secretAt === null || rotatedAt === null || lastCallAt === null) return []
  return secretAt < rotatedAt && lastCallAt > rotatedAt ? [{ says: 'formerSecret', at: lastCallAt }] : []
}

const silenceOf = ({ isUnusuallySilent, lastCallAt: at }: TerminalFacts): TerminalReason[] =>
  isUnusuallySilent && at !== null ? [{ says: 'unusuallySilent', at }] : []

function clockOf({ clockSamples, clockSeconds: seconds }: TerminalFacts): TerminalReason[] {
  if (seconds === null) return []
  const minutes = Math.round(Math.abs(seconds) / 60)
  if (seconds > clockSecondsMax) return [{ says: 'clockAhead', minutes }]
  return seconds < -clockSecondsMax && clockSamples >= behindSamplesMin ? [{ says: 'clockBehind', minutes }] : []
}

const expiringOf = ({ ended, expired }: TerminalFacts): TerminalReason[] =>
  ended >= endedMin && expired * 2 >= ended ? [{ says: 'expiring', expired, ended }] : []

function activityOf({ lastSaleAt, lastCallAt, lastTokenAt }: TerminalFacts, now: Date): TerminalReason {
  const isToday = (at: Date) => localDayOf(at) === localDayOf(now)
  if (lastSaleAt !== null && isToday(lastSaleAt)) return { says: 'sold', at: lastSaleAt }
  if (lastCallAt !== null) return { says: isToday(lastCallAt) ? 'calledToday' : 'silent', at: lastCallAt }
  return lastTokenAt === null ? { says: 'never' } : { says: 'tokenOnly', at: lastTokenAt }
}
