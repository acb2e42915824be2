/** What the operator may set for a merchant in place of the installation's own numbers (ADR-0058). */

export const merchantPolicies = ['calls', 'misses', 'late_notification', 'authorization_life'] as const

export type MerchantPolicy = (typeof merchantPolicies)[number]

/** What a merchant's calls obey beside the installation's numbers; null for those (D56, D60). */
export type MerchantLimits = {
  readonly callsPerMinute: number | null
  readonly callsBurst: number | null
  readonly missesPerMinute: number | null
  readonly authorizationTtlSeconds: number | null
}

/** Of each policy: the least and the most that may be set, and whether the installation has a number of its own for it. */
export const policyBounds = {
  calls: { min: 1, max: 100_000, hasDefault: true },
  misses: { min: 1, max: 100_000, hasDefault: true },
  late_notification: { min: 0, max: 72, hasDefault: false },
  authorization_life: { min: 60, max: 3_600, hasDefault: true },
} as const satisfies Record<MerchantPolicy, unknown>

/** Beyond this many times the installation's number a second person must agree. */
const timesAlone = 10

/** The installation's numbers: what a merchant has for whom nothing was set. */
export type Defaults = {
  readonly callsPerMinute: number
  readonly callsBurst: number
  readonly missesPerMinute: number
  readonly authorizationTtlSeconds: number
}

/** What is to hold: the number, the burst of `calls`, and null for the installation's. */
export type PolicyValue = { readonly value: number | null; readonly burst: number | null }

/** Whether this may be set by two persons alone: a rate, a burst or a budget of misses of more than ten times the installation's. */
export function needsFourEyes(policy: MerchantPolicy, { value, burst }: PolicyValue, defaults: Defaults): boolean {
  if (policy === 'calls')
    return (value ?? 0) > timesAlone * defaults.callsPerMinute || (burst ?? 0) > timesAlone * defaults.callsBurst
  return policy === 'misses' && (value ?? 0) > timesAlone * defaults.missesPerMinute
}
