import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne } from '@/db/rows'
import { articles, authorizations, consumptions, idempotencyKeys } from '@/db/schema'

/** What the database knows of what a failed call named, of its merchant alone. */

type Db = OfficeDb | OfficeTx

/** D35: overdue is expired, marked or not. */
const statusNow = sql<'Authorized' | 'Consumed' | 'Expired' | 'Released'>`
  case when ${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} <= now() then 'Expired' else ${authorizations.status} end`

const standing = (db: Db) =>
  db
    .select({
      code: authorizations.code,
      reference: authorizations.reference,
      status: statusNow,
      expiresAt: authorizations.expiresAt,
      endedAt: authorizations.endedAt,
      consumptionCode: consumptions.code,
    })
    .from(authorizations)
    .leftJoin(
      consumptions,
      and(eq(consumptions.merchantId, authorizations.merchantId), eq(consumptions.authorizationId, authorizations.id)),
    )

/** The authorization with that code. */
export const findStandingByCode = async (db: Db, merchantId: number, code: string) =>
  atMostOne(await standing(db).where(and(eq(authorizations.merchantId, merchantId), eq(authorizations.code, code))))

/** The newest authorization of a reference. */
export const findStandingByReference = async (db: Db, merchantId: number, reference: string) =>
  atMostOne(
    await standing(db)
      .where(and(eq(authorizations.merchantId, merchantId), eq(authorizations.reference, reference)))
      .orderBy(desc(authorizations.id))
      .limit(1),
  )

/** The authorization that an Idempotency-Key made or, where it registered a consumption, confirmed. */
export const findStandingByKey = async (db: Db, merchantId: number, key: string) =>
  atMostOne(
    await standing(db).where(
      and(
        eq(authorizations.merchantId, merchantId),
        sql`${authorizations.id} = (
          select coalesce(k.authorization_id, (
            select c.authorization_id from ${consumptions} c where c.merchant_id = k.merchant_id and c.id = k.consumption_id))
          from ${idempotencyKeys} k where k.merchant_id = ${merchantId} and k.key = ${key}::uuid)`,
      ),
    ),
  )

/** Those of the SKUs that are in the catalogue. */
export async function listKnownSkus(db: Db, merchantId: number, skus: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ sku: articles.sku })
    .from(articles)
    .where(and(eq(articles.merchantId, merchantId), inArray(articles.sku, [...skus])))
  return rows.map(({ sku }) => sku)
}
