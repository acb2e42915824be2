import { and, asc, count, eq, inArray, like, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { theOnly, whole } from '@/db/rows'
import {
  affiliations,
  articleCategories,
  articles,
  authorizations,
  branches,
  collaborators,
  collaboratorTypes,
  companies,
  discounts,
  grants,
} from '@/db/schema'

/** The rows of the merchants' sandboxes. What is there already stays as it is: each insert adds what is missing, and counts it. */

type Db = OfficeDb | OfficeTx

type Keyed = { readonly key: string; readonly name: string }

/** The ids of rows by what they are known by. */
export type IdsByText = ReadonlyMap<string, number>

const byText = (rows: readonly { known: string | null; id: number }[]): IdsByText =>
  new Map(whole(rows).flatMap(({ known, id }) => (known === null ? [] : [[known, id] as const])))

/**
 * Companies of the installation, locked in one order until the transaction ends: of several that make them at once, each finds
 * what the one before has made.
 */
export async function holdCompanies(tx: OfficeTx, rows: readonly Keyed[]): Promise<IdsByText> {
  const made = rows.map(({ key, name }) => ({ key, name }))
  await tx.insert(companies).values(made).onConflictDoNothing({ target: companies.key })
  const keys = rows.map(({ key }) => key)
  return byText(
    await tx
      .select({ known: companies.key, id: companies.id })
      .from(companies)
      .where(inArray(companies.key, keys))
      .orderBy(asc(companies.id))
      .for('no key update'),
  )
}

export async function addBranches(tx: OfficeTx, merchantId: number, rows: readonly Keyed[]): Promise<number> {
  const made = await tx
    .insert(branches)
    .values(rows.map(({ key, name }) => ({ merchantId, key, name })))
    .onConflictDoNothing({ target: [branches.merchantId, branches.key] })
    .returning({ id: branches.id })
  return whole(made).length
}

export async function addCategories(tx: OfficeTx, merchantId: number, rows: readonly Keyed[]): Promise<number> {
  const made = await tx
    .insert(articleCategories)
    .values(rows.map(({ key, name }) => ({ merchantId, key, name })))
    .onConflictDoNothing({ target: [articleCategories.merchantId, articleCategories.key] })
    .returning({ id: articleCategories.id })
  return whole(made).length
}

export async function findCategoriesByKey(db: Db, merchantId: number, prefix: string): Promise<IdsByText> {
  return byText(
    await db
      .select({ known: articleCategories.key, id: articleCategories.id })
      .from(articleCategories)
      .where(and(eq(articleCategories.merchantId, merchantId), like(articleCategories.key, `${prefix}%`))),
  )
}

export async function addArticles(
  tx: OfficeTx,
  merchantId: number,
  rows: readonly { readonly sku: string; readonly name: string; readonly articleCategoryId: number }[],
): Promise<number> {
  const made = await tx
    .insert(articles)
    .values(rows.map(({ sku, name, articleCategoryId }) => ({ merchantId, sku, name, articleCategoryId })))
    .onConflictDoNothing({ target: [articles.merchantId, articles.sku] })
    .returning({ id: articles.id })
  return whole(made).length
}

export async function findArticleIds(db: Db, merchantId: number, skus: readonly string[]): Promise<IdsByText> {
  return byText(
    await db
      .select({ known: articles.sku, id: articles.id })
      .from(articles)
      .where(and(eq(articles.merchantId, merchantId), inArray(articles.sku, [...skus]))),
  )
}

type DiscountRow = Omit<typeof discounts.$inferInsert, 'merchantId' | 'id' | 'version' | 'createdAt'>

export async function addDiscounts(tx: OfficeTx, merchantId: number, rows: readonly DiscountRow[]): Promise<number> {
  const made = await tx
    .insert(discounts)
    .values(rows.map((row) => ({ ...row, merchantId })))
    .onConflictDoNothing({ target: [discounts.merchantId, discounts.key] })
    .returning({ id: discounts.id })
  return whole(made).length
}

export async function addTypes(
  tx: OfficeTx,
  rows: readonly { readonly companyId: number; readonly key: string; readonly name: string }[],
): Promise<number> {
  const made = await tx
    .insert(collaboratorTypes)
    .values([...rows])
    .onConflictDoNothing({ target: [collaboratorTypes.companyId, collaboratorTypes.key] })
    .returning({ id: collaboratorTypes.id })
  return whole(made).length
}

export async function findTypesByKey(db: Db, companyIds: readonly number[], prefix: string): Promise<IdsByText> {
  return byText(
    await db
      .select({ known: collaboratorTypes.key, id: collaboratorTypes.id })
      .from(collaboratorTypes)
      .where(and(inArray(collaboratorTypes.companyId, [...companyIds]), like(collaboratorTypes.key, `${prefix}%`))),
  )
}

type PersonRow = Omit<typeof collaborators.$inferInsert, 'id' | 'createdAt'>

/** People who are in one of the companies already, or work for another one (D31), are left out. */
export async function addPeople(tx: OfficeTx, rows: readonly PersonRow[]): Promise<number> {
  // An installation that has no identification types yet.
  if (rows.length === 0) return 0
  const made = await tx
    .insert(collaborators)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: collaborators.id })
  return whole(made).length
}

/** How many people the companies have. */
export async function countPeople(db: Db, companyIds: readonly number[]): Promise<number> {
  return theOnly(
    await db
      .select({ people: count() })
      .from(collaborators)
      .where(inArray(collaborators.companyId, [...companyIds])),
  ).people
}

