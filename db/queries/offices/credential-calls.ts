import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly } from '@/db/rows'
import { credentialCalls, credentialRefusals } from '@/db/schema'

/** What the office reads of a credential's calls. Written by the tills' processes: `tills/credential-calls.ts`. */

export type CredentialRef = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }

const callsOf = (merchantId: number, { kind, id }: CredentialRef) =>
  and(
    eq(credentialCalls.merchantId, merchantId),
    eq(kind === 'api_key' ? credentialCalls.apiKeyId : credentialCalls.oauthClientId, id),
  )

/** Calls by day of America/Santo_Domingo and outcome, of the last so many days, today among them. */
export const countCallsByDay = (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  credential: CredentialRef,
  days: number,
) => {
  const day = sql<string>`to_char(${credentialCalls.hour} at time zone 'America/Santo_Domingo', 'YYYY-MM-DD')`
  return db
    .select({ day, outcome: credentialCalls.outcome, calls: sql`sum(${credentialCalls.calls})`.mapWith(Number) })
    .from(credentialCalls)
    .where(
      and(
        callsOf(merchantId, credential),
        gte(
          credentialCalls.hour,
          sql`(date_trunc('day', now() at time zone 'America/Santo_Domingo') - ${days - 1} * interval '1 day')
            at time zone 'America/Santo_Domingo'`,
        ),
      ),
    )
    .groupBy(sql`1`, credentialCalls.outcome)
    .orderBy(sql`1`)
}

type Outcome = (typeof credentialCalls.$inferSelect)['outcome']

/** Calls of a merchant's credentials, or of one, by hour (since 1970) and answer. */
export const countCallsByHour = (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  asked: {
    readonly from: Date
    readonly to: Date
    readonly credential: CredentialRef | undefined
    readonly outcomes: readonly Outcome[]
  },
) => {
  const { from, to, credential, outcomes } = asked
  const counted = (...of: Outcome[]) =>
    sql`coalesce(sum(${credentialCalls.calls}) filter (where ${inArray(credentialCalls.outcome, of)}), 0)`.mapWith(
      Number,
    )
  return db
    .select({
      hour: sql`floor(extract(epoch from ${credentialCalls.hour}) / 3600)::int`.mapWith(Number),
      done: counted('done'),
      refused: counted('refused', 'denied', 'limited'),
      failed: counted('failed'),
    })
    .from(credentialCalls)
    .where(
      and(
        credential === undefined ? eq(credentialCalls.merchantId, merchantId) : callsOf(merchantId, credential),
        gte(credentialCalls.hour, from),
        lt(credentialCalls.hour, to),
        inArray(credentialCalls.outcome, [...outcomes]),
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/**
 * Accepted calls (`done`, and `refused` by a rule) of the last 24 hours: the calls that would stop with the credential. The hour
 * in which the 24 hours begin counts whole, so that a program that runs once a day is not missed.
 */
export async function countCallsOfLastDay(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  credential: CredentialRef,
): Promise<number> {
  const rows = await db
    .select({ calls: sql`coalesce(sum(${credentialCalls.calls}), 0)`.mapWith(Number) })
    .from(credentialCalls)
    .where(
      and(
        callsOf(merchantId, credential),
        sql`${credentialCalls.outcome} in ('done', 'refused')`,
        sql`${credentialCalls.hour} > now() - interval '25 hours'`,
      ),
    )
  return theOnly(rows).calls
}

/** The last refusals of a credential, newest first. */
export const listRefusals = (db: OfficeDb | OfficeTx, merchantId: number, { kind, id }: CredentialRef, limit: number) =>
  db
    .select({
      id: credentialRefusals.id,
      occurredAt: credentialRefusals.occurredAt,
      reason: credentialRefusals.reason,
      operation: credentialRefusals.operation,
      times: credentialRefusals.times,
      address: credentialRefusals.address,
      userAgent: credentialRefusals.userAgent,
      requestId: credentialRefusals.requestId,
    })
    .from(credentialRefusals)
    .where(
      and(
        eq(credentialRefusals.merchantId, merchantId),
        eq(kind === 'api_key' ? credentialRefusals.apiKeyId : credentialRefusals.oauthClientId, id),
      ),
    )
    .orderBy(desc(credentialRefusals.id))
    .limit(limit)

export type RefusalRecord = Awaited<ReturnType<typeof listRefusals>>[number]
