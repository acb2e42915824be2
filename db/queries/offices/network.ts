import { and, count, desc, eq, gt, gte, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import { theOnly, valueThere } from '@/db/rows'
import { apiRequests, authorizations, companies, companyPeople, merchants } from '@/db/schema'
import { present } from '@/lib/kernel/assert'
import { consumptionsByDay } from './sales-sums'

/** How many of each are in the network. */
export async function countNetwork(db: OfficeDb) {
  const counts = theOnly(
    await db
      .select({
        merchants: sql<number>`(select count(*)::int from ${merchants})`,
        merchantsEnabled: sql<number>`(select count(*)::int from ${merchants} where ${merchants.enabled})`,
        companies: sql<number>`(select count(*)::int from ${companies})`,
        // Each company has its count (ADR-0085).
        people: sql<number | null>`(select case when count(*) = (select count(*) from ${companies})
          then coalesce(sum(${companyPeople.people}), 0)::int end from ${companyPeople})`,
        reservations: sql<number>`(select count(*)::int from ${authorizations}
        where ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now())`,
      })
      .from(sql`(values (1)) network`),
  )
  return { ...counts, people: valueThere(counts.people) }
}

/** What was registered in the network from the beginning of each of these days on, in their order. Merchant by merchant, as the rows are indexed. */
export function sumNetworkConsumptions(db: OfficeDb, beginnings: readonly Date[]) {
  const earliest = present(beginnings.toSorted((a, b) => a.getTime() - b.getTime())[0], 'sums are of some day')
  const sold = db.$with('sold').as(
    db
      .select({
        merchantId: merchants.id,
        day: sql<string>`day`.as('day'),
        sales: sql`sum(sales)`.as('sales'),
        finalAmount: sql`sum(final_amount)`.as('final_amount'),
        discountAmount: sql`sum(discount_amount)`.as('discount_amount'),
      })
      .from(merchants)
      .crossJoinLateral(sql`${consumptionsByDay(merchants.id, { from: earliest })} of_merchant`)
      .groupBy(merchants.id, sql`day`),
  )
  const days = beginnings.map(
    (beginning) => sql`(${beginning.toISOString()}::timestamptz at time zone 'America/Santo_Domingo')::date`,
  )
  const asked = sql`unnest(array[${sql.join(days, sql`, `)}]) with ordinality asked (first, place)`
  return db
    .with(sold)
    .select({
      count: sql<number>`coalesce(sum(${sold.sales}), 0)::float8`,
      merchants: sql<number>`count(distinct ${sold.merchantId})::int`,
      finalAmount: sql<string>`coalesce(sum(${sold.finalAmount}), 0)::text`,
      discountAmount: sql<string>`coalesce(sum(${sold.discountAmount}), 0)::text`,
    })
    .from(asked)
    .leftJoin(sold, sql`${sold.day} >= asked.first`)
    .groupBy(sql`asked.place`)
    .orderBy(sql`asked.place`)
}

/** The merchants whose systems' calls failed in the last minutes, those with the most first; of each what failed last. */
export const listFailingMerchants = (db: OfficeDb, { minutes, limit }: { minutes: number; limit: number }) => {
  const since = sql`now() - ${minutes}::int * interval '1 minute'`
  const failed = db
    .select({
      failed: count().as('failed'),
      lastAt: sql<Date>`max(${apiRequests.occurredAt})`.mapWith(apiRequests.occurredAt).as('last_at'),
      lastCode: sql<string | null>`(array_agg(${apiRequests.code} order by ${apiRequests.occurredAt} desc))[1]`.as(
        'last_code',
      ),
    })
    .from(apiRequests)
    .where(
      and(eq(apiRequests.merchantId, merchants.id), gt(apiRequests.occurredAt, since), gte(apiRequests.status, 400)),
    )
    .as('failed_calls')
  return db
    .select({
      id: merchants.id,
      name: merchants.name,
      failed: failed.failed,
      lastAt: failed.lastAt,
      lastCode: failed.lastCode,
    })
    .from(merchants)
    .innerJoinLateral(failed, gt(failed.failed, 0))
    .orderBy(desc(failed.failed), merchants.id)
    .limit(limit)
}
