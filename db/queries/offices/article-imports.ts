import { type SQL, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { whole } from '@/db/rows'

/** The most rows in one statement: far below the bound on its time. */
const rowsPerStatement = 5_000

type Db = OfficeDb | OfficeTx

export type KnownArticle = { id: number; sku: string; name: string; categoryName: string | null }

const textsOf = (texts: readonly string[]): SQL =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb))`

/** The articles of a merchant that have one of these SKUs. */
export async function findArticlesBySku(db: Db, merchantId: number, skus: readonly string[]): Promise<KnownArticle[]> {
  const rows = await db.execute<KnownArticle>(sql`
    select a.id, a.sku, a.name, c.name as "categoryName"
    from articles a
    left join article_categories c on c.merchant_id = a.merchant_id and c.id = a.article_category_id
    where a.merchant_id = ${merchantId} and a.sku in ${textsOf(skus)}`)
  return [...whole(rows)]
}

/** SKUs of a merchant that are not among these, but equal one of them by `foldSku`. */
export async function findAlikeSkus(
  db: Db,
  merchantId: number,
  skus: readonly string[],
  folded: readonly string[],
): Promise<string[]> {
  const rows = await db.execute<{ sku: string }>(sql`
    select a.sku from articles a
    where a.merchant_id = ${merchantId} and a.sku not in ${textsOf(skus)}
      and regexp_replace(regexp_replace(lower(a.sku), '\\s+', '', 'g'), '^0+(?=.)', '') in ${textsOf(folded)}
    order by a.sku`)
  return whole(rows).map(({ sku }) => sku)
}

export type CategoryRow = { id: number; name: string }

/** All categories of a merchant, the oldest first. */
export async function listCategoryNames(db: Db, merchantId: number): Promise<CategoryRow[]> {
  const rows = await db.execute<CategoryRow>(
    sql`select id, name from article_categories where merchant_id = ${merchantId} order by id`,
  )
  return [...whole(rows)]
}

export async function insertCategories(
  tx: OfficeTx,
  merchantId: number,
  names: readonly string[],
): Promise<CategoryRow[]> {
  const rows = await tx.execute<CategoryRow>(sql`
    insert into article_categories (merchant_id, name)
    select ${merchantId}::int, name from jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) as given (name)
    returning id, name`)
  return [...whole(rows)]
}

export type ArticleRow = { readonly sku: string; readonly name: string; readonly category: number | null }

/** Adds articles, and gives how many. Fails whole when the merchant has one of their SKUs. */
export async function insertArticles(tx: OfficeTx, merchantId: number, rows: readonly ArticleRow[]): Promise<number> {
  let count = 0
  for (const json of chunks(rows)) {
    const { count: added } = await tx.execute(sql`
      insert into articles (merchant_id, sku, name, article_category_id)
      select ${merchantId}::int, i.sku, i.name, i.category
      from jsonb_to_recordset(${json}::text::jsonb) as i (sku text, name text, category int)`)
    count += added
  }
  return count
}

/** Updates existing articles; `category` undefined leaves an article's category as it is. Returns how many articles exist. */
export async function updateArticles(
  tx: OfficeTx,
  merchantId: number,
  rows: readonly { id: number; name: string; category: number | null | undefined }[],
): Promise<number> {
  let count = 0
  const said = rows.map(({ category, ...row }) => ({
    ...row,
    category: category ?? null,
    keeps: category === undefined,
  }))
  for (const json of chunks(said)) {
    const { count: changed } = await tx.execute(sql`
      update articles a
      set name = i.name, article_category_id = case when i.keeps then a.article_category_id else i.category end
      from jsonb_to_recordset(${json}::text::jsonb) as i (id int, name text, category int, keeps boolean)
      where a.merchant_id = ${merchantId} and a.id = i.id`)
    count += changed
  }
  return count
}

function* chunks(rows: readonly unknown[]): Generator<string> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    yield JSON.stringify(rows.slice(from, from + rowsPerStatement))
  }
}
