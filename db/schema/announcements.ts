import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'

/** What the operator tells the people of the offices, between two moments. */
export const announcements = pgTable(
  'announcements',
  {
    id: identity(),
    textEs: text().notNull(),
    textEn: text().notNull(),
    audience: text({ enum: ['all', 'merchants', 'companies'] }).notNull(),
    showFrom: instant().notNull(),
    showUntil: instant().notNull(),
    createdAt: createdAt(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    withdrawnAt: instant(),
  },
  (t) => [
    index('announcements_until').on(t.showUntil).where(sql`${t.withdrawnAt} is null`),
    check('announcements_audience', sql`${t.audience} in ('all', 'merchants', 'companies')`),
    check('announcements_period', sql`${t.showFrom} < ${t.showUntil}`),
    check(
      'announcements_texts',
      sql`char_length(${t.textEs}) between 1 and 300 and char_length(${t.textEn}) between 1 and 300`,
    ),
  ],
)

/** Who has put an announcement away. */
export const announcementsPutAway = pgTable(
  'announcements_put_away',
  {
    announcementId: integer()
      .notNull()
      .references(() => announcements.id),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.announcementId, t.userId] })],
)
