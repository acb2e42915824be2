import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns'

/**
 * What each day of the trail was when it was over: how many events, and the last hash of their chain, signed. A trail that was
 * changed in the database afterwards is seen by it. Never changed, as the trail.
 */
export const auditDays = pgTable(
  'audit_days',
  {
    day: date({ mode: 'string' }).primaryKey(),
    events: integer().notNull(),
    lastHash: bytea().notNull(),
    /** Of the day, its count and its hash; null for a day sealed before seals were signed. */
    signature: bytea(),
    sealedAt: createdAt(),
  },
  (t) => [check('audit_days_hash', sql`octet_length(${t.lastHash}) = 32`)],
)
