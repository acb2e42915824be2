'use server'

import { revalidatePath } from 'next/cache'
import { viewChange, viewChosen, viewDraft } from '@/lib/views/drafts'
import { changeView, deleteView, saveView } from '@/lib/views/keep-views'
import { officeAction } from '@/lib/web/action'
import { merchantOffice, merchantSections } from '@/lib/web/merchant-office'

/** Whoever sees a list keeps views. */
const lists = {
  office: merchantOffice,
  permissions: Object.values(merchantSections).flatMap(({ permissions }) => permissions),
}

const shownAnew = () => revalidatePath('/portal', 'layout')

export const saveViewAction = officeAction(lists, viewDraft, async (ctx, draft): Promise<undefined> => {
  await saveView(ctx, draft)
  shownAnew()
})

export const changeViewAction = officeAction(lists, viewChange, async (ctx, change): Promise<undefined> => {
  await changeView(ctx, change)
  shownAnew()
})

export const deleteViewAction = officeAction(lists, viewChosen, async (ctx, chosen): Promise<undefined> => {
  await deleteView(ctx, chosen)
  shownAnew()
})
