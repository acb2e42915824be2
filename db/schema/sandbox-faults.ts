import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, identity, instant } from './columns'
import { apiKeys, oauthClients } from './credentials'
import { merchants } from './network'

/** Faults that a merchant armed for a credential of theirs, in the test environment (sandbox.md, Identities 4). Gone when used up or over. */
export const sandboxFaults = pgTable(
  'sandbox_faults',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    apiKeyId: integer(),
    oauthClientId: integer(),
    /** Null for every operation. */
    operation: text(),
    kind: text().notNull(),
    /** Seconds, for the kinds that have them. */
    seconds: integer(),
    timesLeft: integer().notNull(),
    until: instant().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sandbox_faults_api_key').on(t.merchantId, t.apiKeyId),
    index('sandbox_faults_oauth_client').on(t.merchantId, t.oauthClientId),
    foreignKey({
      name: 'sandbox_faults_of_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'sandbox_faults_of_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('sandbox_faults_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('sandbox_faults_times', sql`${t.timesLeft} between 0 and 20`),
    check('sandbox_faults_seconds', sql`${t.seconds} between 1 and 120`),
  ],
)
