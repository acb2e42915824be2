import { type CategoryRecord, listCategories as listCategoryRecords } from '@/db/queries/article-categories'
import { type ArticleRecord, countArticles, listArticles as listRecords } from '@/db/queries/articles'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import type { ArticleFilter } from './articles'
import { demandCatalog } from './attempt-change'

const pageSize = 50
const batchSize = 2_000

/** A page of a merchant's articles by SKU, how many there are, and its categories. Throws `permission_missing`. */
export async function listArticles(ctx: Pick<OfficeContext, 'db' | 'member'>, filter: ArticleFilter) {
  demandCatalog(ctx)
  const { merchantId } = ctx.member
  const { after, before } = filter
  const [records, total, categories] = await Promise.all([
    listRecords(ctx.db, merchantId, { ...filter, limit: pageSize + 1 }),
    countArticles(ctx.db, merchantId, filter),
    listCategoryRecords(ctx.db, merchantId),
  ])
  const more = records.length > pageSize
  const page = before === undefined ? records.slice(0, pageSize) : records.slice(-pageSize)
  const [first, last] = [page[0]?.sku, page.at(-1)?.sku]
  return {
    articles: page,
    total,
    categories,
    previousBefore: (before === undefined ? after !== undefined : more) ? first : undefined,
    nextAfter: (before === undefined ? more : true) ? last : undefined,
  }
}

/** All that the list shows with that filter, for a file. Throws `permission_missing`. */
export function exportArticles(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  filter: Pick<ArticleFilter, 'search' | 'category'>,
): Batches<ArticleRecord> {
  demandCatalog(ctx)
  return batchesOf(ctx, filter)
}

async function* batchesOf(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  { search, category }: Pick<ArticleFilter, 'search' | 'category'>,
): AsyncGenerator<ArticleRecord[]> {
  let after: string | undefined
  for (;;) {
    const batch = await listRecords(db, member.merchantId, { search, category, after, limit: batchSize })
    if (batch.length > 0) yield batch
    if (batch.length < batchSize) return
    after = batch.at(-1)?.sku
  }
}

/** A merchant's categories, with how much is in each. Throws `permission_missing`. */
export async function listCategories(ctx: Pick<OfficeContext, 'db' | 'member'>): Promise<CategoryRecord[]> {
  demandCatalog(ctx)
  return listCategoryRecords(ctx.db, ctx.member.merchantId)
}
