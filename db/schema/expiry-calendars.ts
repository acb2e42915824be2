import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { merchantMemberships } from './accounts'
import { bytea, createdAt, instant } from './columns'

/**
 * The address under which a member's calendar program fetches when the keys of a merchant end, by the digest of its token (ADR-0039).
 * One for each member, which goes with their membership.
 */
export const expiryCalendars = pgTable(
  'expiry_calendars',
  {
    merchantId: integer().notNull(),
    userId: integer().notNull(),
    tokenHash: bytea().notNull().unique(),
    createdAt: createdAt(),
    readAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId] }),
    foreignKey({
      name: 'expiry_calendars_member',
      columns: [t.userId, t.merchantId],
      foreignColumns: [merchantMemberships.userId, merchantMemberships.merchantId],
    }).onDelete('cascade'),
    check('expiry_calendars_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)
