import { and, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import { consumptions, discounts, merchants } from '@/db/schema'
import type { Cursor } from '@/lib/kernel/cursor'
import { beside, microsOf } from './sales'

/** What a collaborator sees of themselves: nothing here is of anybody else. */

export type BenefitRow = {
  readonly discountId: number
  readonly merchantName: string
  readonly name: string
  readonly description: string
  readonly discountType: 'PCT' | 'AMT'
  readonly discountValue: string
  readonly scope: 'store' | 'category' | 'article'
  /** Of the category or the article. */
  readonly scopeName: string | null
  readonly validTo: Date
  readonly minimumPurchase: string | null
  readonly maximumDiscount: string | null
  readonly usesPerDay: number | null
  /** Expired reservations no longer count. */
  readonly usesLeftToday: number | null
}

/** What a collaborator may use today, by merchant: from the same view that the tills read. */
export async function listBenefits(db: OfficeDb | OfficeTx, collaboratorId: number): Promise<BenefitRow[]> {
  const rows = await db.execute<BenefitRow & Record<string, unknown>>(sql`
    select o.discount_id as "discountId", m.name as "merchantName", o.name, o.description, o.discount_type as "discountType",
      o.discount_value as "discountValue", o.scope, coalesce(ac.name, ar.name) as "scopeName", o.valid_to as "validTo",
      o.minimum_purchase as "minimumPurchase", o.maximum_discount as "maximumDiscount",
      d.uses_per_collaborator_per_day as "usesPerDay",
      d.uses_per_collaborator_per_day - coalesce(u.uses, 0) + overdue.uses as "usesLeftToday"
    from offers o
    join merchants m on m.id = o.merchant_id and m.enabled
    join discounts d on d.merchant_id = o.merchant_id and d.id = o.discount_id
    left join article_categories ac on ac.merchant_id = o.merchant_id and ac.id = o.article_category_id
    left join articles ar on ar.merchant_id = o.merchant_id and ar.id = o.article_id
    left join discount_daily_usage u on u.merchant_id = o.merchant_id and u.discount_id = o.discount_id and u.collaborator_id = o.collaborator_id
      and u.local_day = (now() at time zone 'America/Santo_Domingo')::date
    cross join lateral (
      select count(*)::int as uses from authorizations a
      where a.merchant_id = o.merchant_id and a.discount_id = o.discount_id and a.collaborator_id = o.collaborator_id
        and a.status = 'Authorized' and a.expires_at <= now()
        and a.local_day = (now() at time zone 'America/Santo_Domingo')::date
        and d.uses_per_collaborator_per_day is not null) overdue
    where o.collaborator_id = ${collaboratorId}
    order by m.name, o.discount_id`)
  return whole(rows).map((row) => ({ ...row, validTo: new Date(row.validTo) }))
}

/** What a collaborator has used, newest registered first. */
export function listOwnConsumptions(
  db: OfficeDb | OfficeTx,
  collaboratorId: number,
  { before, limit }: { before: Cursor | undefined; limit: number },
) {
  const place = beside(consumptions.registeredAt, consumptions.id, { before })
  return db
    .select({
      id: consumptions.id,
      micros: microsOf(consumptions.registeredAt),
      code: consumptions.code,
      consumptionDate: consumptions.consumptionDate,
      merchantName: merchants.name,
      discountName: discounts.name,
      purchaseAmount: consumptions.purchaseAmount,
      discountAmount: consumptions.discountAmount,
      finalAmount: consumptions.finalAmount,
    })
    .from(consumptions)
    .innerJoin(merchants, eq(merchants.id, consumptions.merchantId))
    .innerJoin(
      discounts,
      and(eq(discounts.merchantId, consumptions.merchantId), eq(discounts.id, consumptions.discountId)),
    )
    .where(and(eq(consumptions.collaboratorId, collaboratorId), ...place.conditions))
    .orderBy(...place.order)
    .limit(limit)
}

/** What a collaborator has been granted in all. */
export async function sumOwnConsumptions(db: OfficeDb | OfficeTx, collaboratorId: number) {
  const rows = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      discountAmount: sql<string>`coalesce(sum(${consumptions.discountAmount}), 0)`,
    })
    .from(consumptions)
    .where(eq(consumptions.collaboratorId, collaboratorId))
  return theOnly(rows)
}
