import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * The calls of merchants' systems, as their office is shown them: never an identification or a secret. Partitioned by day of UTC
 * (ADR-0016, migration `api_requests`), which drizzle cannot say. No foreign keys: dropping a day would lock the tables that they
 * name, which the tills need.
 */
export const apiRequests = pgTable(
  'api_requests',
  {
    merchantId: integer().notNull(),
    /** When the call came, to the millisecond. */
    occurredAt: instant().notNull(),
    /** Version 7: it begins with `occurredAt`, so the id alone names the day. */
    id: uuid().notNull(),
    apiKeyId: integer(),
    oauthClientId: integer(),
    /** The id of the operation, such as `applyDiscount`. */
    operation: text().notNull(),
    status: smallint().notNull(),
    /** The code of the fault; null for what was done. */
    code: text(),
    replayed: boolean().notNull().default(false),
    durationMs: real().notNull(),
    requestId: text().notNull(),
    /** True where the id begins with about `occurredAt`, as ours do: it is found by that. Null where that was not asked yet. */
    requestIdTellsMoment: boolean(),
    reference: text(),
    address: text(),
    /** What was sent and answered, as far as it may be kept: `RequestDetails` of lib/requests. As text, in the order sent. */
    details: json().notNull(),
  },
  (t) => [
    primaryKey({ name: 'api_requests_pkey', columns: [t.merchantId, t.occurredAt, t.id] }),
    index('api_requests_reference').on(t.merchantId, t.reference, t.occurredAt).where(sql`${t.reference} is not null`),
    // The ids that callers send: ours are found by their moment (ADR-0090).
    index('api_requests_given_id')
      .on(t.merchantId, t.requestId, t.occurredAt)
      .where(sql`${t.requestIdTellsMoment} is not true`),
    // Failed calls are few, and are what people search for.
    index('api_requests_failed').on(t.merchantId, t.occurredAt, t.id).where(sql`${t.status} >= 400`),
    check('api_requests_of_one', sql`num_nonnulls(${t.apiKeyId}, ${t.oauthClientId}) = 1`),
    check('api_requests_code', sql`(${t.code} is null) = (${t.status} < 400)`),
  ],
)
