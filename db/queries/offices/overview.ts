import { type AnyColumn, and, desc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly } from '@/db/rows'
import { apiKeys, branches, companies, credentialCalls, discounts } from '@/db/schema'
import { consumptionsByCompanyDay, consumptionsByDay } from './sales-sums'

/** Half-open. */
type Span = { readonly from: Date; readonly to: Date }

const cents = (amount: string) => sql`coalesce((sum(${sql.raw(amount)}) * 100)::bigint, 0)`.mapWith(Number)

const sums = {
  consumptions: sql`coalesce(sum(sales), 0)`.mapWith(Number),
  purchaseCents: cents('purchase_amount'),
  discountCents: cents('discount_amount'),
}

/** What was registered by local day, or by month as its first day; days without anything are missing. */
export const sumConsumptionsByStep = (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  span: Span,
  step: 'day' | 'month',
) => {
  const start = sql<string>`date_trunc(${sql.raw(`'${step}'`)}, day)::date::text`
  return db
    .select({ start, ...sums })
    .from(sql`${consumptionsByDay(merchantId, span)} sold`)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** What was registered, in one row. */
export const sumConsumptions = async (db: OfficeDb | OfficeTx, merchantId: number, span: Span) =>
  theOnly(await db.select(sums).from(sql`${consumptionsByDay(merchantId, span)} sold`))

/**
 * What has the most discount granted, with its sums. Added up before anything is joined, which would be read for each consumption anew.
 */
const sharesBy = (db: OfficeDb | OfficeTx, sold: SQL, id: 'branch_id' | 'company_id' | 'discount_id', limit: number) =>
  db
    .select({
      id: sql<number>`${sql.raw(id)}`.as('share_of'),
      consumptions: sums.consumptions.as('consumptions'),
      purchaseCents: sums.purchaseCents.as('purchase_cents'),
      discountCents: sums.discountCents.as('discount_cents'),
    })
    .from(sql`${sold} sold`)
    .groupBy(sql.raw(id))
    .orderBy(desc(sums.discountCents), sql`${sql.raw(id)} desc`)
    .limit(limit)
    .as('shares')

/** The branches with the most discount granted; a consumption may have none. */
export function sumConsumptionsByBranch(db: OfficeDb | OfficeTx, merchantId: number, span: Span, limit: number) {
  const shares = sharesBy(db, consumptionsByDay(merchantId, span), 'branch_id', limit)
  return db
    .select({
      id: sql<number | null>`${shares.id}`,
      name: branches.name,
      consumptions: shares.consumptions,
      purchaseCents: shares.purchaseCents,
      discountCents: shares.discountCents,
    })
    .from(shares)
    .leftJoin(branches, and(eq(branches.merchantId, merchantId), eq(branches.id, shares.id)))
    .orderBy(desc(shares.discountCents), desc(shares.id))
}

export function sumConsumptionsByCompany(db: OfficeDb | OfficeTx, merchantId: number, span: Span, limit: number) {
  const shares = sharesBy(db, consumptionsByCompanyDay(merchantId, span), 'company_id', limit)
  return db
    .select({
      id: shares.id,
      name: companies.name,
      consumptions: shares.consumptions,
      purchaseCents: shares.purchaseCents,
      discountCents: shares.discountCents,
    })
    .from(shares)
    .innerJoin(companies, eq(companies.id, shares.id))
    .orderBy(desc(shares.discountCents), desc(shares.id))
}

export function sumConsumptionsByDiscount(db: OfficeDb | OfficeTx, merchantId: number, span: Span, limit: number) {
  const shares = sharesBy(db, consumptionsByDay(merchantId, span), 'discount_id', limit)
  return db
    .select({
      id: shares.id,
      name: discounts.name,
      consumptions: shares.consumptions,
      purchaseCents: shares.purchaseCents,
      discountCents: shares.discountCents,
    })
    .from(shares)
    .innerJoin(discounts, and(eq(discounts.merchantId, merchantId), eq(discounts.id, shares.id)))
    .orderBy(desc(shares.discountCents), desc(shares.id))
}

const calledWithin = (merchantId: number, { from, to }: Span) =>
  and(eq(credentialCalls.merchantId, merchantId), gte(credentialCalls.hour, from), lt(credentialCalls.hour, to))

/** How many calls there were, and how many of them failed. Calls are counted by the hour, for 30 days. */
export const countCalls = async (db: OfficeDb | OfficeTx, merchantId: number, span: Span) =>
  theOnly(
    await db
      .select({
        calls: sql`coalesce(sum(${credentialCalls.calls}), 0)`.mapWith(Number),
        failed:
          sql`coalesce(sum(${credentialCalls.calls}) filter (where ${credentialCalls.outcome} <> 'done'), 0)`.mapWith(
            Number,
          ),
      })
      .from(credentialCalls)
      .where(calledWithin(merchantId, span)),
  )

/** Calls that were turned away, by day or month and outcome. They are kept for 30 days. */
export const countRefusalsByStep = (db: OfficeDb | OfficeTx, merchantId: number, span: Span, step: 'day' | 'month') => {
  const start = sql<string>`to_char(date_trunc(${sql.raw(`'${step}'`)}, ${credentialCalls.hour} at time zone 'America/Santo_Domingo'), 'YYYY-MM-DD')`
  return db
    .select({
      start,
      outcome: sql<'refused' | 'denied' | 'limited' | 'failed'>`${credentialCalls.outcome}`,
      calls: sql`sum(${credentialCalls.calls})`.mapWith(Number),
    })
    .from(credentialCalls)
    .where(
      and(calledWithin(merchantId, span), inArray(credentialCalls.outcome, ['refused', 'denied', 'limited', 'failed'])),
    )
    .groupBy(sql`1`, credentialCalls.outcome)
    .orderBy(sql`1`)
}

const soon = (instant: AnyColumn, days: number) =>
  and(gt(instant, sql`now()`), lt(instant, sql`now() + ${days}::int * interval '1 day'`))

/** Published discounts whose last day is near. */
export const listDiscountsEndingSoon = (db: OfficeDb | OfficeTx, merchantId: number, days: number, limit: number) =>
  db
    .select({ id: discounts.id, name: discounts.name, at: discounts.validTo })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), eq(discounts.status, 'published'), soon(discounts.validTo, days)))
    .orderBy(discounts.validTo, discounts.id)
    .limit(limit)

