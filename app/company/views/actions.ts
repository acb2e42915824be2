'use server'

import { revalidatePath } from 'next/cache'
import { viewChange, viewChosen, viewDraft } from '@/lib/views/drafts'
import { changeView, deleteView, saveView } from '@/lib/views/keep-views'
import { officeAction } from '@/lib/web/action'
import { companyOffice, companySections } from '@/lib/web/company-office'

/** Whoever sees a list keeps views. */
const lists = {
  office: companyOffice,
  permissions: Object.values(companySections).flatMap(({ permissions }) => permissions),
}

const shownAnew = () => revalidatePath('/company', 'layout')

export const saveCompanyViewAction = officeAction(lists, viewDraft, async (ctx, draft): Promise<undefined> => {
  await saveView(ctx, draft)
  shownAnew()
})

export const changeCompanyViewAction = officeAction(lists, viewChange, async (ctx, change): Promise<undefined> => {
  await changeView(ctx, change)
  shownAnew()
})

export const deleteCompanyViewAction = officeAction(lists, viewChosen, async (ctx, chosen): Promise<undefined> => {
  await deleteView(ctx, chosen)
  shownAnew()
})
