import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, instant, keyGeneration, pesos } from './columns'

/** `key` columns name a row in the network file that provisions it (network.md); rows made in an office have none. */

export const identificationTypes = pgTable('identification_types', {
  id: integer().primaryKey(),
  name: text().notNull(),
  /** Since when no call may name it. The row stays: an id is never given again. */
  retiredAt: instant(),
})

export const merchants = pgTable(
  'merchants',
  {
    id: identity(),
    key: text().unique(),
    name: text().notNull(),
    legalId: text(),
    enabled: boolean().notNull().default(true),
    /** How long after its end an authorization may still be confirmed, for a purchase that was paid in time (D61). */
    lateNotificationHours: integer().notNull().default(0),
    /** How many eligibility calls of a credential may find nobody in a minute; null for the installation's number (D60). */
    missesPerMinute: integer(),
    /** How often a credential may call (D56), and for how long an authorization stands; null for the installation's number. */
    callsPerMinute: integer(),
    callsBurst: integer(),
    authorizationTtlSeconds: integer(),
    /** What holds until a moment in place of the columns above, which hold again by themselves from then on (ADR-0058). */
    callsUntil: instant(),
    temporaryCallsPerMinute: integer(),
    temporaryCallsBurst: integer(),
    missesUntil: instant(),
    temporaryMissesPerMinute: integer(),
    lateNotificationUntil: instant(),
    temporaryLateNotificationHours: integer(),
    authorizationTtlUntil: instant(),
    temporaryAuthorizationTtlSeconds: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    check('merchants_late_notification', sql`${t.lateNotificationHours} between 0 and 72`),
    check('merchants_misses', sql`${t.missesPerMinute} between 1 and 100000`),
    check('merchants_calls', sql`${t.callsPerMinute} between 1 and 100000 and ${t.callsBurst} between 1 and 100000`),
    check('merchants_authorization_ttl', sql`${t.authorizationTtlSeconds} between 60 and 3600`),
    check(
      'merchants_temporary_policies',
      sql`${t.temporaryCallsPerMinute} between 1 and 100000 and ${t.temporaryCallsBurst} between 1 and 100000
        and ${t.temporaryMissesPerMinute} between 1 and 100000
        and ${t.temporaryAuthorizationTtlSeconds} between 60 and 3600`,
    ),
    check(
      'merchants_temporary_late_notification',
      sql`(${t.lateNotificationUntil} is null) = (${t.temporaryLateNotificationHours} is null)
        and ${t.temporaryLateNotificationHours} between 0 and 72`,
    ),
  ],
)

export const branches = pgTable(
  'branches',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    key: text(),
    name: text().notNull(),
    active: boolean().notNull().default(true),
  },
  (t) => [unique().on(t.merchantId, t.id), unique().on(t.merchantId, t.key)],
)

export const articleCategories = pgTable(
  'article_categories',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    key: text(),
    name: text().notNull(),
  },
  (t) => [unique().on(t.merchantId, t.id), unique().on(t.merchantId, t.key)],
)

export const articles = pgTable(
  'articles',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    sku: text().notNull(),
    name: text().notNull(),
    articleCategoryId: integer(),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.sku),
    index().on(t.merchantId, t.articleCategoryId),
    foreignKey({
      columns: [t.merchantId, t.articleCategoryId],
      foreignColumns: [articleCategories.merchantId, articleCategories.id],
    }),
    check('articles_sku_is_trimmed', sql`${t.sku} = btrim(${t.sku}) and char_length(${t.sku}) between 1 and 64`),
  ],
)

