import { type CategoryRecord, listCategories as listCategoryRecords } from '@/db/queries/offices/article-categories'
import { type ArticleRecord, countArticles, listArticles as listRecords } from '@/db/queries/offices/articles'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageOf } from '@/lib/kernel/page'
import type { ArticleFilter } from './articles'
import { catalogPermission } from './permission'

/** A page of a merchant's articles by SKU, first or last SKU first, how many there are in all, and its categories. Throws `permission_missing`. */
export async function listArticles(ctx: Pick<OfficeContext, 'db' | 'member'>, filter: ArticleFilter) {
  requirePermission(ctx.member, catalogPermission)
  const { merchantId } = ctx.member
  const { after, before } = filter
  const [records, total, categories] = await Promise.all([
    listRecords(ctx.db, merchantId, { ...filter, descending: filter.sort === '-sku', limit: filter.size + 1 }),
    countArticles(ctx.db, merchantId, filter),
    listCategoryRecords(ctx.db, merchantId),
  ])
  const { page, previous, next } = pageOf(records, filter.size, { after, before })
  return {
    articles: page,
    total,
    categories,
    previousBefore: previous?.sku,
    nextAfter: next?.sku,
  }
}

/** All articles that the list shows with that filter, for a file. Throws `permission_missing`. */
export function exportArticles(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  { search, category }: Pick<ArticleFilter, 'search' | 'category'>,
): Batches<ArticleRecord> {
  requirePermission(ctx.member, catalogPermission)
  const read = (last: ArticleRecord | undefined, limit: number) =>
    listRecords(ctx.db, ctx.member.merchantId, { search, category, after: last?.sku, limit })
  return readBatches(read, (article) => article)
}

/** A merchant's categories, each with the number of its articles and discounts. Throws `permission_missing`. */
export async function listCategories(ctx: Pick<OfficeContext, 'db' | 'member'>): Promise<CategoryRecord[]> {
  requirePermission(ctx.member, catalogPermission)
  return listCategoryRecords(ctx.db, ctx.member.merchantId)
}
