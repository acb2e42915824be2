import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { hasPart } from '@/db/folded'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, isThere, whole } from '@/db/rows'
import { affiliations, articleCategories, articles, collaboratorTypes, discounts, grants, merchants } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'

type Db = OfficeDb | OfficeTx

/** To whom a company grants a discount: to a type, or to the whole team where there is none. */
export type GrantedTo =
  | { readonly typeId: number; readonly type: string }
  | { readonly typeId: null; readonly type: null }

export type BenefitSelection = {
  readonly merchantId: number | undefined
  /** Those that the company grants, or those that it could. */
  readonly granted: boolean | undefined
  /** A part of the discount's name. */
  readonly search?: string | undefined
}

const merchantName = sql`${merchants.name} collate "es-x-icu"`

/**
 * What a company grants of each discount, in one row. The columns are named here, since drizzle would not name them in a
 * subquery.
 */
const grantsOf = (db: Db, companyId: number) =>
  db
    .select({
      discountId: grants.discountId,
      to: sql<
        GrantedTo[]
      >`json_agg(json_build_object('typeId', ${grants.collaboratorTypeId}, 'type', ${collaboratorTypes.name})
        order by ${collaboratorTypes.name} collate "es-x-icu" nulls first)`.as('granted_to'),
    })
    .from(grants)
    .leftJoin(
      collaboratorTypes,
      and(eq(collaboratorTypes.companyId, grants.companyId), eq(collaboratorTypes.id, grants.collaboratorTypeId)),
    )
    .where(eq(grants.companyId, companyId))
    .groupBy(grants.discountId)
    .as('given')

/** On offer to every affiliated company: published, and not over. */
const isOnOffer = and(eq(discounts.status, 'published'), sql`${discounts.validTo} > now()`)

/** The discounts that a company grants or could grant: those of its affiliated merchants alone. */
function benefits(db: Db, companyId: number, narrowed: (given: ReturnType<typeof grantsOf>) => SQL | undefined) {
  const given = grantsOf(db, companyId)
  return db
    .select({
      merchantId: merchants.id,
      merchant: merchants.name,
      discountId: discounts.id,
      name: discounts.name,
      description: discounts.description,
      status: discounts.status,
      discountType: discounts.discountType,
      discountValue: discounts.discountValue,
      scope: discounts.scope,
      category: articleCategories.name,
      article: articles.name,
      validFrom: discounts.validFrom,
      validTo: discounts.validTo,
      usesPerCollaboratorPerDay: discounts.usesPerCollaboratorPerDay,
      minimumPurchase: discounts.minimumPurchase,
      maximumDiscount: discounts.maximumDiscount,
      isScarce: sql<boolean>`${discounts.usesTotal} is not null or ${discounts.budget} is not null`,
      to: sql<GrantedTo[]>`coalesce(${given.to}, '[]')`,
    })
    .from(affiliations)
    .innerJoin(merchants, eq(merchants.id, affiliations.merchantId))
    .innerJoin(discounts, eq(discounts.merchantId, affiliations.merchantId))
    .leftJoin(given, eq(given.discountId, discounts.id))
    .leftJoin(
      articleCategories,
      and(
        eq(articleCategories.merchantId, discounts.merchantId),
        eq(articleCategories.id, discounts.articleCategoryId),
      ),
    )
    .leftJoin(articles, and(eq(articles.merchantId, discounts.merchantId), eq(articles.id, discounts.articleId)))
    .where(and(eq(affiliations.companyId, companyId), or(isOnOffer, isNotNull(given.discountId)), narrowed(given)))
    .$dynamic()
}

export type BenefitRecord = Awaited<ReturnType<typeof benefits>>[number]

/** Benefits by merchant's name, the newest discount first within each; with `before`, those just before it. */
export async function listBenefits(
  db: Db,
  companyId: number,
  { merchantId, granted, search }: BenefitSelection,
  page: CursorRange<number> & { readonly limit: number },
): Promise<BenefitRecord[]> {
  const { place, side, order, shown } = readingOf(page)
  const beyond = place === undefined ? undefined : await besides(db, companyId, place, side)
  const rows = await benefits(db, companyId, (given) =>
    and(
      merchantId === undefined ? undefined : eq(discounts.merchantId, merchantId),
      granted === undefined ? undefined : granted ? isNotNull(given.discountId) : isNull(given.discountId),
      search === undefined ? undefined : hasPart(discounts.name, search),
      beyond,
    ),
  )
    .orderBy(order(merchantName), order(merchants.id), order(sql`-${discounts.id}`))
    .limit(page.limit)
  return shown(rows)
}

