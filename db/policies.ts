/**
 * What holds of a merchant `m` at this moment, as expressions over the row that a statement reads anyway: what was set until a
 * moment gives way by itself when it comes, and no statement and no job is needed for it (ADR-0058).
 */

/** The columns of `MerchantLimits`. */
export const limitsInForce = `
  case when m.calls_until > now() then m.temporary_calls_per_minute else m.calls_per_minute end as "callsPerMinute",
  case when m.calls_until > now() then m.temporary_calls_burst else m.calls_burst end as "callsBurst",
  case when m.misses_until > now() then m.temporary_misses_per_minute else m.misses_per_minute end as "missesPerMinute",
  case when m.authorization_ttl_until > now() then m.temporary_authorization_ttl_seconds
    else m.authorization_ttl_seconds end as "authorizationTtlSeconds"`

/** D61: for how many hours after its end an authorization may still be confirmed. */
export const lateHoursInForce = `
  case when m.late_notification_until > now() then m.temporary_late_notification_hours
    else m.late_notification_hours end`
