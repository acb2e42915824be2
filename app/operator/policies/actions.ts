'use server'

import { revalidatePath } from 'next/cache'
import { addType, renameType, retireType } from '@/lib/policies/change-type'
import { defaultsOf } from '@/lib/policies/defaults'
import { newTypeDraft, orderOf, policyDraft, typeChange, typeChosen } from '@/lib/policies/drafts'
import { setPolicy } from '@/lib/policies/set-policy'
import { officeService } from '@/lib/web/office-service'
import { operatorAction, operatorSections } from '@/lib/web/operator-office'

const { policies } = operatorSections

const shownAnew = () => revalidatePath('/operator/policies', 'layout')

export const setPolicyAction = operatorAction(policies, policyDraft, async (ctx, draft) => {
  const { waits } = await setPolicy(ctx, orderOf(draft), defaultsOf(officeService().env))
  shownAnew()
  return { waits }
})

export const addTypeAction = operatorAction(policies, newTypeDraft, async (ctx, draft): Promise<undefined> => {
  await addType(ctx, draft)
  shownAnew()
})

export const renameTypeAction = operatorAction(policies, typeChange, async (ctx, input): Promise<undefined> => {
  await renameType(ctx, input)
  shownAnew()
})

export const retireTypeAction = operatorAction(policies, typeChosen, async (ctx, input): Promise<undefined> => {
  await retireType(ctx, input)
  shownAnew()
})
