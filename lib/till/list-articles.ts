import { findArticle, listArticles } from '@/db/queries/offices/articles'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { redemptionsPermission } from '@/lib/redemption/permission'

type Asked = {
  readonly articleCategoryId: number | null
  readonly articleId: number | null
  readonly search: string
}

/** What the till shows at a time: a longer text finds the others. */
const articlesMax = 20

/**
 * Articles of the merchant to which a discount on an article or a category applies, by SKU. Throws `permission_missing`, and
 * `not_found` for an article that is gone.
 */
export async function listTillArticles({ db, member }: Pick<OfficeContext, 'db' | 'member'>, asked: Asked) {
  if (!member.permissions.includes(redemptionsPermission)) throw new OfficeFault('permission_missing')
  const { articleCategoryId, articleId, search } = asked
  if (articleId !== null) {
    const article = await findArticle(db, member.merchantId, articleId)
    if (!article) throw new OfficeFault('not_found')
    return [viewOf(article)]
  }
  const records = await listArticles(db, member.merchantId, {
    search: search === '' ? undefined : search,
    category: articleCategoryId ?? undefined,
    limit: articlesMax,
  })
  return records.map(viewOf)
}

const viewOf = ({ sku, name }: { readonly sku: string; readonly name: string }) => ({ sku, name })

export type TillArticle = Awaited<ReturnType<typeof listTillArticles>>[number]
