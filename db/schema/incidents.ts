import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'

/** What went wrong in the network, as `/status` tells it. What was said of it stands in its updates, which never change. */
export const incidents = pgTable(
  'incidents',
  {
    id: identity(),
    titleEs: text().notNull(),
    titleEn: text().notNull(),
    parts: text({ enum: ['api', 'offices', 'mails'] })
      .array()
      .notNull(),
    /** That of its newest update. */
    state: text({ enum: ['investigating', 'identified', 'watching', 'resolved'] }).notNull(),
    begunAt: createdAt(),
    resolvedAt: instant(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('incidents_begun').on(t.begunAt, t.id),
    index('incidents_open').on(t.id).where(sql`${t.resolvedAt} is null`),
    check('incidents_parts', sql`${t.parts} <@ array['api', 'offices', 'mails'] and cardinality(${t.parts}) > 0`),
    check('incidents_state', sql`${t.state} in ('investigating', 'identified', 'watching', 'resolved')`),
    check('incidents_resolved', sql`(${t.state} = 'resolved') = (${t.resolvedAt} is not null)`),
    check(
      'incidents_titles',
      sql`char_length(${t.titleEs}) between 1 and 120 and char_length(${t.titleEn}) between 1 and 120`,
    ),
  ],
)

/** What was said of an incident, when: appended, never edited (a trigger refuses it). */
export const incidentUpdates = pgTable(
  'incident_updates',
  {
    id: identity(),
    incidentId: integer()
      .notNull()
      .references(() => incidents.id),
    state: text({ enum: ['investigating', 'identified', 'watching', 'resolved'] }).notNull(),
    textEs: text().notNull(),
    textEn: text().notNull(),
    createdAt: createdAt(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('incident_updates_of_incident').on(t.incidentId, t.id),
    check('incident_updates_state', sql`${t.state} in ('investigating', 'identified', 'watching', 'resolved')`),
    check(
      'incident_updates_texts',
      sql`char_length(${t.textEs}) between 1 and 1000 and char_length(${t.textEn}) between 1 and 1000`,
    ),
  ],
)
