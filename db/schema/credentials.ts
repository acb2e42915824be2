import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bytea, createdAt, identity, instant } from './columns'
import { merchants } from './network'

/** Who, from where and when: the last accepted use of a credential (D55). */
const lastUsed = () => ({
  lastUsedAt: instant(),
  lastUsedAddress: text(),
  lastUsedUserAgent: text(),
})

export const apiKeys = pgTable(
  'api_keys',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    key: text(),
    name: text().notNull(),
    permissions: text().array().notNull(),
    prefix: text().notNull().unique(),
    secretHash: bytea().notNull(),
    createdAt: createdAt(),
    createdBy: integer().references(() => users.id),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    revokedBy: integer().references(() => users.id),
    ...lastUsed(),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.key),
    uniqueIndex('api_keys_live_name').on(t.merchantId, t.name).where(sql`${t.revokedAt} is null`),
    check('api_keys_prefix', sql`${t.prefix} ~ '^[A-Za-z0-9]{16}$'`),
    check('api_keys_secret_hash', sql`octet_length(${t.secretHash}) = 32`),
    check('api_keys_validity', sql`${t.expiresAt} > ${t.createdAt}`),
    check(
      'api_keys_permissions',
      sql`cardinality(${t.permissions}) > 0 and ${t.permissions} <@ array['core.integrations', 'core.consumptions.read']`,
    ),
  ],
)

export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    key: text(),
    name: text().notNull(),
    permissions: text().array().notNull(),
    clientId: text().notNull().unique(),
    secretHash: bytea().notNull(),
    // Kept to recognise, never to accept, what a till that missed the rotation still presents.
    previousSecretHash: bytea(),
    rotatedAt: instant(),
    createdAt: createdAt(),
    createdBy: integer().references(() => users.id),
    deletedAt: instant(),
    deletedBy: integer().references(() => users.id),
    lastTokenAt: instant(),
    lastTokenAddress: text(),
    lastTokenUserAgent: text(),
    ...lastUsed(),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.key),
    uniqueIndex('oauth_clients_live_name').on(t.merchantId, t.name).where(sql`${t.deletedAt} is null`),
    check('oauth_clients_client_id', sql`${t.clientId} ~ ('^m' || ${t.merchantId} || '-[a-z0-9]{16,}$')`),
    check('oauth_clients_secret_hash', sql`octet_length(${t.secretHash}) = 32`),
    check(
      'oauth_clients_permissions',
      sql`cardinality(${t.permissions}) > 0 and ${t.permissions} <@ array['core.integrations', 'core.consumptions.read']`,
    ),
  ],
)

/** Opaque access tokens, by digest (D49). A token is worth what its client still is: every call joins the two. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: bytea().primaryKey(),
    merchantId: integer().notNull(),
    oauthClientId: integer().notNull(),
    permissions: text().array().notNull(),
    issuedAt: createdAt(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [
    index().on(t.expiresAt),
    foreignKey({
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('access_tokens_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)
