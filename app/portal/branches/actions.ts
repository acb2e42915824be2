'use server'

import { revalidatePath } from 'next/cache'
import { activateBranch, createBranch, deactivateBranch, renameBranch } from '@/lib/catalog/change-branch'
import { branchChange, branchChosen, branchDraft } from '@/lib/catalog/drafts'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'

const { branches } = merchantSections

const shownAnew = () => revalidatePath('/portal/branches')

export const createBranchAction = officeAction(branches, branchDraft, async (ctx, draft): Promise<undefined> => {
  await createBranch(ctx, draft)
  shownAnew()
})

export const renameBranchAction = officeAction(branches, branchChange, async (ctx, input): Promise<undefined> => {
  await renameBranch(ctx, input)
  shownAnew()
})

export const activateBranchAction = officeAction(branches, branchChosen, async (ctx, input): Promise<undefined> => {
  await activateBranch(ctx, input)
  shownAnew()
})

export const deactivateBranchAction = officeAction(branches, branchChosen, async (ctx, input): Promise<undefined> => {
  await deactivateBranch(ctx, input)
  shownAnew()
})