/** Live API keys that stop working soon. */
export const listKeysEndingSoon = (db: OfficeDb | OfficeTx, merchantId: number, days: number, limit: number) =>
  db
    .select({ id: apiKeys.id, name: apiKeys.name, at: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt), soon(apiKeys.expiresAt, days)))
    .orderBy(apiKeys.expiresAt, apiKeys.id)
    .limit(limit)

/** Which preconditions of a sale with a benefit a merchant meets (contract, Preconditions). */
export async function findProgress(db: OfficeDb | OfficeTx, merchantId: number) {
  const rows = await db.execute<{
    articles: boolean
    published: boolean
    affiliated: boolean
    granted: boolean
    credential: boolean
    validated: boolean
    consumed: boolean
  }>(sql`
    select
      exists (select from articles where merchant_id = ${merchantId}) as articles,
      exists (select from discounts where merchant_id = ${merchantId} and status = 'published' and valid_to > now()) as published,
      exists (select from affiliations where merchant_id = ${merchantId}) as affiliated,
      exists (select from grants g join discounts d on d.merchant_id = g.merchant_id and d.id = g.discount_id
        where g.merchant_id = ${merchantId} and d.status = 'published' and d.valid_to > now()) as granted,
      exists (select from api_keys where merchant_id = ${merchantId} and revoked_at is null and expires_at > now())
        or exists (select from oauth_clients where merchant_id = ${merchantId} and deleted_at is null)
        or exists (select from member_authorizations where merchant_id = ${merchantId}) as credential,
      -- Calls are kept for 30 days; who has applied has validated before.
      exists (select from authorizations where merchant_id = ${merchantId}) or exists (select from api_requests
        where merchant_id = ${merchantId} and operation = 'checkEligibility' and status < 400) as validated,
      exists (select from consumptions where merchant_id = ${merchantId}) as consumed`)
  return theOnly(rows)
}
