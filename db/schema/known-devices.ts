import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bigIdentity, bytea, createdAt } from './columns'

/**
 * Browsers in which somebody proved before that an address is theirs. A known device gives no access: its attempts are counted
 * apart from those of strangers (ADR-0021).
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: bigIdentity().primaryKey(),
    /** What was proved: a user of the offices signed in, or a collaborator came in by a mailed link. */
    purpose: text({ enum: ['office', 'own_benefits'] }).notNull(),
    /** The owner's address, in lower case, by which the attempts of strangers are counted. */
    email: text().notNull(),
    /** SHA-256 of what the cookie holds. A browser in which several people sign in has a row for each. */
    tokenHash: bytea().notNull(),
    /** Whether the second step of signing in was passed there too. */
    secondStep: boolean().notNull(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
  },
  (t) => [
    unique().on(t.tokenHash, t.purpose, t.email),
    index().on(t.purpose, t.email),
    index().on(t.lastUsedAt),
    check('known_devices_purpose', sql`${t.purpose} in ('office', 'own_benefits')`),
    check('known_devices_email_is_lower_case', sql`${t.email} = lower(${t.email})`),
    check('known_devices_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)