export const discounts = pgTable(
  'discounts',
  {
    id: identity(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    key: text(),
    name: text().notNull(),
    description: text().notNull(),
    status: text({ enum: ['draft', 'published', 'paused', 'ended'] })
      .notNull()
      .default('draft'),
    discountType: text({ enum: ['PCT', 'AMT'] }).notNull(),
    discountValue: pesos().notNull(),
    scope: text({ enum: ['store', 'category', 'article'] }).notNull(),
    articleCategoryId: integer(),
    articleId: integer(),
    validFrom: instant().notNull(),
    validTo: instant().notNull(),
    // Limits (D43); null is no limit.
    usesPerCollaboratorPerDay: integer(),
    usesTotal: integer(),
    budget: numeric({ precision: 14, scale: 2 }),
    minimumPurchase: pesos(),
    maximumDiscount: pesos(),
    createdAt: createdAt(),
    /** Incremented by every change made in an office: somebody who edits an older version is told so, and overwrites nothing. */
    version: integer().notNull().default(1),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique().on(t.merchantId, t.key),
    foreignKey({
      columns: [t.merchantId, t.articleCategoryId],
      foreignColumns: [articleCategories.merchantId, articleCategories.id],
    }),
    foreignKey({ columns: [t.merchantId, t.articleId], foreignColumns: [articles.merchantId, articles.id] }),
    check('discounts_status', sql`${t.status} in ('draft', 'published', 'paused', 'ended')`),
    check('discounts_type', sql`${t.discountType} in ('PCT', 'AMT')`),
    check(
      'discounts_value',
      sql`${t.discountValue} > 0 and (${t.discountType} = 'AMT' or ${t.discountValue} <= 100) and ${t.discountValue} <= 999999999.99`,
    ),
    check(
      'discounts_scope',
      sql`(${t.scope} = 'store' and ${t.articleCategoryId} is null and ${t.articleId} is null)
       or (${t.scope} = 'category' and ${t.articleCategoryId} is not null and ${t.articleId} is null)
       or (${t.scope} = 'article' and ${t.articleCategoryId} is null and ${t.articleId} is not null)`,
    ),
    check('discounts_validity', sql`${t.validFrom} < ${t.validTo}`),
    check(
      'discounts_limits',
      sql`${t.usesPerCollaboratorPerDay} > 0 and ${t.usesTotal} > 0 and ${t.budget} > 0 and ${t.minimumPurchase} > 0 and ${t.maximumDiscount} > 0`,
    ),
  ],
)

export const companies = pgTable('companies', {
  id: identity(),
  key: text().unique(),
  name: text().notNull(),
  legalId: text(),
  createdAt: createdAt(),
})

export const collaboratorTypes = pgTable(
  'collaborator_types',
  {
    id: identity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    key: text(),
    name: text().notNull(),
  },
  (t) => [unique().on(t.companyId, t.id), unique().on(t.companyId, t.key)],
)

/**
 * How many active people each company has, kept by triggers of `collaborators` (ADR-0082): to count ten million takes a second. Each company
 * has its row from its beginning, by a trigger of `companies` (ADR-0085).
 */
export const companyPeople = pgTable(
  'company_people',
  {
    companyId: integer()
      .primaryKey()
      .references(() => companies.id),
    people: integer().notNull(),
  },
  (t) => [check('company_people_not_negative', sql`${t.people} >= 0`)],
)

/** An identification is a keyed HMAC for look-up and a ciphertext for the company's own screens (D32), never a text. */
export const collaborators = pgTable(
  'collaborators',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    collaboratorTypeId: integer(),
    identificationTypeId: integer()
      .notNull()
      .references(() => identificationTypes.id),
    identificationHmac: bytea().notNull(),
    identificationCiphertext: bytea().notNull(),
    /** Of the keys of both (ADR-0060). */
    keyGeneration: keyGeneration(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text(),
    active: boolean().notNull().default(true),
    createdAt: createdAt(),
    /** When the person was erased: then nothing of them is left but that there was one. */
    erasedAt: instant(),
  },
  (t) => [
    unique().on(t.companyId, t.id),
    unique().on(t.companyId, t.identificationTypeId, t.identificationHmac),
    // D31: one employment. The same index answers the tills' look-up.
    uniqueIndex('collaborators_one_employment')
      .on(t.identificationTypeId, t.identificationHmac)
      .where(sql`${t.active}`),
    foreignKey({
      columns: [t.companyId, t.collaboratorTypeId],
      foreignColumns: [collaboratorTypes.companyId, collaboratorTypes.id],
    }),
    // In every company, active or not: where rows of two generations of keys meet, and what is held of one person.
    index('collaborators_identification').on(t.identificationHmac),
    // The company's own list, by name as Spanish is sorted.
    index('collaborators_by_name').on(
      t.companyId,
      sql`${t.lastName} collate "es-x-icu"`,
      sql`${t.firstName} collate "es-x-icu"`,
      t.id,
    ),
    // How many a company has, from the index alone.
    index('collaborators_counted').on(t.companyId, t.active, t.collaboratorTypeId).where(sql`${t.erasedAt} is null`),
    // Who may be invited, with the address: how many were not yet is counted from this index and that of invitations.
    index('collaborators_invitable')
      .on(t.companyId, t.id, t.email)
      .where(sql`${t.active} and ${t.email} is not null and ${t.erasedAt} is null`),
    // Who is of a type, erased or not, from the index alone: what they consumed is added up.
    index('collaborators_of_type').on(t.companyId, t.collaboratorTypeId, t.id),
    // Their names as they are searched for, with what is told apart beside: a search reads the index of the company and no row.
    index('collaborators_folded_names')
      .on(
        t.companyId,
        sql`(translate(lower((${t.firstName} || ' ' || ${t.lastName}) collate "es-x-icu"), 'áàâäãéèêëíìîïóòôöõúùûüñç', 'aaaaaeeeeiiiiooooouuuunc'))`,
        ...([t.id, t.firstName, t.lastName, t.active, t.collaboratorTypeId] as const),
      )
      .where(sql`${t.erasedAt} is null`),
    index('collaborators_email').on(sql`lower(${t.email})`).where(sql`${t.active}`),
    check('collaborators_identification_hmac', sql`octet_length(${t.identificationHmac}) = 32`),
    check(
      'collaborators_erased',
      sql`${t.erasedAt} is null or (not ${t.active} and ${t.email} is null and octet_length(${t.identificationCiphertext}) = 0
        and ${t.firstName} = '' and ${t.lastName} = '')`,
    ),
    // In the place of the HMAC of who was erased: no HMAC of an identification begins with 24 zero bytes.
    check(
      'collaborators_tombstone',
      sql`(${t.erasedAt} is not null) = (${t.identificationHmac} = decode(lpad(to_hex(${t.id}), 64, '0'), 'hex'))`,
    ),
  ],
)

/** A company's affiliation to a merchant. */
export const affiliations = pgTable(
  'affiliations',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.merchantId] }), index().on(t.merchantId)],
)

/** A company grants a merchant's discount to its whole team (no type) or to one collaborator type. */
export const grants = pgTable(
  'grants',
  {
    id: identity(),
    companyId: integer().notNull(),
    merchantId: integer().notNull(),
    discountId: integer().notNull(),
    collaboratorTypeId: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('grants_once').on(t.companyId, t.merchantId, t.discountId, t.collaboratorTypeId).nullsNotDistinct(),
    index().on(t.merchantId, t.discountId),
    foreignKey({
      columns: [t.companyId, t.merchantId],
      foreignColumns: [affiliations.companyId, affiliations.merchantId],
    }),
    foreignKey({ columns: [t.merchantId, t.discountId], foreignColumns: [discounts.merchantId, discounts.id] }),
    foreignKey({
      columns: [t.companyId, t.collaboratorTypeId],
      foreignColumns: [collaboratorTypes.companyId, collaboratorTypes.id],
    }),
  ],
)
