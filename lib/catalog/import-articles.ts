import type { OfficeDb, OfficeTx } from '@/db/office'
import {
  findAlikeSkus,
  findArticlesBySku,
  insertArticles,
  insertCategories,
  listCategoryNames,
  updateArticles,
} from '@/db/queries/offices/article-imports'
import { lockMerchant } from '@/db/queries/offices/merchants'
import type { ImportKind } from '@/lib/imports/kind'
import { assert, present } from '@/lib/kernel/assert'
import { foldName } from '@/lib/kernel/names'
import { foldSku } from './drafts'
import {
  type ArticleColumn,
  type ArticleOfLine,
  articleColumns,
  type KnownCatalog,
  newCategories,
  type PlannedArticle,
  planArticles,
  readArticle,
} from './lines'

/** Articles and their categories, by SKU (D19): what the file does not name stays as it is. */
export const articleImport: ImportKind<ArticleColumn, ArticleOfLine, KnownCatalog> = {
  kind: 'articles',
  columns: articleColumns,
  read: readArticle,
  lock: lockMerchant,
  load: loadCatalog,
  plan: planArticles,
  remarks: (lines, known) =>
    newCategories(lines, known).map((name) => ({ code: 'category_added', column: 'category', values: { name } })),
  apply: applyArticles,
}

async function loadCatalog(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  rows: readonly ArticleOfLine[],
): Promise<KnownCatalog> {
  const skus = [...new Set(rows.map(({ sku }) => sku))]
  const articles = await findArticlesBySku(db, merchantId, skus)
  const alike = await findAlikeSkus(db, merchantId, skus, [...new Set(skus.map(foldSku))])
  const categories = await listCategoryNames(db, merchantId)
  return {
    articles: new Map(articles.map((article) => [article.sku, article])),
    alike: new Map(alike.map((sku) => [foldSku(sku), sku])),
    // Of two categories with one name, which a network file can make, the older.
    categories: new Map(categories.toReversed().map((category) => [foldName(category.name), category])),
  }
}

async function applyArticles(
  tx: OfficeTx,
  merchantId: number,
  lines: readonly PlannedArticle[],
  known: KnownCatalog,
): Promise<void> {
  const made = await insertCategories(tx, merchantId, newCategories(lines, known))
  const ids = new Map([...known.categories, ...made.map((one) => [foldName(one.name), one] as const)])
  const categoryOf = ({ category }: ArticleOfLine): number | null | undefined => {
    if (category === undefined || category === '') return category === '' ? null : undefined
    return present(ids.get(foldName(category)), 'the categories that lines name are all there by now').id
  }
  const added: { sku: string; name: string; category: number | null }[] = []
  const changed: { id: number; name: string; category: number | null | undefined }[] = []
  for (const { outcome, row, before } of lines) {
    assert(row, 'a line that is applied was read')
    const { sku, name } = row
    if (outcome === 'added') added.push({ sku, name, category: categoryOf(row) ?? null })
    else {
      const article = known.articles.get(sku)
      assert(article, 'what is changed was found')
      const category = before && 'category' in before ? categoryOf(row) : undefined
      changed.push({ id: article.id, name, category })
    }
  }
  const done = (await insertArticles(tx, merchantId, added)) + (await updateArticles(tx, merchantId, changed))
  assert(done === lines.length, 'nobody else changes articles of a merchant that is locked')
}