export async function addAffiliations(
  tx: OfficeTx,
  merchantId: number,
  companyIds: readonly number[],
): Promise<number> {
  const made = await tx
    .insert(affiliations)
    .values(companyIds.map((companyId) => ({ companyId, merchantId })))
    .onConflictDoNothing()
    .returning({ companyId: affiliations.companyId })
  return whole(made).length
}

export async function addGrants(
  tx: OfficeTx,
  merchantId: number,
  rows: readonly {
    readonly companyId: number
    readonly discountId: number
    readonly collaboratorTypeId: number
  }[],
): Promise<number> {
  const made = await tx
    .insert(grants)
    .values(rows.map((row) => ({ ...row, merchantId })))
    .onConflictDoNothing()
    .returning({ id: grants.id })
  return whole(made).length
}

/** What a till of a merchant types: the sandbox's branches, by key. */
export const listSandboxBranches = (db: Db, merchantId: number, prefix: string) =>
  db
    .select({ id: branches.id, name: branches.name, active: branches.active })
    .from(branches)
    .where(and(eq(branches.merchantId, merchantId), like(branches.key, `${prefix}%`)))
    .orderBy(asc(branches.key))

export const listSandboxArticles = (db: Db, merchantId: number, skus: readonly string[]) =>
  db
    .select({ sku: articles.sku, name: articles.name, category: articleCategories.name })
    .from(articles)
    .leftJoin(
      articleCategories,
      and(eq(articleCategories.merchantId, articles.merchantId), eq(articleCategories.id, articles.articleCategoryId)),
    )
    .where(and(eq(articles.merchantId, merchantId), inArray(articles.sku, [...skus])))
    .orderBy(asc(articles.sku))

/** The sandbox's discounts, oldest first: those of a merchant that has no sandbox are none. */
export const listSandboxDiscounts = (db: Db, merchantId: number, prefix: string) =>
  db
    .select({
      id: discounts.id,
      key: discounts.key,
      name: discounts.name,
      status: discounts.status,
      hasBegun: sql<boolean>`${discounts.validFrom} <= now()`,
      isOver: sql<boolean>`${discounts.validTo} <= now()`,
    })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), like(discounts.key, `${prefix}%`)))
    .orderBy(asc(discounts.id))

/** The sandbox's discounts, locked in one order until the transaction ends, as `lockDiscount` locks one. */
export async function lockSandboxDiscounts(tx: OfficeTx, merchantId: number, prefix: string): Promise<number[]> {
  const rows = await tx
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), like(discounts.key, `${prefix}%`)))
    .orderBy(asc(discounts.id))
    .for('update')
  return whole(rows).map(({ id }) => id)
}

/**
 * Releases what is reserved of locked discounts, and marks what has expired (D35). What a till is changing right now is left to
 * it: it ends by itself, and waiting for it would be waiting for each other.
 */
export async function releaseReserved(
  tx: OfficeTx,
  merchantId: number,
  discountIds: readonly number[],
): Promise<{ released: number; expired: number }> {
  const ended = await tx.execute<{ released: boolean }>(sql`
    with standing as (
      select merchant_id, id from ${authorizations}
      where merchant_id = ${merchantId} and discount_id = any(${sql.param([...discountIds])}::int[]) and status = 'Authorized'
      for update skip locked
    )
    update ${authorizations} a
    set status = case when a.expires_at > now() then 'Released' else 'Expired' end, ended_at = now()
    from standing s where a.merchant_id = s.merchant_id and a.id = s.id
    returning a.status = 'Released' as released`)
  const released = whole([...ended]).filter((row) => row.released).length
  return { released, expired: ended.length - released }
}

/**
 * Counts the uses of locked discounts anew, without those that were paid: what is paid stays written, and the counters say how
 * much of it they no longer count (ADR-0051).
 */
export async function forgetUses(tx: OfficeTx, merchantId: number, discountIds: readonly number[]): Promise<void> {
  const ids = sql`any(${sql.param([...discountIds])}::int[])`
  await tx.execute(sql`
    update discount_usage u
    set uses = standing.uses, amount = standing.amount, forgotten_uses = paid.uses, forgotten_amount = paid.amount
    from discounts d,
      lateral (select count(*) as uses, coalesce(sum(a.discount_amount), 0) as amount from authorizations a
        where a.merchant_id = d.merchant_id and a.discount_id = d.id and a.status = 'Authorized') standing,
      lateral (select count(*) as uses, coalesce(sum(c.discount_amount), 0) as amount from consumptions c
        where c.merchant_id = d.merchant_id and c.discount_id = d.id) paid
    where d.merchant_id = ${merchantId} and d.id = ${ids} and u.merchant_id = d.merchant_id and u.discount_id = d.id`)
  await tx.execute(sql`
    update discount_daily_usage u
    set uses = counted.standing, forgotten_uses = counted.paid
    from discounts d, discount_daily_usage day,
      lateral (select count(*) filter (where a.status = 'Authorized') as standing,
          count(*) filter (where a.status = 'Consumed') as paid
        from authorizations a
        where a.merchant_id = d.merchant_id and a.discount_id = d.id and a.collaborator_id = day.collaborator_id
          and a.local_day = day.local_day) counted
    where d.merchant_id = ${merchantId} and d.id = ${ids} and day.merchant_id = d.merchant_id and day.discount_id = d.id
      and u.merchant_id = day.merchant_id and u.discount_id = day.discount_id and u.collaborator_id = day.collaborator_id and u.local_day = day.local_day`)
}
