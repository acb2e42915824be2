import type { MerchantLimits } from '@/lib/policies/policies'
import type { Columns } from './rows'

/**
 * What holds of a merchant `m` at this moment, as expressions over the row that a statement reads anyway: what was set until a
 * moment gives way by itself when it comes, and no statement and no job is needed for it (ADR-0058).
 */

/** The columns of `MerchantLimits`. */
const limits = {
  callsPerMinute: 'case when m.calls_until > now() then m.temporary_calls_per_minute else m.calls_per_minute end',
  callsBurst: 'case when m.calls_until > now() then m.temporary_calls_burst else m.calls_burst end',
  missesPerMinute: 'case when m.misses_until > now() then m.temporary_misses_per_minute else m.misses_per_minute end',
  authorizationTtlSeconds: `case when m.authorization_ttl_until > now() then m.temporary_authorization_ttl_seconds
    else m.authorization_ttl_seconds end`,
} as const satisfies Record<keyof MerchantLimits, string>

/** By their names. */
export const limitsInForce = Object.entries(limits)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')

/** For rows that are read as values. */
export const limitColumns: Columns<MerchantLimits> = {
  texts: [limits.callsPerMinute, limits.callsBurst, limits.missesPerMinute, limits.authorizationTtlSeconds],
  read: (row, at) => ({
    callsPerMinute: row[at] as number | null,
    callsBurst: row[at + 1] as number | null,
    missesPerMinute: row[at + 2] as number | null,
    authorizationTtlSeconds: row[at + 3] as number | null,
  }),
}

/** D61: for how many hours after its end an authorization may still be confirmed. */
export const lateHoursInForce = `
  case when m.late_notification_until > now() then m.temporary_late_notification_hours
    else m.late_notification_hours end`
