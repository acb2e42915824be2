import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, instant } from './columns'
import { companies, merchants } from './network'

/**
 * Who did what to what, when, from where. Append-only: a trigger refuses UPDATE and DELETE. The actor `operator` is one of the
 * network's people where there is a user, and a command of its staff where there is none.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigIdentity().primaryKey(),
    occurredAt: instant().notNull().default(sql`now()`),
    merchantId: integer().references(() => merchants.id),
    companyId: integer().references(() => companies.id),
    actor: text({ enum: ['user', 'operator', 'service'] }).notNull(),
    userId: integer().references(() => users.id),
    action: text().notNull(),
    outcome: text({ enum: ['done', 'denied'] })
      .notNull()
      .default('done'),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    details: jsonb().notNull().default({}),
    address: text(),
    userAgent: text(),
    requestId: text(),
  },
  (t) => [
    index().on(t.merchantId, t.id),
    index().on(t.companyId, t.id),
    // What was done to a person, to tell and to erase it.
    index('audit_events_of_collaborator')
      .on(t.companyId, t.subjectId, t.id)
      .where(sql`${t.subjectType} = 'collaborator'`),
    // The trail only grows, so that a day of it lies together.
    index('audit_events_occurred').using('brin', t.occurredAt),
    check(
      'audit_events_actor',
      sql`${t.actor} in ('user', 'operator', 'service') and (${t.actor} = 'operator' or (${t.actor} = 'user') = (${t.userId} is not null))`,
    ),
    check('audit_events_outcome', sql`${t.outcome} in ('done', 'denied')`),
  ],
)
