import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'
import { merchants } from './network'

/** Who set what for a merchant, until when and why. Append-only, as the audit trail is; what holds now stands with the merchant. */
export const merchantPolicyChanges = pgTable(
  'merchant_policy_changes',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    policy: text({ enum: ['calls', 'misses', 'late_notification', 'authorization_life'] }).notNull(),
    /** Null for the installation's number. */
    value: integer(),
    /** Of `calls` alone. */
    burst: integer(),
    /** Null for one that stands until the next. */
    until: instant(),
    reason: text().notNull(),
    changedBy: integer()
      .notNull()
      .references(() => users.id),
    /** The second person, where one had to agree. */
    approvedBy: integer().references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('merchant_policy_changes_of_merchant').on(t.merchantId, t.id),
    check(
      'merchant_policy_changes_policy',
      sql`${t.policy} in ('calls', 'misses', 'late_notification', 'authorization_life')`,
    ),
    check('merchant_policy_changes_reason', sql`char_length(${t.reason}) between 1 and 500`),
    check('merchant_policy_changes_until', sql`${t.until} > ${t.createdAt}`),
    check('merchant_policy_changes_four_eyes', sql`${t.approvedBy} <> ${t.changedBy}`),
  ],
)
