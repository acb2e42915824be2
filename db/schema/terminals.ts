import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { bigIdentity, instant } from './columns'
import { apiKeys, oauthClients } from './credentials'
import { branches, merchants } from './network'

/**
 * The tills of a merchant, as their calls name them (D58, ADR-0037). Calls that name none are one row for each address and
 * adapter: then `terminal` is empty.
 */
export const terminals = pgTable(
  'terminals',
  {
    id: bigIdentity().primaryKey(),
    merchantId: integer()
      .notNull()
      .references(() => merchants.id),
    terminal: text().notNull().default(''),
    fromAddress: text().notNull().default(''),
    fromAdapter: text().notNull().default(''),
    /** What the merchant calls it, and writes down of it. */
    name: text(),
    note: text(),
    /** The last one that a call of it named, and that was accepted. */
    branchId: integer(),
    /** The last accepted credential. */
    apiKeyId: integer(),
    oauthClientId: integer(),
    /** Of a client: when it last proved to know the secret. Before the client's rotation it was the former secret. */
    secretAt: instant(),
    firstSeenAt: instant().notNull(),
    /** The last sign of it: a call, a token, or a refusal of a secret that was its credential's once. */
    seenAt: instant().notNull(),
    /** Calls and tokens that were accepted (D55). */
    lastCallAt: instant(),
    lastTokenAt: instant(),
    lastSaleAt: instant(),
    address: text(),
    userAgent: text(),
    userAgentSince: instant(),
    previousUserAgent: text(),
    refusedAt: instant(),
    refusedReason: text(),
    /** The route, such as `POST /connect/token`. */
    refusedOperation: text(),
    refusedAddress: text(),
    archivedAt: instant(),
    /** When its silence was told last, and since when nobody wants to be told of any (ADR-0044). */
    silenceToldAt: instant(),
    silenceMutedAt: instant(),
    /** The terminal that this one was renamed to: calls that still bear its id are that one's (ADR-0044). */
    mergedInto: bigint({ mode: 'number' }),
  },
  (t) => [
    unique().on(t.merchantId, t.id),
    unique('terminals_of_merchant').on(t.merchantId, t.terminal, t.fromAddress, t.fromAdapter),
    // Each till is in one of the two: neither job reads those of the other (ADR-0071).
    index('terminals_live_seen').on(t.seenAt).where(sql`${t.archivedAt} is null`),
    index('terminals_archived_seen').on(t.seenAt).where(sql`${t.archivedAt} is not null and ${t.mergedInto} is null`),
    // Those that never said their name go at once: none is here for longer than an hour.
    index('terminals_archived_nameless')
      .on(t.seenAt)
      .where(sql`${t.archivedAt} is not null and ${t.terminal} = '' and ${t.name} is null and ${t.note} is null`),
    foreignKey({ columns: [t.merchantId, t.branchId], foreignColumns: [branches.merchantId, branches.id] }),
    foreignKey({
      name: 'terminals_api_key',
      columns: [t.merchantId, t.apiKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    foreignKey({
      name: 'terminals_oauth_client',
      columns: [t.merchantId, t.oauthClientId],
      foreignColumns: [oauthClients.merchantId, oauthClients.id],
    }),
    foreignKey({
      name: 'terminals_merged_into',
      columns: [t.merchantId, t.mergedInto],
      foreignColumns: [t.merchantId, t.id],
    }).onDelete('cascade'),
    index('terminals_merged').on(t.merchantId, t.mergedInto).where(sql`${t.mergedInto} is not null`),
    // A former name is shown nowhere by itself, and was not made by an address.
    check(
      'terminals_merged',
      sql`${t.mergedInto} is null or (${t.archivedAt} is not null and ${t.terminal} <> '' and ${t.mergedInto} <> ${t.id})`,
    ),
    check('terminals_terminal', sql`${t.terminal} ~ '^[A-Za-z0-9._:-]{0,64}$'`),
    check('terminals_unidentified', sql`${t.terminal} = '' or (${t.fromAddress} = '' and ${t.fromAdapter} = '')`),
    check('terminals_name', sql`char_length(${t.name}) between 1 and 60`),
    check('terminals_note', sql`char_length(${t.note}) between 1 and 500`),
    check('terminals_credential', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) <= 1`),
    check('terminals_refused', sql`(${t.refusedAt} is null) = (${t.refusedReason} is null)`),
  ],
)

/** What became of a terminal's calls in one hour. A row grows for an hour, and is kept for five weeks. */
export const terminalHours = pgTable(
  'terminal_hours',
  {
    merchantId: integer().notNull(),
    terminalId: bigint({ mode: 'number' }).notNull(),
    hour: instant().notNull(),
    /** By outcome, as `credential_calls` counts them. */
    done: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    denied: integer().notNull().default(0),
    limited: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Reservations made and sales confirmed; a repeated answer is neither. */
    reserved: integer().notNull().default(0),
    confirmed: integer().notNull().default(0),
    /** Answers of writes given again to the same idempotency key (D44): how often its network, or its program, asks twice. */
    replayed: integer().notNull().default(0),
    /** Its reservations that were followed to their end in this hour, and those of them that expired. */
    ended: integer().notNull().default(0),
    expired: integer().notNull().default(0),
    /** Sales whose date was compared with our clock, and the most that it was ahead of ours: behind, when below 0. */
    clockSamples: integer().notNull().default(0),
    clockSeconds: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.terminalId, t.hour] }),
    index('terminal_hours_of_merchant').on(t.merchantId, t.hour),
    index().on(t.hour),
    foreignKey({
      name: 'terminal_hours_terminal',
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }).onDelete('cascade'),
    check(
      'terminal_hours_counts',
      sql`least(${t.done}, ${t.refused}, ${t.denied}, ${t.limited}, ${t.failed}, ${t.reserved}, ${t.confirmed}, ${t.replayed},
        ${t.expired}, ${t.clockSamples}, ${t.ended} - ${t.expired}) >= 0`,
    ),
    check('terminal_hours_clock', sql`(${t.clockSamples} = 0) = (${t.clockSeconds} is null)`),
  ],
)

/** Of each merchant with terminals one row: its lock holds their number, and it says what there was no room for (ADR-0037). */
export const terminalFleets = pgTable('terminal_fleets', {
  merchantId: integer()
    .primaryKey()
    .references(() => merchants.id),
  notKeptTerminals: bigint({ mode: 'number' }).notNull().default(0),
  notKeptAt: instant(),
})
