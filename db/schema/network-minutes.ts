import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** What the whole network did in one minute, summed by a job from rows that the tills' calls leave (ADR-0057). Kept for eight days. */
export const networkMinutes = pgTable(
  'network_minutes',
  {
    minute: instant().primaryKey(),
    calls: integer().notNull(),
    /** Answers of 2xx and of 5xx; those of 4xx by their codes. */
    done: integer().notNull(),
    failed: integer().notNull(),
    codes: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    /** How many answers fell into each bin of `lib/health/latency.ts`, by its number. */
    bins: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    authorized: integer().notNull(),
    confirmed: integer().notNull(),
    expired: integer().notNull(),
  },
  (t) => [
    check(
      'network_minutes_counts',
      sql`least(${t.calls}, ${t.done}, ${t.failed}, ${t.authorized}, ${t.confirmed}, ${t.expired}) >= 0`,
    ),
  ],
)

/** How many calls of one merchant ended how in one minute. Kept for a day. */
export const merchantMinutes = pgTable(
  'merchant_minutes',
  {
    minute: instant().notNull(),
    /** No foreign key: the row is a sum, written beside the tills. */
    merchantId: integer().notNull(),
    status: smallint().notNull(),
    /** The code of the fault; empty for what was done. */
    code: text().notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.minute, t.merchantId, t.status, t.code] }),
    check('merchant_minutes_calls', sql`${t.calls} > 0`),
  ],
)
