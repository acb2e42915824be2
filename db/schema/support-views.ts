import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sessions, users } from './accounts'
import { createdAt, identity, instant } from './columns'
import { companies, merchants } from './network'

/**
 * The operator's looks into an office (ADR-0056): a session of one of its people sees that office until the view ends, half an hour
 * later at most. The row is asked at every request, so that an end counts from the next one on.
 */
export const supportViews = pgTable(
  'support_views',
  {
    id: identity(),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    merchantId: integer().references(() => merchants.id),
    companyId: integer().references(() => companies.id),
    ticket: text().notNull(),
    reason: text().notNull(),
    startedAt: createdAt(),
    endsAt: instant().notNull().default(sql`now() + interval '30 minutes'`),
    endedAt: instant(),
    endReason: text({ enum: ['ended', 'replaced', 'revoked'] }),
    /** The member of the merchant or company who revoked it. */
    revokedBy: integer().references(() => users.id),
  },
  (t) => [
    uniqueIndex('support_views_one_of_session').on(t.sessionId).where(sql`${t.endedAt} is null`),
    index().on(t.merchantId, t.id),
    index().on(t.companyId, t.id),
    check('support_views_of_one', sql`num_nonnulls(${t.merchantId}, ${t.companyId}) = 1`),
    check(
      'support_views_minutes',
      sql`${t.endsAt} > ${t.startedAt} and ${t.endsAt} <= ${t.startedAt} + interval '30 minutes'`,
    ),
    check('support_views_ended', sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
    check('support_views_end_reason', sql`${t.endReason} in ('ended', 'replaced', 'revoked')`),
    check('support_views_revoked', sql`(coalesce(${t.endReason} = 'revoked', false)) = (${t.revokedBy} is not null)`),
    check('support_views_ticket', sql`char_length(${t.ticket}) between 1 and 40`),
    check('support_views_reason', sql`char_length(${t.reason}) between 1 and 300`),
  ],
)
