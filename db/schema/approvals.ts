import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ApprovalKind } from '@/lib/approvals/kinds'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'

/**
 * What one of the operator's people proposes and another carries out (ADR-0055). A row is decided once, and nothing else of it ever
 * changes: a trigger holds both.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: identity(),
    kind: text().$type<ApprovalKind>().notNull(),
    payload: jsonb().notNull(),
    proposedBy: integer()
      .notNull()
      .references(() => users.id),
    proposedAt: createdAt(),
    expiresAt: instant().notNull().default(sql`now() + interval '24 hours'`),
    decidedBy: integer().references(() => users.id),
    decidedAt: instant(),
    /** `alone`: carried out by who proposed it, while four eyes were off. */
    decision: text({ enum: ['approved', 'refused', 'withdrawn', 'alone'] }),
    reason: text(),
    /** What came of carrying it out; null for what was not. */
    outcome: jsonb(),
  },
  (t) => [
    index('approvals_open').on(t.expiresAt).where(sql`${t.decision} is null`),
    check(
      'approvals_expiry',
      sql`${t.expiresAt} > ${t.proposedAt} and ${t.expiresAt} <= ${t.proposedAt} + interval '24 hours'`,
    ),
    check('approvals_decision', sql`${t.decision} in ('approved', 'refused', 'withdrawn', 'alone')`),
    check(
      'approvals_decided',
      sql`num_nonnulls(${t.decidedBy}, ${t.decidedAt}, ${t.decision}) = 0
        or (num_nonnulls(${t.decidedBy}, ${t.decidedAt}, ${t.decision}) = 3 and ${t.decidedAt} < ${t.expiresAt})`,
    ),
    // Two people, unless four eyes were off; and nobody takes back what another proposed.
    check('approvals_four_eyes', sql`(${t.decision} in ('approved', 'refused')) = (${t.decidedBy} <> ${t.proposedBy})`),
    check(
      'approvals_reason',
      sql`(coalesce(${t.decision} in ('refused', 'withdrawn'), false)) = (${t.reason} is not null)
        and char_length(${t.reason}) between 1 and 300`,
    ),
    check('approvals_outcome', sql`${t.outcome} is null or ${t.decision} in ('approved', 'alone')`),
  ],
)

/** Each time that four eyes were set on or off; the newest counts, and without any they are on. */
export const fourEyesSwitches = pgTable(
  'four_eyes_switches',
  {
    id: identity(),
    isOn: boolean().notNull(),
    /** Null for the database itself, which sets them on when a second person joins the operator. */
    switchedBy: integer().references(() => users.id),
    switchedAt: createdAt(),
    reason: text(),
  },
  (t) => [
    check('four_eyes_switches_off', sql`${t.isOn} or num_nonnulls(${t.switchedBy}, ${t.reason}) = 2`),
    check('four_eyes_switches_reason', sql`char_length(${t.reason}) between 1 and 300`),
  ],
)
