import { sql } from 'drizzle-orm'
import { bigint, check, date, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CaseKind } from '@/lib/privacy/cases'
import { users } from './accounts'
import { createdAt, identity, instant } from './columns'
import { collaborators } from './network'

/**
 * What a person asks of their data (Ley 172-13, ADR-0065). A case holds no identification; what it holds of who asks (`contact`,
 * `note`, `answer`) is purged a year after its end.
 */
export const privacyCases = pgTable(
  'privacy_cases',
  {
    id: identity(),
    kind: text().$type<CaseKind>().notNull(),
    /** How to answer who asks. */
    contact: text(),
    note: text(),
    receivedOn: date().notNull(),
    dueOn: date().notNull(),
    openedAt: createdAt(),
    openedBy: integer()
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['open', 'answered', 'refused'] })
      .notNull()
      .default('open'),
    /** What was answered, or why it was refused. */
    answer: text(),
    endedAt: instant(),
    endedBy: integer().references(() => users.id),
    purgedAt: instant(),
  },
  (t) => [
    index('privacy_cases_by_due').on(t.dueOn, t.id),
    index('privacy_cases_to_purge').on(t.endedAt).where(sql`${t.purgedAt} is null`),
    check('privacy_cases_kind', sql`${t.kind} in ('access', 'rectification', 'cancellation')`),
    check('privacy_cases_state', sql`${t.state} in ('open', 'answered', 'refused')`),
    check('privacy_cases_due', sql`${t.dueOn} > ${t.receivedOn}`),
    check(
      'privacy_cases_ended',
      sql`num_nonnulls(${t.endedAt}, ${t.endedBy}) = case when ${t.state} = 'open' then 0 else 2 end`,
    ),
    check(
      'privacy_cases_purged',
      sql`case when ${t.purgedAt} is null then ${t.contact} is not null and (${t.state} = 'open') = (${t.answer} is null)
        else ${t.state} <> 'open' and num_nonnulls(${t.contact}, ${t.note}, ${t.answer}) = 0 end`,
    ),
    check(
      'privacy_cases_texts',
      sql`char_length(${t.contact}) between 1 and 200 and char_length(${t.note}) between 1 and 1000
        and char_length(${t.answer}) between 1 and 1000`,
    ),
  ],
)

/** Whom a case is about: the rows that were found when it was opened; none where nothing is held of who asks. */
export const privacyCasePeople = pgTable(
  'privacy_case_people',
  {
    caseId: integer()
      .notNull()
      .references(() => privacyCases.id),
    collaboratorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => collaborators.id),
  },
  (t) => [primaryKey({ columns: [t.caseId, t.collaboratorId] }), index().on(t.collaboratorId)],
)

/** What a company was asked to correct of one of its people. A trigger writes when the row was changed since. */
export const privacyRectifications = pgTable(
  'privacy_rectifications',
  {
    id: identity(),
    caseId: integer().notNull(),
    collaboratorId: bigint({ mode: 'number' }).notNull(),
    /** What is to be corrected; purged with its case. */
    what: text(),
    askedAt: createdAt(),
    askedBy: integer()
      .notNull()
      .references(() => users.id),
    changedAt: instant(),
  },
  (t) => [
    foreignKey({
      columns: [t.caseId, t.collaboratorId],
      foreignColumns: [privacyCasePeople.caseId, privacyCasePeople.collaboratorId],
    }),
    index().on(t.caseId),
    index('privacy_rectifications_unanswered').on(t.collaboratorId).where(sql`${t.changedAt} is null`),
    check('privacy_rectifications_what', sql`char_length(${t.what}) between 1 and 1000`),
  ],
)
