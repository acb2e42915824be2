import { sql } from 'drizzle-orm'
import { bigint, check, date, foreignKey, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, bytea, createdAt, instant } from './columns'
import { collaborators } from './network'

const collaboratorId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => collaborators.id)

/** Links mailed to a collaborator, to see their own benefits: one use, a short life. */
export const collaboratorLinks = pgTable(
  'collaborator_links',
  {
    id: bigIdentity().primaryKey(),
    collaboratorId: collaboratorId(),
    /** Where it was sent, in lower case: it works while that is still the collaborator's. */
    email: text().notNull(),
    tokenHash: bytea().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    address: text(),
  },
  (t) => [
    index().on(t.collaboratorId),
    index().on(t.expiresAt),
    check('collaborator_links_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/** Collaborators' sessions on their own page. The cookie names a row; the row decides, at every request. */
export const collaboratorSessions = pgTable(
  'collaborator_sessions',
  {
    id: bigIdentity().primaryKey(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: bytea().notNull().unique(),
    collaboratorId: collaboratorId(),
    /** The address of the link that opened the session: it ends when that is no longer the collaborator's address. */
    email: text().notNull(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    address: text(),
    userAgent: text(),
  },
  (t) => [
    index().on(t.collaboratorId),
    index().on(t.expiresAt),
    check('collaborator_sessions_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/** Who was invited by mail to see and use their benefits: at most once a day at one address. Rows are never changed. */
export const collaboratorInvitations = pgTable(
  'collaborator_invitations',
  {
    id: bigIdentity().primaryKey(),
    companyId: integer().notNull(),
    collaboratorId: bigint({ mode: 'number' }).notNull(),
    /** Where it was sent, in lower case: whoever has another address by now counts as not invited. */
    email: text().notNull(),
    invitedBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    localDay: date().notNull().generatedAlwaysAs(sql`(created_at at time zone 'America/Santo_Domingo')::date`),
  },
  (t) => [
    unique('collaborator_invitations_once_a_day').on(t.companyId, t.collaboratorId, t.email, t.localDay),
    index().on(t.companyId, t.localDay),
    foreignKey({
      columns: [t.companyId, t.collaboratorId],
      foreignColumns: [collaborators.companyId, collaborators.id],
    }),
    check('collaborator_invitations_email', sql`${t.email} = lower(${t.email})`),
  ],
)
