'use server'

import { revalidatePath } from 'next/cache'
import { activateBranch, createBranch, deactivateBranch, renameBranch } from '@/lib/catalog/change-branch'
import { branchChange, branchChosen, branchDraft } from '@/lib/catalog/drafts'
import { memberAction } from '@/lib/web/action'

const permission = 'merchant.catalog.manage'

const shownAnew = () => revalidatePath('/portal/branches')

export const createBranchAction = memberAction(
  { schema: branchDraft, permission },
  async (ctx, draft): Promise<undefined> => {
    await createBranch(ctx, draft)
    shownAnew()
  },
)

export const renameBranchAction = memberAction(
  { schema: branchChange, permission },
  async (ctx, input): Promise<undefined> => {
    await renameBranch(ctx, input)
    shownAnew()
  },
)

export const activateBranchAction = memberAction(
  { schema: branchChosen, permission },
  async (ctx, input): Promise<undefined> => {
    await activateBranch(ctx, input)
    shownAnew()
  },
)

export const deactivateBranchAction = memberAction(
  { schema: branchChosen, permission },
  async (ctx, input): Promise<undefined> => {
    await deactivateBranch(ctx, input)
    shownAnew()
  },
)
