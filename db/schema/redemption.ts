import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts'
import { bigIdentity, bytea, createdAt, instant, pesos } from './columns'
import { apiKeys, oauthClients } from './credentials'
import { branches, collaborators, discounts } from './network'

/**
 * A discount calculated and reserved for one purchase (contract, 2 and 3). Rows are never deleted (D34), and the terms are
 * frozen in them (D40).
 */
export const authorizations = pgTable(
  'authorizations',
  {
    id: bigIdentity(),
    merchantId: integer().notNull(),
    code: text().notNull(),
    reference: text().notNull(),
    status: text({ enum: ['Authorized', 'Consumed', 'Expired', 'Released'] })
      .notNull()
      .default('Authorized'),
    discountId: integer().notNull(),
    companyId: integer().notNull(),
    collaboratorId: bigint({ mode: 'number' }).notNull(),
    branchId: integer(),
    apiKeyId: integer(),
    oauthClientId: integer(),
    purchaseAmount: pesos().notNull(),
    discountAmount: pesos().notNull(),
    finalAmount: pesos().notNull(),
    discountType: text({ enum: ['PCT', 'AMT'] }).notNull(),
    discountValue: pesos().notNull(),
    maximumDiscount: pesos(),
    scope: text({ enum: ['store', 'category', 'article'] }).notNull(),
    /** Sum of the matching lines, exact to a thousandth of a cent (two decimals of price by three of quantity). */
    matchedSubtotal: numeric({ precision: 30, scale: 5 }),
    items: jsonb(),
    authorizedAt: createdAt(),
    /** The merchant's day of the reservation, by which uses per collaborator and day are counted (D43). Triggers keep it so (ADR-0100). */
    localDay: date().notNull().default(sql`(now() at time zone 'America/Santo_Domingo')::date`),
    expiresAt: instant().notNull(),
    /** When it was consumed, released, or seen to have expired. */
    endedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique('authorizations_code').on(t.merchantId, t.code),
    // D36: one active authorization per reference.
    uniqueIndex('authorizations_one_active').on(t.merchantId, t.reference).where(sql`${t.status} = 'Authorized'`),
    // By bytes, so that the offices find what begins with a text too, in a database of any collation.
    index('authorizations_reference').on(t.merchantId, t.reference.op('text_pattern_ops'), t.id),
    index('authorizations_authorized').on(t.merchantId, t.authorizedAt, t.id),
    // Released and expired authorizations are few beside the consumed ones: their lists need not read past those.
    index('authorizations_ended_unused')
      .on(t.merchantId, t.status, t.authorizedAt, t.id)
      .where(sql`${t.status} in ('Expired', 'Released')`),
    index('authorizations_overdue').on(t.expiresAt).where(sql`${t.status} = 'Authorized'`),
    // What is held of a person, without a write of the tills' path: what was consumed is found by its consumption (ADR-0068).
    index('authorizations_unused_of_collaborator')
      .on(t.collaboratorId)
      .where(sql`${t.status} in ('Expired', 'Released')`),
    foreignKey({ columns: [t.merchantId, t.discountId], foreignColumns: [discounts.merchantId, discounts.id] }),
    foreignKey({ columns: [t.merchantId, t.branchId], foreignColumns: [branches.merchantId, branches.id] }),
    foreignKey({
      columns: [t.companyId, t.collaboratorId],
      foreignColumns: [collaborators.companyId, collaborators.id],
    }),
    foreignKey({ columns: [t.merchantId, t.apiKeyId], foreignColumns: [apiKeys.merchantId, apiKeys.id] }),
    foreignKey({
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('authorizations_status', sql`${t.status} in ('Authorized', 'Consumed', 'Expired', 'Released')`),
    check('authorizations_ended', sql`(${t.status} = 'Authorized') = (${t.endedAt} is null)`),
    check('authorizations_expiry', sql`${t.expiresAt} > ${t.authorizedAt}`),
    check('authorizations_reference_length', sql`char_length(${t.reference}) between 1 and 64`),
    check(
      'authorizations_amounts',
      sql`${t.purchaseAmount} > 0 and ${t.purchaseAmount} <= 999999999.99 and ${t.discountAmount} >= 0
          and ${t.finalAmount} >= 0 and ${t.finalAmount} = ${t.purchaseAmount} - ${t.discountAmount}`,
    ),
    check('authorizations_scope', sql`(${t.scope} = 'store') = (${t.matchedSubtotal} is null)`),
  ],
)

/**
 * A paid purchase on which a discount was used (contract, 2). Branch, company, collaborator and discount are the authorization's. What it
 * names is looked up by a trigger, not by the foreign keys themselves (ADR-0091).
 */
export const consumptions = pgTable(
  'consumptions',
  {
    id: bigIdentity(),
    merchantId: integer().notNull(),
    code: text().notNull(),
    authorizationId: bigint({ mode: 'number' }).notNull(),
    reference: text().notNull(),
    status: text({ enum: ['Registered'] })
      .notNull()
      .default('Registered'),
    discountId: integer().notNull(),
    companyId: integer().notNull(),
    collaboratorId: bigint({ mode: 'number' }).notNull(),
    branchId: integer(),
    apiKeyId: integer(),
    oauthClientId: integer(),
    purchaseAmount: pesos().notNull(),
    discountAmount: pesos().notNull(),
    finalAmount: pesos().notNull(),
    consumptionDate: instant().notNull(),
    registeredAt: createdAt(),
    /** For how many hours the merchant's policy let it be notified late; null for one that came in time (D61). */
    lateHours: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique('consumptions_code').on(t.merchantId, t.code),
    unique('consumptions_once').on(t.merchantId, t.authorizationId),
    // With what sums add up and tell apart: a year of a merchant is added up from the index alone (ADR-0068).
    index('consumptions_registered_sums').on(
      ...([t.merchantId, t.registeredAt, t.id, t.branchId, t.companyId, t.discountId] as const),
      ...([t.purchaseAmount, t.discountAmount, t.finalAmount] as const),
    ),
    // What the offices narrow their lists by, newest first within each. A company and a discount are found by their days (ADR-0096).
    index('consumptions_of_branch')
      .on(t.merchantId, t.branchId, t.registeredAt, t.id)
      .where(sql`${t.branchId} is not null`),
    index('consumptions_api_key')
      .on(t.merchantId, t.apiKeyId, t.registeredAt, t.id)
      .where(sql`${t.apiKeyId} is not null`),
    index('consumptions_oauth_client')
      .on(t.merchantId, t.oauthClientId, t.registeredAt, t.id)
      .where(sql`${t.oauthClientId} is not null`),
    index('consumptions_of_company_sums').on(
      ...([t.companyId, t.registeredAt, t.id, t.collaboratorId, t.merchantId] as const),
      ...([t.purchaseAmount, t.discountAmount, t.finalAmount] as const),
    ),
    index('consumptions_of_collaborator').on(t.collaboratorId, t.registeredAt, t.id),
    foreignKey({
      columns: [t.merchantId, t.authorizationId],
      foreignColumns: [authorizations.merchantId, authorizations.id],
    }),
    foreignKey({ columns: [t.merchantId, t.apiKeyId], foreignColumns: [apiKeys.merchantId, apiKeys.id] }),
    foreignKey({
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    check('consumptions_status', sql`${t.status} = 'Registered'`),
    check('consumptions_late', sql`${t.lateHours} between 1 and 72`),
    check(
      'consumptions_amounts',
      sql`${t.purchaseAmount} > 0 and ${t.purchaseAmount} <= 999999999.99 and ${t.discountAmount} >= 0
          and ${t.finalAmount} >= 0 and ${t.finalAmount} = ${t.purchaseAmount} - ${t.discountAmount}`,
    ),
  ],
)

/**
 * A key and the one record that it made (D44). Both operations share one table, because only one unique index can guarantee that
 * a key names one record across both. The statement that writes the record writes this row too, and it lives as long. The record is
 * looked up as what a consumption names is.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    merchantId: integer().notNull(),
    key: uuid().notNull(),
    fingerprint: bytea().notNull(),
    authorizationId: bigint({ mode: 'number' }),
    consumptionId: bigint({ mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [t.merchantId, t.key] }),
    foreignKey({
      columns: [t.merchantId, t.authorizationId],
      foreignColumns: [authorizations.merchantId, authorizations.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.consumptionId],
      foreignColumns: [consumptions.merchantId, consumptions.id],
    }),
    check('idempotency_keys_record', sql`num_nonnulls(${t.authorizationId}, ${t.consumptionId}) = 1`),
  ],
)

/**
 * Every record has one maker: a key, a client, or the person of `member_authorizations` and `member_consumptions`. Triggers of
 * migration 0016 ask for it when the transaction ends, since the person is written after the record.
 *
 * Who reserved, where it was a person at the till in the browser and no credential (D68). Apart from the authorizations, so that
 * the statements of the merchants' systems write nothing more.
 */
export const memberAuthorizations = pgTable(
  'member_authorizations',
  {
    merchantId: integer().notNull(),
    authorizationId: bigint({ mode: 'number' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.authorizationId] }),
    // A person's own sales, newest first.
    index('member_authorizations_user').on(t.merchantId, t.userId, t.authorizationId),
    foreignKey({
      columns: [t.merchantId, t.authorizationId],
      foreignColumns: [authorizations.merchantId, authorizations.id],
    }),
  ],
)

/** Who confirmed, where it was a person (D68). */
export const memberConsumptions = pgTable(
  'member_consumptions',
  {
    merchantId: integer().notNull(),
    consumptionId: bigint({ mode: 'number' }).notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.consumptionId] }),
    index('member_consumptions_user').on(t.merchantId, t.userId, t.consumptionId),
    foreignKey({
      columns: [t.merchantId, t.consumptionId],
      foreignColumns: [consumptions.merchantId, consumptions.id],
    }),
  ],
)

