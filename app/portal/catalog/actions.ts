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
import { officeAction } from '@/lib/web/action'
import { withFile } from '@/lib/web/file-pools'
import { merchantSections } from '@/lib/web/merchant-office'

const { catalog } = merchantSections

const shownAnew = () => revalidatePath('/portal/catalog', 'layout')

export const createArticleAction = officeAction(catalog, articleDraft, async (ctx, draft): Promise<undefined> => {
  await createArticle(ctx, draft)
  shownAnew()
})

export const changeArticleAction = officeAction(catalog, articleChange, async (ctx, input): Promise<undefined> => {
  await changeArticle(ctx, input)
  shownAnew()
})

export const deleteArticleAction = officeAction(catalog, articleChosen, async (ctx, input): Promise<undefined> => {
  await deleteArticle(ctx, input)
  shownAnew()
})

export const createCategoryAction = officeAction(catalog, categoryDraft, async (ctx, draft): Promise<undefined> => {
  await createCategory(ctx, draft)
  shownAnew()
})

export const renameCategoryAction = officeAction(catalog, categoryChange, async (ctx, input): Promise<undefined> => {
  await renameCategory(ctx, input)
  shownAnew()
})

export const deleteCategoryAction = officeAction(catalog, categoryChosen, async (ctx, input): Promise<undefined> => {
  await deleteCategory(ctx, input)
  shownAnew()
})

export const confirmImportAction = officeAction(
  catalog,
  importConfirmed,
  async (ctx, { importId: id, seen }): Promise<Counts> => {
    const counts = await withFile('confirmArticles', ctx, { id, seen })
    shownAnew()
    return counts
  },
)

export const dropImportAction = officeAction(catalog, importChosen, async (ctx, { importId }): Promise<undefined> => {
  await dropArticles(ctx, importId)
  shownAnew()
})
