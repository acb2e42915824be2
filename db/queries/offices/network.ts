import { and, count, desc, eq, gt, gte, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import { theOnly } from '@/db/rows'
import { apiRequests, authorizations, companies, companyPeople, consumptions, merchants } from '@/db/schema'

/** How many of each are in the network. */
export const countNetwork = async (db: OfficeDb) =>
  theOnly(
    await db
      .select({
        merchants: sql<number>`(select count(*)::int from ${merchants})`,
        merchantsEnabled: sql<number>`(select count(*)::int from ${merchants} where ${merchants.enabled})`,
        companies: sql<number>`(select count(*)::int from ${companies})`,
        people: sql<number>`(select coalesce(sum(${companyPeople.people}), 0)::int from ${companyPeople})`,
        reservations: sql<number>`(select count(*)::int from ${authorizations}
        where ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now())`,
      })
      .from(sql`(values (1)) network`),
  )

/** What was registered in the network since then, in one row. Merchant by merchant, as the rows are indexed. */
export const sumNetworkConsumptions = async (db: OfficeDb, from: Date) => {
  const ofMerchant = db
    .select({
      count: count().as('count'),
      finalAmount: sql<string | null>`sum(${consumptions.finalAmount})`.as('final_amount'),
      discountAmount: sql<string | null>`sum(${consumptions.discountAmount})`.as('discount_amount'),
    })
    .from(consumptions)
    .where(and(eq(consumptions.merchantId, merchants.id), gte(consumptions.registeredAt, from)))
    .as('of_merchant')
  return theOnly(
    await db
      .select({
        count: sql<number>`coalesce(sum(${ofMerchant.count}), 0)::float8`,
        merchants: sql<number>`count(*) filter (where ${ofMerchant.count} > 0)::int`,
        finalAmount: sql<string>`coalesce(sum(${ofMerchant.finalAmount}), 0)::text`,
        discountAmount: sql<string>`coalesce(sum(${ofMerchant.discountAmount}), 0)::text`,
      })
      .from(merchants)
      .leftJoinLateral(ofMerchant, sql`true`),
  )
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
