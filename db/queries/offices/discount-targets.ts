import { and, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne } from '@/db/rows'
import { articleCategories, articles } from '@/db/schema'

/** What a discount may be on: a category or an article of the same merchant. */

const escaped = (search: string) => search.replace(/[\\%_]/g, '\\$&')

/**
 * Articles with that text in their SKU or name: the one with exactly that SKU first, then SKUs that begin with it, then the
 * others. An empty text matches all. Reads one merchant's articles alone, by index.
 */
export const searchArticles = (db: OfficeDb | OfficeTx, merchantId: number, search: string, limit: number) => {
  const within = `%${escaped(search)}%`
  return db
    .select({ id: articles.id, sku: articles.sku, name: articles.name })
    .from(articles)
    .where(
      and(
        eq(articles.merchantId, merchantId),
        search === '' ? undefined : sql`(${articles.sku} ilike ${within} or ${articles.name} ilike ${within})`,
      ),
    )
    .orderBy(
      sql`lower(${articles.sku}) = lower(${search}) desc, ${articles.sku} ilike ${`${escaped(search)}%`} desc`,
      articles.sku,
    )
    .limit(limit)
}

/** Categories with that text in their name, with how many articles they have. */
export const searchCategories = (db: OfficeDb | OfficeTx, merchantId: number, search: string, limit: number) =>
  db
    .select({
      id: articleCategories.id,
      name: articleCategories.name,
      articles: sql`(select count(*) from ${articles} a
        where a.merchant_id = article_categories.merchant_id and a.article_category_id = article_categories.id)`.mapWith(
        Number,
      ),
    })
    .from(articleCategories)
    .where(
      and(
        eq(articleCategories.merchantId, merchantId),
        search === '' ? undefined : sql`${articleCategories.name} ilike ${`%${escaped(search)}%`}`,
      ),
    )
    .orderBy(articleCategories.name, articleCategories.id)
    .limit(limit)

/** The article of that id, when it is this merchant's. Until the transaction ends nobody deletes it. */
export async function keepArticle(tx: OfficeTx, merchantId: number, articleId: number) {
  const rows = await tx
    .select({ id: articles.id, sku: articles.sku, name: articles.name })
    .from(articles)
    .where(and(eq(articles.merchantId, merchantId), eq(articles.id, articleId)))
    .for('key share')
  return atMostOne(rows)
}

/** The category of that id, likewise. */
export async function keepCategory(tx: OfficeTx, merchantId: number, categoryId: number) {
  const rows = await tx
    .select({ id: articleCategories.id, name: articleCategories.name })
    .from(articleCategories)
    .where(and(eq(articleCategories.merchantId, merchantId), eq(articleCategories.id, categoryId)))
    .for('key share')
  return atMostOne(rows)
}
