import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, createdAt, identity, instant, keyGeneration } from './columns'
import { companies, merchants } from './network'

export const users = pgTable(
  'users',
  {
    id: identity(),
    email: text().notNull(),
    name: text().notNull(),
    /** argon2id, in its own text form. */
    passwordHash: text().notNull(),
    passwordChangedAt: instant(),
    language: text({ enum: ['es', 'en'] })
      .notNull()
      .default('es'),
    createdAt: createdAt(),
    disabledAt: instant(),
    /** The shared secrets of two-step verification, encrypted: the one that counts, and one that waits for its first code. */
    totpSecret: bytea(),
    totpPendingSecret: bytea(),
    totpKeyGeneration: keyGeneration(),
    totpPendingKeyGeneration: keyGeneration(),
    totpEnrolledAt: instant(),
    /** The last time step (Unix time / 30 s) whose code was taken: a code works once (RFC 6238, 5.2). */
    totpLastStep: integer(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    check('users_email_is_lower_case', sql`${t.email} = lower(${t.email})`),
    check('users_language', sql`${t.language} in ('es', 'en')`),
    check('users_totp', sql`(${t.totpSecret} is null) = (${t.totpEnrolledAt} is null)`),
  ],
)

export const merchantMemberships = pgTable(
  'merchant_memberships',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    permissions: text().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.merchantId] })],
)

export const companyMemberships = pgTable(
  'company_memberships',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    companyId: integer()
      .notNull()
      .references(() => companies.id),
    permissions: text().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.companyId] })],
)

/** Who is signed in where. The cookie names a row; the row decides, at every request. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: bytea().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    /** The absolute end; idle time ends it sooner. */
    expiresAt: instant().notNull(),
    /** When the last code was given: null while the second step is pending, and what step-up counts from. */
    secondStepAt: instant(),
    endedAt: instant(),
    endReason: text({
      enum: ['signed_out', 'ended_by_user', 'password_changed', 'password_reset', 'two_step_changed', 'replaced'],
    }),
    address: text(),
    userAgent: text(),
    /** The merchant that its user looks at, of those that they are a member of. */
    merchantId: integer().references(() => merchants.id),
    /** The company that they look at, of those that they are a member of. */
    companyId: integer().references(() => companies.id),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.expiresAt),
    check('sessions_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
    check('sessions_end', sql`(${t.endedAt} is null) = (${t.endReason} is null)`),
  ],
)

/** Recovery codes, for a user without the telephone: ten at a time, each works once. Regenerating deletes the old ones. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The first characters of the code, not secret, by which its one hash is found. */
    prefix: text().notNull(),
    /** argon2id, in its own text form. */
    codeHash: text().notNull(),
    createdAt: createdAt(),
    usedAt: instant(),
  },
  (t) => [unique().on(t.userId, t.prefix)],
)

/** Links mailed to set a new password: one use, 30 minutes. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    tokenHash: bytea().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    address: text(),
  },
  (t) => [index().on(t.userId), check('password_resets_token_hash', sql`octet_length(${t.tokenHash}) = 32`)],
)

/** Links mailed to people who are invited to a merchant's, a company's or the operator's team. */
export const invitations = pgTable(
  'invitations',
  {
    id: identity(),
    merchantId: integer().references(() => merchants.id),
    companyId: integer().references(() => companies.id),
    toOperator: boolean().notNull().default(false),
    email: text().notNull(),
    permissions: text().array().notNull(),
    tokenHash: bytea().notNull().unique(),
    /**
     * Null for one by the operator of the network to a merchant's or a company's team, whose trail has who it was (ADR-0054), and by
     * the command that invites the first operator (ADR-0053).
     */
    invitedBy: integer().references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    acceptedAt: instant(),
    acceptedBy: integer().references(() => users.id),
    withdrawnAt: instant(),
  },
  (t) => [
    index().on(t.merchantId),
    index().on(t.companyId),
    uniqueIndex('invitations_open_merchant')
      .on(t.merchantId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
    uniqueIndex('invitations_open_company')
      .on(t.companyId, t.email)
      .where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
    uniqueIndex('invitations_open_operator')
      .on(t.email)
      .where(sql`${t.toOperator} and ${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
    check(
      'invitations_to_one',
      sql`num_nonnulls(${t.merchantId}, ${t.companyId}) = case when ${t.toOperator} then 0 else 1 end`,
    ),
    check('invitations_email_is_lower_case', sql`${t.email} = lower(${t.email})`),
    check('invitations_token_hash', sql`octet_length(${t.tokenHash}) = 32`),
  ],
)

/** Failures in a row of an account or an address, and until when it has to wait. */
export const throttles = pgTable(
  'throttles',
  {
    /** What is tried: `sign_in_account`, `sign_in_address`, `second_step_account`, … */
    scope: text().notNull(),
    /** Who tries: an e-mail address, an IP address, a user id. */
    subject: text().notNull(),
    failures: integer().notNull(),
    lastFailureAt: instant().notNull(),
    blockedUntil: instant(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.subject] }), index().on(t.lastFailureAt)],
)
