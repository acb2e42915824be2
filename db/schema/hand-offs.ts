import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, bytea, createdAt, instant } from './columns'
import { apiKeys, oauthClients } from './credentials'
import { branches } from './network'

/** Whose secret it is: that of an API key or of an OAuth client, of that merchant. */
const credential = () => ({ merchantId: integer().notNull(), apiKeyId: integer(), oauthClientId: integer() })

/**
 * Secrets on their way to who installs them (ADR-0038): each as a ciphertext whose key is in its link's fragment alone, and never
 * here. The row goes when it is opened or withdrawn, and by a trigger when its credential ends or gets another secret.
 */
export const handOffs = pgTable(
  'hand_offs',
  {
    id: bigIdentity(),
    ...credential(),
    handleHash: bytea().notNull().unique(),
    ciphertext: bytea().notNull(),
    branchId: integer(),
    /** The name that the till is to give of itself (D58). */
    terminal: text(),
    createdAt: createdAt(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index().on(t.apiKeyId),
    index().on(t.oauthClientId),
    index().on(t.expiresAt),
    foreignKey({
      name: 'hand_offs_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'hand_offs_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    foreignKey({ columns: [t.merchantId, t.branchId], foreignColumns: [branches.merchantId, branches.id] }),
    check('hand_offs_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('hand_offs_handle_hash', sql`octet_length(${t.handleHash}) = 32`),
    check('hand_offs_ciphertext', sql`octet_length(${t.ciphertext}) between 29 and 256`),
    check('hand_offs_terminal', sql`${t.terminal} ~ '^[A-Za-z0-9._:-]{1,64}$'`),
    check(
      'hand_offs_hours',
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '72 hours'`,
    ),
  ],
)

/** For an hour, whoever opened a hand-off may ask whether its credential has been used since, and nothing else. */
export const handOffWatches = pgTable(
  'hand_off_watches',
  {
    tokenHash: bytea().primaryKey(),
    ...credential(),
    /** The till that the secret was for, as its calls are to name it (D58). */
    terminal: text(),
    openedAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index().on(t.apiKeyId),
    index().on(t.oauthClientId),
    index().on(t.expiresAt),
    foreignKey({
      name: 'hand_off_watches_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'hand_off_watches_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('hand_off_watches_terminal', sql`${t.terminal} ~ '^[A-Za-z0-9._:-]{1,64}$'`),
    check('hand_off_watches_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('hand_off_watches_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)
