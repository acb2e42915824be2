import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import { apiKeys, authorizations, branches, consumptions, credentialCalls, oauthClients, terminals } from '@/db/schema'

/** What the office reads of what some of a merchant's credentials do, before they are rotated or ended. */

export type CredentialIds = { readonly apiKeyIds: readonly number[]; readonly oauthClientIds: readonly number[] }

type MadeBy = typeof authorizations | typeof consumptions | typeof credentialCalls | typeof terminals

const madeBy = ({ merchantId, apiKeyId, oauthClientId }: MadeBy, of: number, ids: CredentialIds) => {
  const some = [
    ...(ids.apiKeyIds.length > 0 ? [inArray(apiKeyId, [...ids.apiKeyIds])] : []),
    ...(ids.oauthClientIds.length > 0 ? [inArray(oauthClientId, [...ids.oauthClientIds])] : []),
  ]
  return and(eq(merchantId, of), some.length > 0 ? or(...some) : sql`false`)
}

/** What those credentials confirmed in the last 7 days, and in the last 24 hours of them, by branch; most first. Amounts are texts of `numeric`. */
export async function sumRedemptionsByBranch(db: OfficeDb | OfficeTx, merchantId: number, ids: CredentialIds) {
  const isOfLastDay = sql`${consumptions.registeredAt} > now() - interval '24 hours'`
  const week = sql`count(*)`.mapWith(Number)
  const rows = await db
    .select({
      branchId: consumptions.branchId,
      branchName: branches.name,
      week,
      weekAmount: sql<string>`sum(${consumptions.purchaseAmount})::text`,
      day: sql`count(*) filter (where ${isOfLastDay})`.mapWith(Number),
      dayAmount: sql<string>`coalesce(sum(${consumptions.purchaseAmount}) filter (where ${isOfLastDay}), 0)::text`,
    })
    .from(consumptions)
    .leftJoin(branches, and(eq(branches.merchantId, merchantId), eq(branches.id, consumptions.branchId)))
    .where(and(madeBy(consumptions, merchantId, ids), sql`${consumptions.registeredAt} > now() - interval '7 days'`))
    .groupBy(consumptions.branchId, branches.name)
    .orderBy(desc(week), branches.name, consumptions.branchId)
  return whole(rows)
}

/** What those credentials confirmed since then, by branch; most first. Amounts are texts of `numeric`. */
export async function sumRedemptionsSince(db: OfficeDb | OfficeTx, merchantId: number, ids: CredentialIds, from: Date) {
  const redeemed = sql`count(*)`.mapWith(Number)
  const rows = await db
    .select({
      branchId: consumptions.branchId,
      branchName: branches.name,
      count: redeemed,
      purchaseAmount: sql<string>`sum(${consumptions.purchaseAmount})::text`,
      discountAmount: sql<string>`sum(${consumptions.discountAmount})::text`,
    })
    .from(consumptions)
    .leftJoin(branches, and(eq(branches.merchantId, merchantId), eq(branches.id, consumptions.branchId)))
    .where(and(madeBy(consumptions, merchantId, ids), gte(consumptions.registeredAt, from)))
    .groupBy(consumptions.branchId, branches.name)
    .orderBy(desc(redeemed), branches.name, consumptions.branchId)
  return whole(rows)
}

/** Which of those credentials have confirmed a sale. */
export async function findSellers(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  { apiKeyIds, oauthClientIds }: CredentialIds,
): Promise<CredentialIds> {
  const [keys, clients] = await Promise.all([
    apiKeyIds.length === 0
      ? []
      : db
          .select({ id: apiKeys.id })
          .from(apiKeys)
          .where(
            and(
              eq(apiKeys.merchantId, merchantId),
              inArray(apiKeys.id, [...apiKeyIds]),
              hasSold(apiKeys, consumptions.apiKeyId),
            ),
          ),
    oauthClientIds.length === 0
      ? []
      : db
          .select({ id: oauthClients.id })
          .from(oauthClients)
          .where(
            and(
              eq(oauthClients.merchantId, merchantId),
              inArray(oauthClients.id, [...oauthClientIds]),
              hasSold(oauthClients, consumptions.oauthClientId),
            ),
          ),
  ])
  return { apiKeyIds: whole(keys).map(({ id }) => id), oauthClientIds: whole(clients).map(({ id }) => id) }
}

const hasSold = (
  credential: typeof apiKeys | typeof oauthClients,
  maker: typeof consumptions.apiKeyId | typeof consumptions.oauthClientId,
) =>
  sql`exists (select from ${consumptions} where ${consumptions.merchantId} = ${credential.merchantId} and ${maker} = ${credential.id})`

/** The terminals whose last accepted call or token of the last 7 days was by those credentials, by the branch that they named; most first. */
export async function countTerminalsByBranch(db: OfficeDb | OfficeTx, merchantId: number, ids: CredentialIds) {
  const count = sql`count(*)`.mapWith(Number)
  const rows = await db
    .select({ branchName: branches.name, count })
    .from(terminals)
    .leftJoin(branches, and(eq(branches.merchantId, merchantId), eq(branches.id, terminals.branchId)))
    .where(
      and(
        madeBy(terminals, merchantId, ids),
        isNull(terminals.archivedAt),
        sql`greatest(${terminals.lastCallAt}, ${terminals.lastTokenAt}) > now() - interval '7 days'`,
      ),
    )
    .groupBy(terminals.branchId, branches.name)
    .orderBy(desc(count), branches.name, terminals.branchId)
  return whole(rows)
}

/** The authorizations that those credentials made and that can still be confirmed, and until when the last of them can. */
export async function sumLiveAuthorizations(db: OfficeDb | OfficeTx, merchantId: number, ids: CredentialIds) {
  const rows = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      amount: sql<string>`coalesce(sum(${authorizations.purchaseAmount}), 0)::numeric(30, 2)::text`,
      until: sql<Date | null>`max(${authorizations.expiresAt})`.mapWith(authorizations.expiresAt),
    })
    .from(authorizations)
    .where(
      and(
        madeBy(authorizations, merchantId, ids),
        // A literal, as in the partial index of those that are active: a merchant has few at a time.
        sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now()`,
      ),
    )
  return theOnly(rows)
}

/**
 * Accepted calls of those credentials in the last 28 days by hour of the day in America/Santo_Domingo, from 0, and among them
 * those of the last 24 hours: the hour in which these begin counts whole, so that a program that runs once a day is not missed.
 */
export async function countCallsByHourOfDay(db: OfficeDb | OfficeTx, merchantId: number, ids: CredentialIds) {
  const isOfLastDay = sql`${credentialCalls.hour} > now() - interval '25 hours'`
  const rows = await db
    .select({
      hour: sql`extract(hour from ${credentialCalls.hour} at time zone 'America/Santo_Domingo')::int`.mapWith(Number),
      calls: sql`sum(${credentialCalls.calls})`.mapWith(Number),
      ofLastDay: sql`coalesce(sum(${credentialCalls.calls}) filter (where ${isOfLastDay}), 0)`.mapWith(Number),
    })
    .from(credentialCalls)
    .where(
      and(
        madeBy(credentialCalls, merchantId, ids),
        sql`${credentialCalls.outcome} in ('done', 'refused')`,
        sql`${credentialCalls.hour} > now() - interval '28 days'`,
      ),
    )
    .groupBy(sql`1`)
  return whole(rows)
}