/** What the active and consumed authorizations of a limited discount add up to (D43). Kept by triggers, row for row. */
export const discountUsage = pgTable(
  'discount_usage',
  {
    discountId: integer().notNull(),
    /** Of the discount. A trigger fills it for a row that comes without it (ADR-0067). */
    merchantId: integer().notNull(),
    uses: integer().notNull(),
    amount: numeric({ precision: 16, scale: 2 }).notNull(),
    /** What was paid and no longer counts, since its sandbox was emptied (ADR-0051). */
    forgottenUses: integer().notNull().default(0),
    forgottenAmount: numeric({ precision: 16, scale: 2 }).notNull().default('0'),
  },
  (t) => [
    primaryKey({ name: 'discount_usage_pkey', columns: [t.discountId, t.merchantId] }),
    foreignKey({
      name: 'discount_usage_discount',
      columns: [t.merchantId, t.discountId],
      foreignColumns: [discounts.merchantId, discounts.id],
    }),
    check('discount_usage_not_negative', sql`${t.uses} >= 0 and ${t.amount} >= 0`),
    check('discount_usage_forgotten', sql`${t.forgottenUses} >= 0 and ${t.forgottenAmount} >= 0`),
  ],
)

/** The same, per collaborator and local day, for discounts with such a limit. */
export const discountDailyUsage = pgTable(
  'discount_daily_usage',
  {
    discountId: integer().notNull(),
    collaboratorId: bigint({ mode: 'number' })
      .notNull()
      .references(() => collaborators.id),
    localDay: date().notNull(),
    /** As of the whole discount. */
    merchantId: integer().notNull(),
    uses: integer().notNull(),
    /** As of the whole discount. */
    forgottenUses: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({
      name: 'discount_daily_usage_pkey',
      columns: [t.discountId, t.collaboratorId, t.localDay, t.merchantId],
    }),
    foreignKey({
      name: 'discount_daily_usage_discount',
      columns: [t.merchantId, t.discountId],
      foreignColumns: [discounts.merchantId, discounts.id],
    }),
    check('discount_daily_usage_not_negative', sql`${t.uses} >= 0`),
    check('discount_daily_usage_forgotten', sql`${t.forgottenUses} >= 0`),
  ],
)
