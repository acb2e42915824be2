import type { OfficeTx } from '@/db/office'
import {
  deleteCategory as deleteRecord,
  findCategory,
  insertCategory,
  listCategories,
  listDiscountsOnCategory,
  renameCategory as rename,
} from '@/db/queries/offices/article-categories'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { foldName } from '@/lib/kernel/names'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { catalogChange } from './permission'

/** A new category of articles. Throws `permission_missing`, `name_taken` (`name`: of the category that has it). */
export async function createCategory(ctx: OfficeContext, draft: { name: string }): Promise<void> {
  const { merchantId } = ctx.member
  await attempt(ctx, { ...catalogChange, action: 'category.created' }, async ({ tx, record }) => {
    await requireFreeName(tx, merchantId, draft.name)
    const id = await insertCategory(tx, merchantId, draft.name)
    await record({ name: draft.name }, { type: 'category', id })
  })
}

/** Throws `permission_missing`, `not_found`, `name_taken`. */
export async function renameCategory(ctx: OfficeContext, input: { categoryId: number; name: string }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'category', id: input.categoryId } as const
  await attempt(ctx, { ...catalogChange, action: 'category.renamed', subject }, async ({ tx, record }) => {
    const before = await findCategory(tx, merchantId, input.categoryId)
    if (!before) throw new OfficeFault('not_found')
    await requireFreeName(tx, merchantId, input.name, input.categoryId)
    await rename(tx, merchantId, input.categoryId, input.name)
    await record({ name: input.name, was: before.name })
  })
}

/**
 * Deletes a category; its articles stay, without a category. Throws `permission_missing`, `not_found`, and `category_in_use`
 * (`count`, `discount`: the newest) while a discount is on it, ended or not.
 */
export async function deleteCategory(ctx: OfficeContext, input: { categoryId: number }): Promise<void> {
  const { merchantId } = ctx.member
  const subject = { type: 'category', id: input.categoryId } as const
  await attempt(ctx, { ...catalogChange, action: 'category.deleted', subject }, async ({ tx, record }) => {
    const category = await findCategory(tx, merchantId, input.categoryId)
    if (!category) throw new OfficeFault('not_found')
    const [discount, ...others] = await listDiscountsOnCategory(tx, merchantId, input.categoryId)
    if (discount !== undefined) {
      throw new OfficeFault('category_in_use', { values: { discount, count: others.length + 1 } })
    }
    await deleteRecord(tx, merchantId, input.categoryId)
    await record({ name: category.name, articles: category.articles })
  })
}

async function requireFreeName(tx: OfficeTx, merchantId: number, name: string, ofId?: number): Promise<void> {
  const folded = foldName(name)
  const taken = (await listCategories(tx, merchantId)).find((one) => one.id !== ofId && foldName(one.name) === folded)
  if (taken) throw new OfficeFault('name_taken', { field: 'name', values: { name: taken.name } })
}
