import type { OfficeTx } from '@/db/office'
import { findCategory } from '@/db/queries/offices/article-categories'
import {
  deleteArticle as deleteRecord,
  findArticle,
  insertArticle,
  listDiscountsOnArticle,
  updateArticle,
} from '@/db/queries/offices/articles'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { catalogChange } from './permission'

/**
 * A new article of the merchant (D19). Throws `permission_missing`, `sku_taken`, and `not_found` when the category does not
 * exist or is another merchant's.
 */
export async function createArticle(
  ctx: OfficeContext,
  draft: { sku: string; name: string; categoryId: number | null },
): Promise<void> {
  const { merchantId } = ctx.member
  await attempt(ctx, { ...catalogChange, action: 'article.created' }, async ({ tx, record }) => {
    const category = await categoryNamed(tx, merchantId, draft.categoryId)
    const id = await insertArticle(tx, merchantId, draft)
    if (id === undefined) throw new OfficeFault('sku_taken', { field: 'sku', values: { sku: draft.sku } })
    await record({ name: `${draft.sku} · ${draft.name}`, category }, { type: 'article', id })
  })
}

/** Gives an article another name or category; its SKU identifies it, and stays. Throws `permission_missing`, `not_found`. */
export async function changeArticle(
  ctx: OfficeContext,
  input: { articleId: number; name: string; categoryId: number | null },
): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'article', id: input.articleId } as const
  await attempt(ctx, { ...catalogChange, action: 'article.changed', subject }, async ({ tx, record }) => {
    const before = await findArticle(tx, merchantId, input.articleId)
    if (!before) throw new OfficeFault('not_found')
    const category = await categoryNamed(tx, merchantId, input.categoryId)
    if (before.name === input.name && before.categoryId === input.categoryId) return
    await updateArticle(tx, merchantId, input.articleId, input)
    const was = { was: before.name, wasCategory: before.categoryName }
    await record({ name: `${before.sku} · ${input.name}`, category, ...was })
  })
}

/**
 * Deletes an article. Throws `permission_missing`, `not_found`, and `article_in_use` (`count`, `discount`: the newest) while a
 * discount is on it, also one that has ended: its authorizations keep its terms.
 */
export async function deleteArticle(ctx: OfficeContext, input: { articleId: number }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'article', id: input.articleId } as const
  await attempt(ctx, { ...catalogChange, action: 'article.deleted', subject }, async ({ tx, record }) => {
    const article = await findArticle(tx, merchantId, input.articleId)
    if (!article) throw new OfficeFault('not_found')
    const [discount, ...others] = await listDiscountsOnArticle(tx, merchantId, input.articleId)
    if (discount !== undefined) {
      throw new OfficeFault('article_in_use', { values: { discount, count: others.length + 1 } })
    }
    await deleteRecord(tx, merchantId, input.articleId)
    await record({ name: `${article.sku} · ${article.name}` })
  })
}

async function categoryNamed(tx: OfficeTx, merchantId: number, categoryId: number | null): Promise<string | null> {
  if (categoryId === null) return null
  const category = await findCategory(tx, merchantId, categoryId)
  if (!category) throw new OfficeFault('not_found')
  return category.name
}
