import type { MerchantLimits } from '@/lib/policies/policies'
import type { Columns } from './rows'

/**
 * What holds of a merchant at this moment: what was set until a moment gives way by itself when it comes, and no job is needed for it
 * (ADR-0058). `limits_in_force` has the rule.
 */

/** The parts of a record of `limits_in_force`. */
const limits = {
  callsPerMinute: 'calls_per_minute',
  callsBurst: 'calls_burst',
  missesPerMinute: 'misses_per_minute',
  authorizationTtlSeconds: 'authorization_ttl_seconds',
} as const satisfies Record<keyof MerchantLimits, string>

/** The merchant of that number as `m`, with its `limits`: for most nothing is set, and the function is not called (ADR-0087). */
export const merchantInForce = (id: string): string => `(
      select m.enabled, case when num_nonnulls(m.calls_per_minute, m.calls_burst, m.calls_until, m.misses_per_minute, m.misses_until,
        m.authorization_ttl_seconds, m.authorization_ttl_until) > 0 then limits_in_force(m.id) end as limits
      from merchants m where m.id = ${id}
      offset 0) m`

const limitInForce = (name: keyof MerchantLimits): string => `(m.limits).${limits[name]}`

/** D56: whether the merchant has no limits of calls of its own. */
export const callsUnlimited = `${limitInForce('callsPerMinute')} is null and ${limitInForce('callsBurst')} is null`

export const authorizationTtlInForce = limitInForce('authorizationTtlSeconds')

/** For rows that are read as values. */
export const limitColumns: Columns<MerchantLimits> = {
  texts: [
    limitInForce('callsPerMinute'),
    limitInForce('callsBurst'),
    limitInForce('missesPerMinute'),
    authorizationTtlInForce,
  ],
  read: (row, at) => ({
    callsPerMinute: row[at] as number | null,
    callsBurst: row[at + 1] as number | null,
    missesPerMinute: row[at + 2] as number | null,
    authorizationTtlSeconds: row[at + 3] as number | null,
  }),
}

/** The same by their names, of `limits_in_force(…)` as `l`. */
export const namedLimits = Object.entries(limits)
  .map(([name, column]) => `l.${column} as "${name}"`)
  .join(', ')

/** D61: for how many hours after its end an authorization may still be confirmed. */
export const lateHoursInForce = `
  case when m.late_notification_until > now() then m.temporary_late_notification_hours
    else m.late_notification_hours end`
