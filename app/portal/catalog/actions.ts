'use server'

import { revalidatePath } from 'next/cache'
import { changeArticle, createArticle, deleteArticle } from '@/lib/catalog/change-article'
import { createCategory, deleteCategory, renameCategory } from '@/lib/catalog/change-category'
import {
  articleChange,
  articleChosen,
  articleDraft,
  categoryChange,
  categoryChosen,
  categoryDraft,
  importChosen,
  importConfirmed,
} from '@/lib/catalog/drafts'
import { dropArticles } from '@/lib/catalog/upload-articles'
import type { Counts } from '@/lib/imports/plan'
import { memberAction } from '@/lib/web/action'
import { withFile } from '@/lib/web/file-pools'

const permission = 'merchant.catalog.manage'

const shownAnew = () => revalidatePath('/portal/catalog', 'layout')

export const createArticleAction = memberAction(
  { schema: articleDraft, permission },
  async (ctx, draft): Promise<undefined> => {
    await createArticle(ctx, draft)
    shownAnew()
  },
)

export const changeArticleAction = memberAction(
  { schema: articleChange, permission },
  async (ctx, input): Promise<undefined> => {
    await changeArticle(ctx, input)
    shownAnew()
  },
)

export const deleteArticleAction = memberAction(
  { schema: articleChosen, permission },
  async (ctx, input): Promise<undefined> => {
    await deleteArticle(ctx, input)
    shownAnew()
  },
)

export const createCategoryAction = memberAction(
  { schema: categoryDraft, permission },
  async (ctx, draft): Promise<undefined> => {
    await createCategory(ctx, draft)
    shownAnew()
  },
)

export const renameCategoryAction = memberAction(
  { schema: categoryChange, permission },
  async (ctx, input): Promise<undefined> => {
    await renameCategory(ctx, input)
    shownAnew()
  },
)

export const deleteCategoryAction = memberAction(
  { schema: categoryChosen, permission },
  async (ctx, input): Promise<undefined> => {
    await deleteCategory(ctx, input)
    shownAnew()
  },
)

export const confirmImportAction = memberAction(
  { schema: importConfirmed, permission },
  async (ctx, { importId: id, seen }): Promise<Counts> => {
    const counts = await withFile('confirmArticles', ctx, { id, seen })
    shownAnew()
    return counts
  },
)

export const dropImportAction = memberAction(
  { schema: importChosen, permission },
  async (ctx, { importId }): Promise<undefined> => {
    await dropArticles(ctx, importId)
    shownAnew()
  },
)
