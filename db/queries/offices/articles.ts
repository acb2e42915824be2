import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { articleCategories, articles, discounts } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'

type Db = OfficeDb | OfficeTx

export type ArticleSelection = {
  /** A part of the name, or the beginning of the SKU, in any case and with or without accents. */
  readonly search: string | undefined
  /** Of one category, or of none. */
  readonly category: number | 'none' | undefined
}

const columns = {
  id: articles.id,
  sku: articles.sku,
  name: articles.name,
  categoryId: articles.articleCategoryId,
  categoryName: articleCategories.name,
}

/** Lower case without accents: a search for "pina" finds "piña". Not every database can lower letters with accents. */
const folded = (text: SQL | typeof articles.name | typeof articles.sku): SQL =>
  sql`translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`

const containing = (text: string): SQL => sql`'%' || ${text}::text || '%'`
const beginning = (text: string): SQL => sql`${text}::text || '%'`

function chosen(merchantId: number, { search, category }: ArticleSelection) {
  const plain = search?.replace(/[\\%_]/g, '\\$&')
  return and(
    eq(articles.merchantId, merchantId),
    category === undefined
      ? undefined
      : category === 'none'
        ? isNull(articles.articleCategoryId)
        : eq(articles.articleCategoryId, category),
    plain === undefined
      ? undefined
      : or(
          sql`${folded(articles.sku)} like ${folded(beginning(plain))}`,
          sql`${folded(articles.name)} like ${folded(containing(plain))}`,
        ),
  )
}

const withCategory = and(
  eq(articleCategories.merchantId, articles.merchantId),
  eq(articleCategories.id, articles.articleCategoryId),
)

/** Articles of a merchant by SKU, or from the last SKU; with `before`, the articles just before that place, in the same order. */
export async function listArticles(
  db: Db,
  merchantId: number,
  selection: ArticleSelection & CursorRange<string> & { readonly descending?: boolean; readonly limit: number },
) {
  const { place, side, order, shown } = readingOf(selection, selection.descending)
  const rows = await db
    .select(columns)
    .from(articles)
    .leftJoin(articleCategories, withCategory)
    .where(and(chosen(merchantId, selection), place === undefined ? undefined : sql`${articles.sku} ${side} ${place}`))
    .orderBy(order(articles.sku))
    .limit(selection.limit)
  return shown(rows)
}

export type ArticleRecord = Awaited<ReturnType<typeof listArticles>>[number]

export async function countArticles(db: Db, merchantId: number, selection: ArticleSelection): Promise<number> {
  return theOnly(await db.select({ count: count() }).from(articles).where(chosen(merchantId, selection))).count
}

export async function findArticle(db: Db, merchantId: number, articleId: number): Promise<ArticleRecord | undefined> {
  const rows = await db
    .select(columns)
    .from(articles)
    .leftJoin(articleCategories, withCategory)
    .where(and(eq(articles.merchantId, merchantId), eq(articles.id, articleId)))
  return atMostOne(rows)
}

/** The id of the new article, or undefined when the merchant has one with that SKU. */
export async function insertArticle(
  tx: OfficeTx,
  merchantId: number,
  article: { sku: string; name: string; categoryId: number | null },
): Promise<number | undefined> {
  const rows = await tx
    .insert(articles)
    .values({ merchantId, sku: article.sku, name: article.name, articleCategoryId: article.categoryId })
    .onConflictDoNothing()
    .returning({ id: articles.id })
  return atMostOne(rows)?.id
}

export async function updateArticle(
  tx: OfficeTx,
  merchantId: number,
  articleId: number,
  changes: { name: string; categoryId: number | null },
): Promise<void> {
  const updated = await tx
    .update(articles)
    .set({ name: changes.name, articleCategoryId: changes.categoryId })
    .where(and(eq(articles.merchantId, merchantId), eq(articles.id, articleId)))
    .returning({ id: articles.id })
  theOnly(updated)
}

export async function deleteArticle(tx: OfficeTx, merchantId: number, articleId: number): Promise<void> {
  const deleted = await tx
    .delete(articles)
    .where(and(eq(articles.merchantId, merchantId), eq(articles.id, articleId)))
    .returning({ id: articles.id })
  theOnly(deleted)
}

/** The names of the discounts on an article, the newest first. */
export async function listDiscountsOnArticle(db: Db, merchantId: number, articleId: number): Promise<string[]> {
  const rows = await db
    .select({ name: discounts.name })
    .from(discounts)
    .where(and(eq(discounts.merchantId, merchantId), eq(discounts.articleId, articleId)))
    .orderBy(desc(discounts.id))
  return whole(rows).map(({ name }) => name)
}
