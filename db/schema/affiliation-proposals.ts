import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'
import { companies, merchants } from './network'

/** One side asks the other for an affiliation; the other side accepts or declines, or the asking one withdraws. */
export const affiliationProposals = pgTable(
  'affiliation_requests',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    proposedBy: text('requested_by', { enum: ['merchant', 'company'] }).notNull(),
    message: text(),
    createdAt: createdAt(),
    createdByUserId: integer()
      .notNull()
      .references(() => users.id),
    outcome: text({ enum: ['accepted', 'declined', 'withdrawn'] }),
    endedAt: instant(),
    endedByUserId: integer().references(() => users.id),
  },
  (t) => [
    index().on(t.merchantId, t.id),
    index().on(t.companyId, t.id),
    uniqueIndex('affiliation_requests_one_open').on(t.merchantId, t.companyId).where(sql`${t.outcome} is null`),
    check('affiliation_requests_requested_by', sql`${t.proposedBy} in ('merchant', 'company')`),
    check('affiliation_requests_outcome', sql`${t.outcome} in ('accepted', 'declined', 'withdrawn')`),
    check(
      'affiliation_requests_end',
      sql`(${t.outcome} is null) = (${t.endedAt} is null) and (${t.outcome} is null) = (${t.endedByUserId} is null)`,
    ),
    check('affiliation_requests_message', sql`char_length(${t.message}) between 1 and 500`),
  ],
)
