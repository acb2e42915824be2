import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { articleCategories, articles, discounts } from '@/db/schema'

type Db = OfficeDb | OfficeTx

/** Written as SQL text: drizzle omits the table's name in a query of only one table. */
const articleCount = sql<number>`(select count(*)::int from articles a
  where a.merchant_id = article_categories.merchant_id and a.article_category_id = article_categories.id)`
const discountCount = sql<number>`(select count(*)::int from discounts d
  where d.merchant_id = article_categories.merchant_id and d.article_category_id = article_categories.id)`

const columns = {
  id: articleCategories.id,
  name: articleCategories.name,
  articles: articleCount,
  discounts: discountCount,
}

/** The categories of a merchant by name, with how many articles and discounts each has. */
export const listCategories = (db: Db, merchantId: number) =>
  db
    .select(columns)
    .from(articleCategories)
    .where(eq(articleCategories.merchantId, merchantId))
    .orderBy(asc(sql`lower(${articleCategories.name})`), asc(articleCategories.id))

export type CategoryRecord = Awaited<ReturnType<typeof listCategories>>[number]

export async function findCategory(
  db: Db,
  merchantId: number,
  categoryId: number,
): Promise<CategoryRecord | undefined> {
  const rows = await db
    .select(columns)
    .from(articleCategories)
    .where(and(eq(articleCategories.merchantId, merchantId), eq(articleCategories.id, categoryId)))
  return atMostOne(rows)
}

export async function insertCategory(tx: OfficeTx, merchantId: number, name: string): Promise<number> {
  return theOnly(
    await tx.insert(articleCategories).values({ merchantId, name }).returning({ id: articleCategories.id }),
  ).id
}

export async function renameCategory(
  tx: OfficeTx,
  merchantId: number,
  categoryId: number,
  name: string,
): Promise<void> {
  const renamed = await tx
    .update(articleCategories)
    .set({ name })
    .where(and(eq(articleCategories.merchantId, merchantId), eq(articleCategories.id, categoryId)))
    .returning({ id: articleCategories.id })
  theOnly(renamed)
}

/** Deletes a category; its articles have none afterwards. */
export async function deleteCategory(tx: OfficeTx, merchantId: number, categoryId: number): Promise<void> {
  await tx
    .update(articles)
    .set({ articleCategoryId: null })
    .where(and(eq(articles.merchantId, merchantId), eq(articles.articleCategoryId, categoryId)))
  const deleted = await tx
    .delete(articleCategories)
    .where(and(eq(articleCategories.merchantId, merchantId), eq(articleCategories.id, categoryId)))
    .returning({ id: articleCategories.id })
  theOnly(deleted)
}

/** The names of the discounts on a category, the newest first. */
export async function listDiscountsOnCategory(db: Db, merchantId: number, categoryId: number): Promise<string[]> {
  const rows = await db
    .select({ name: discounts.name })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), eq(discounts.articleCategoryId, categoryId)))
    .orderBy(desc(discounts.id))
  return whole(rows).map(({ name }) => name)
}
