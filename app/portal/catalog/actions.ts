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
} from '@/lib/catalog/drafts'
import { officeAction } from '@/lib/web/action'
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
