import { and, asc, desc, eq, getTableColumns, gt, lt, sql } from 'drizzle-orm'
import { hasPart } from '@/db/folded'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import {
  articleCategories,
  articles,
  authorizations,
  collaboratorTypes,
  companies,
  discounts,
  discountUsage,
  grants,
} from '@/db/schema'
import type { DiscountTermsRow } from '@/lib/discounts/draft'
import type { DiscountStatus, ShownStatus } from '@/lib/discounts/status'
import type { CursorRange } from '@/lib/kernel/cursor'
import { consumptionsByDay } from './sales-sums'

/** Discounts as their merchant's office knows them. What tills may use of them today is the view `offers`. */

const isOver = sql<boolean>`${discounts.validTo} <= now()`
const hasBegun = sql<boolean>`${discounts.validFrom} <= now()`

/** Reservations whose time is over and that nobody has marked yet: the limits do not count them (D35, D43). */
const overdue = (what: ReturnType<typeof sql>) => sql`(
  select ${what} from ${authorizations} o
  where o.merchant_id = ${discounts.merchantId} and o.discount_id = ${discounts.id}
    and o.status = 'Authorized' and o.expires_at <= now())`

/** What counts against the limits on uses and budget; null without such a limit. */
const usesSoFar = sql<number | null>`(${discountUsage.uses} - ${overdue(sql`count(*)`)})::int`
const amountSoFar = sql<
  string | null
>`(${discountUsage.amount} - coalesce(${overdue(sql`sum(o.discount_amount)`)}, 0))::text`

const companiesGranting = sql`(
  select count(distinct g.company_id) from ${grants} g
  where g.merchant_id = ${discounts.merchantId} and g.discount_id = ${discounts.id})`.mapWith(Number)

const { merchantId: _, key: __, ...own } = getTableColumns(discounts)

const columns = {
  ...own,
  isOver,
  hasBegun,
  usesSoFar,
  amountSoFar,
  companies: companiesGranting,
  categoryName: articleCategories.name,
  articleSku: articles.sku,
  articleName: articles.name,
}

const select = (db: OfficeDb | OfficeTx) =>
  db
    .select(columns)
    .from(discounts)
    .leftJoin(
      discountUsage,
      and(eq(discountUsage.merchantId, discounts.merchantId), eq(discountUsage.discountId, discounts.id)),
    )
    .leftJoin(
      articleCategories,
      and(
        eq(articleCategories.merchantId, discounts.merchantId),
        eq(articleCategories.id, discounts.articleCategoryId),
      ),
    )
    .leftJoin(articles, and(eq(articles.merchantId, discounts.merchantId), eq(articles.id, discounts.articleId)))

export type DiscountRecord = Awaited<ReturnType<typeof listDiscounts>>[number]

export type DiscountSelection = CursorRange<number> & {
  readonly status: ShownStatus | undefined
  /** A part of the name; empty for any. */
  readonly search: string
  readonly limit: number
}

/** The condition of each state that is shown, as `shownStatusOf` has it. */
const shown = {
  draft: sql`${discounts.status} = 'draft'`,
  ended: sql`${discounts.status} = 'ended'`,
  expired: sql`${discounts.status} in ('published', 'paused') and ${isOver}`,
  scheduled: sql`${discounts.status} = 'published' and not ${hasBegun} and not ${isOver}`,
  published: sql`${discounts.status} = 'published' and ${hasBegun} and not ${isOver}`,
  paused: sql`${discounts.status} = 'paused' and not ${isOver}`,
} satisfies Record<ShownStatus, ReturnType<typeof sql>>

/** Discounts of a merchant, newest first; with `after`, the next newer discounts, in the same order. */
export async function listDiscounts(db: OfficeDb | OfficeTx, merchantId: number, selection: DiscountSelection) {
  const { status, search, before, after, limit } = selection
  const rows = await select(db)
    .where(
      and(
        eq(discounts.merchantId, merchantId),
        status === undefined ? undefined : shown[status],
        search === '' ? undefined : hasPart(discounts.name, search),
        before === undefined ? undefined : lt(discounts.id, before),
        after === undefined ? undefined : gt(discounts.id, after),
      ),
    )
    .orderBy(after === undefined ? desc(discounts.id) : asc(discounts.id))
    .limit(limit)
  return after === undefined ? rows : rows.reverse()
}

