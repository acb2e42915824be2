import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, bytea, createdAt, identity, instant } from './columns'
import { merchants } from './network'

/** Networks from which a credential is accepted, as `readNetworks` reads them; null for anywhere (ADR-0041). */
const allowedAddresses = () => text().array()

/** Who, from where and when: the last accepted use of a credential (D55). */
const lastUsed = () => ({
  lastUsedAt: instant(),
  lastUsedAddress: text(),
  lastUsedUserAgent: text(),
})

/**
 * Of a credential that replaces another: which one, after how many hours without a use of that one it may be ended, and the
 * terminal that is changed first, as its calls name it (ADR-0043).
 */
const replacement = () => ({ replacesId: integer(), quietHours: integer(), canary: text() })

/** Until when the test environment looks further into its calls: something is armed for it, or a certification runs (ADR-0049). */
const sandboxed = () => ({ sandboxUntil: instant() })

/** All of it or nothing, and never itself. */
const replacementCheck = (t: Record<'id' | 'replacesId' | 'quietHours' | 'canary', AnyPgColumn>) =>
  sql`(${t.replacesId} is null) = (${t.quietHours} is null) and (${t.replacesId} is not null or ${t.canary} is null)
    and ${t.replacesId} <> ${t.id} and ${t.quietHours} in (1, 24) and ${t.canary} ~ '^[A-Za-z0-9._:-]{1,64}$'`

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
    allowedAddresses: allowedAddresses(),
    ...replacement(),
    ...sandboxed(),
    ...lastUsed(),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.key),
    uniqueIndex('api_keys_live_name').on(t.merchantId, t.name).where(sql`${t.revokedAt} is null`),
    // Of one credential one replacement at a time.
    uniqueIndex('api_keys_one_replacement').on(t.merchantId, t.replacesId).where(sql`${t.revokedAt} is null`),
    foreignKey({
      name: 'api_keys_replaces',
      columns: [t.merchantId, t.replacesId],
      foreignColumns: [t.merchantId, t.id],
    }),
    check('api_keys_replacement', replacementCheck(t)),
    check('api_keys_prefix', sql`${t.prefix} ~ '^[A-Za-z0-9]{16}$'`),
    check('api_keys_secret_hash', sql`octet_length(${t.secretHash}) = 32`),
    check('api_keys_allowed_addresses', sql`cardinality(${t.allowedAddresses}) > 0`),
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
    // The secret that a till still presents when it missed the rotation: kept to recognise it, never to accept it.
    previousSecretHash: bytea(),
    rotatedAt: instant(),
    // When somebody ended the watching of the last rotation.
    switchOverDismissedAt: instant(),
    createdAt: createdAt(),
    createdBy: integer().references(() => users.id),
    deletedAt: instant(),
    deletedBy: integer().references(() => users.id),
    lastTokenAt: instant(),
    lastTokenAddress: text(),
    lastTokenUserAgent: text(),
    allowedAddresses: allowedAddresses(),
    ...replacement(),
    ...sandboxed(),
    ...lastUsed(),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.key),
    uniqueIndex('oauth_clients_live_name').on(t.merchantId, t.name).where(sql`${t.deletedAt} is null`),
    // Of one credential one replacement at a time.
    uniqueIndex('oauth_clients_one_replacement').on(t.merchantId, t.replacesId).where(sql`${t.deletedAt} is null`),
    foreignKey({
      name: 'oauth_clients_replaces',
      columns: [t.merchantId, t.replacesId],
      foreignColumns: [t.merchantId, t.id],
    }),
    check('oauth_clients_replacement', replacementCheck(t)),
    check('oauth_clients_client_id', sql`${t.clientId} ~ ('^m' || ${t.merchantId} || '-[a-z0-9]{16,}$')`),
    check('oauth_clients_allowed_addresses', sql`cardinality(${t.allowedAddresses}) > 0`),
    check('oauth_clients_secret_hash', sql`octet_length(${t.secretHash}) = 32`),
    check(
      'oauth_clients_permissions',
      sql`cardinality(${t.permissions}) > 0 and ${t.permissions} <@ array['core.integrations', 'core.consumptions.read']`,
    ),
  ],
)

/** Opaque access tokens, by digest (D49). A token has no more rights than its client has now: every call joins the two. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    tokenHash: bytea().notNull(),
    merchantId: integer().notNull(),
    oauthClientId: integer().notNull(),
    permissions: text().array().notNull(),
    issuedAt: createdAt(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (t) => [
    primaryKey({ name: 'access_tokens_pkey', columns: [t.tokenHash, t.merchantId] }),
    index().on(t.expiresAt),
    foreignKey({
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('access_tokens_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/** Whose row it is: an API key or an OAuth client, of that merchant. */
const credential = () => ({ merchantId: integer().notNull(), apiKeyId: integer(), oauthClientId: integer() })

/** What became of calls: `done` (2xx), `refused` (by a rule of the business), `denied` (401, 403), `limited` (429), `failed` (5xx). */
const callOutcomes = ['done', 'refused', 'denied', 'limited', 'failed'] as const

/**
 * Calls of each credential by hour and outcome: for the chart on its page, and to show who uses it before it is rotated or
 * revoked.
 */
export const credentialCalls = pgTable(
  'credential_calls',
  {
    ...credential(),
    hour: instant().notNull(),
    outcome: text({ enum: callOutcomes }).notNull(),
    calls: integer().notNull(),
  },
  (t) => [
    unique('credential_calls_of_hour')
      .on(t.apiKeyId, t.oauthClientId, t.hour, t.outcome, t.merchantId)
      .nullsNotDistinct(),
    index().on(t.hour),
    // Without the count, which changes every few seconds: a change of it then touches no index.
    index('credential_calls_of_merchant').on(t.merchantId, t.hour),
    foreignKey({
      name: 'credential_calls_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'credential_calls_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('credential_calls_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('credential_calls_outcome', sql`${t.outcome} in ('done', 'refused', 'denied', 'limited', 'failed')`),
    check('credential_calls_calls', sql`${t.calls} > 0`),
  ],
)

/** Why a credential's calls were turned away, in words for its merchant; the wire says the same to all (D48, D50). */
const refusalReasons = [
  'wrong_secret',
  'previous_secret',
  'expired',
  'revoked',
  'deleted',
  'permission_missing',
  'merchant_disabled',
  'rate_limited',
  'address_not_allowed',
] as const

/** The last refusals of each credential; equal refusals within a minute are one row. */
export const credentialRefusals = pgTable(
  'credential_refusals',
  {
    id: bigIdentity(),
    ...credential(),
    occurredAt: instant().notNull(),
    reason: text({ enum: refusalReasons }).notNull(),
    /** The route, such as `POST /connect/token`. */
    operation: text().notNull(),
    times: integer().notNull(),
    address: text(),
    userAgent: text(),
    requestId: text(),
  },
  (t) => [
    primaryKey({ name: 'credential_refusals_pkey', columns: [t.id, t.merchantId] }),
    index().on(t.apiKeyId, t.id),
    index().on(t.oauthClientId, t.id),
    index().on(t.occurredAt),
    foreignKey({
      name: 'credential_refusals_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'credential_refusals_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('credential_refusals_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('credential_refusals_times', sql`${t.times} > 0`),
  ],
)
