import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, instant } from './columns'
import { collaborators } from './network'

const collaboratorId = () =>
  bigint({ mode: 'number' })
    .notNull()
    .references(() => collaborators.id)

/** Links mailed to a collaborator, to see their own benefits: one use, a short life. */
export const collaboratorLinks = pgTable(
  'collaborator_links',
  {
    id: identity(),
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
    id: identity(),
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
