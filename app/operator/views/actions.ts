'use server'

import { revalidatePath } from 'next/cache'
import { viewChange, viewChosen, viewDraft } from '@/lib/views/drafts'
import { changeView, deleteView, saveView } from '@/lib/views/keep-views'
import { officeAction } from '@/lib/web/action'
import { operatorOffice, operatorSections } from '@/lib/web/operator-office'

/** Whoever sees a list keeps views. They are asked for no code: a view is their own, and changes nothing of the network (ADR-0030). */
const lists = {
  office: operatorOffice,
  permissions: Object.values(operatorSections).flatMap(({ permissions }) => permissions),
}

const shownAnew = () => revalidatePath('/operator', 'layout')

export const saveOperatorViewAction = officeAction(lists, viewDraft, async (ctx, draft): Promise<undefined> => {
  await saveView(ctx, draft)
  shownAnew()
})

export const changeOperatorViewAction = officeAction(lists, viewChange, async (ctx, change): Promise<undefined> => {
  await changeView(ctx, change)
  shownAnew()
})

export const deleteOperatorViewAction = officeAction(lists, viewChosen, async (ctx, chosen): Promise<undefined> => {
  await deleteView(ctx, chosen)
  shownAnew()
})