export async function findDiscount(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  discountId: number,
): Promise<DiscountRecord | undefined> {
  return atMostOne(await select(db).where(and(eq(discounts.merchantId, merchantId), eq(discounts.id, discountId))))
}

/**
 * Until the transaction ends nobody else changes that discount and no till takes a use of it: calls under way end first; later
 * ones wait, and then see the limits as they are by then (D43). The trigger that counts the uses of a new limit takes the same
 * lock, so that nothing is locked twice. False when it is not this merchant's.
 */
export async function lockDiscount(tx: OfficeTx, merchantId: number, discountId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), eq(discounts.id, discountId)))
    .for('update')
  return isThere(rows)
}

export async function insertDiscount(
  tx: OfficeTx,
  merchantId: number,
  row: DiscountTermsRow & { status: DiscountStatus },
): Promise<number> {
  const made = await tx
    .insert(discounts)
    .values({ ...row, merchantId })
    .returning({ id: discounts.id })
  return theOnly(made).id
}

/** Writes what is given, and increments the version. */
export async function updateDiscount(
  tx: OfficeTx,
  merchantId: number,
  discountId: number,
  change: Partial<DiscountTermsRow & { status: DiscountStatus }>,
): Promise<void> {
  const updated = await tx
    .update(discounts)
    .set({ ...change, version: sql`${discounts.version} + 1` })
    .where(and(eq(discounts.merchantId, merchantId), eq(discounts.id, discountId)))
    .returning({ id: discounts.id })
  theOnly(updated)
}

/** Active authorizations: each keeps the terms of the moment at which it was made (D40). */
export async function countActiveAuthorizations(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  discountId: number,
): Promise<number> {
  const rows = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(authorizations)
    .where(
      and(
        eq(authorizations.merchantId, merchantId),
        eq(authorizations.discountId, discountId),
        sql`${authorizations.status} = 'Authorized' and ${authorizations.expiresAt} > now()`,
      ),
    )
  return theOnly(rows).count
}

/**
 * What limits on uses and budget count of a discount, whether or not it has any (D43): consumed as paid, active as reserved,
 * without what was forgotten when a sandbox was emptied (ADR-0051).
 */
export async function sumDiscountUse(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  discountId: number,
): Promise<{ uses: number; amount: string }> {
  const rows = await db.execute<{ uses: number; amount: string }>(sql`
    select (coalesce(sum(counted.sales), 0) - coalesce(max(u.forgotten_uses), 0))::int as uses,
      (coalesce(sum(counted.discount_amount), 0) - coalesce(max(u.forgotten_amount), 0))::numeric(30, 2)::text as amount
    from (
      select sales, discount_amount from ${consumptionsByDay(merchantId, {})} paid where discount_id = ${discountId}
      union all
      select 1, discount_amount from ${authorizations} where merchant_id = ${merchantId} and discount_id = ${discountId}
        and status = 'Authorized' and expires_at > now()
    ) counted
    left join ${discountUsage} u on u.merchant_id = ${merchantId} and u.discount_id = ${discountId}`)
  return theOnly(rows)
}

/** Who grants a discount of a merchant: a row for the whole team (no type) or for each type. */
export const listGrants = (db: OfficeDb | OfficeTx, merchantId: number, discountId: number) =>
  db
    .select({
      companyId: grants.companyId,
      company: companies.name,
      collaboratorType: collaboratorTypes.name,
      createdAt: grants.createdAt,
    })
    .from(grants)
    .innerJoin(companies, eq(companies.id, grants.companyId))
    .leftJoin(collaboratorTypes, eq(collaboratorTypes.id, grants.collaboratorTypeId))
    .where(and(eq(grants.merchantId, merchantId), eq(grants.discountId, discountId)))
    .orderBy(companies.name, companies.id, collaboratorTypes.name)

export type GrantRecord = Awaited<ReturnType<typeof listGrants>>[number]