async function besides(db: Db, companyId: number, discountId: number, side: SQL): Promise<SQL> {
  const edge = atMostOne(await benefits(db, companyId, () => eq(discounts.id, discountId)))
  if (!edge) return sql`false`
  const key = sql`(${edge.merchant} collate "es-x-icu", ${edge.merchantId}::int, -${discountId}::int)`
  return sql`(${merchantName}, ${merchants.id}, -${discounts.id}) ${side} ${key}`
}

/** One of them; undefined for what the company neither grants nor could. */
export async function findBenefit(
  db: Db,
  companyId: number,
  { merchantId, discountId }: { merchantId: number; discountId: number },
): Promise<BenefitRecord | undefined> {
  const rows = await benefits(db, companyId, () =>
    and(eq(discounts.merchantId, merchantId), eq(discounts.id, discountId)),
  )
  return atMostOne(rows)
}

/** A merchant that a company is affiliated to, with how many of its discounts are on offer and how many are granted. */
export async function listAffiliatedMerchants(
  db: Db,
  companyId: number,
  { merchantId, search, limit = merchantsMax }: { merchantId?: number; search?: string; limit?: number } = {},
) {
  const given = grantsOf(db, companyId)
  return db
    .select({
      merchantId: merchants.id,
      name: merchants.name,
      legalId: merchants.legalId,
      since: affiliations.createdAt,
      onOffer: sql<number>`(count(${discounts.id}) filter (where ${isOnOffer}))::int`,
      granted: sql<number>`count(${given.discountId})::int`,
    })
    .from(affiliations)
    .innerJoin(merchants, eq(merchants.id, affiliations.merchantId))
    .leftJoin(discounts, eq(discounts.merchantId, affiliations.merchantId))
    .leftJoin(given, eq(given.discountId, discounts.id))
    .where(
      and(
        eq(affiliations.companyId, companyId),
        merchantId === undefined ? undefined : eq(affiliations.merchantId, merchantId),
        search === undefined ? undefined : or(hasPart(merchants.name, search), eq(merchants.legalId, search)),
      ),
    )
    .groupBy(merchants.id, merchants.name, merchants.legalId, affiliations.createdAt)
    .orderBy(merchantName, asc(merchants.id))
    .limit(limit)
}

/**
 * The most that one page shows. A company's affiliations are made one by one: it asked the merchant, or the merchant asked it.
 */
const merchantsMax = 500

/**
 * Holds the affiliation until the transaction ends, so that it does not end meanwhile, and nobody else changes what is granted under
 * it. Says whether there is one.
 */
export async function lockAffiliationOf(tx: OfficeTx, companyId: number, merchantId: number): Promise<boolean> {
  const rows = await tx
    .select({ merchantId: affiliations.merchantId })
    .from(affiliations)
    .where(and(eq(affiliations.companyId, companyId), eq(affiliations.merchantId, merchantId)))
    .for('no key update')
  return isThere(rows)
}

/** Takes back all that a company grants of a discount. */
export async function deleteGrantsOf(
  tx: OfficeTx,
  companyId: number,
  { merchantId, discountId }: { merchantId: number; discountId: number },
): Promise<number> {
  const gone = await tx
    .delete(grants)
    .where(and(eq(grants.companyId, companyId), eq(grants.merchantId, merchantId), eq(grants.discountId, discountId)))
    .returning({ id: grants.id })
  return whole(gone).length
}

/** Grants a discount to each of these types, or to the whole team for null. The caller has deleted the earlier grants. */
export async function insertGrantsOf(
  tx: OfficeTx,
  companyId: number,
  { merchantId, discountId }: { merchantId: number; discountId: number },
  typeIds: readonly (number | null)[],
): Promise<void> {
  await tx
    .insert(grants)
    .values(typeIds.map((collaboratorTypeId) => ({ companyId, merchantId, discountId, collaboratorTypeId })))
}
