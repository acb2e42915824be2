'use server'

import { revalidatePath } from 'next/cache'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { invitationWithdrawal, memberRemoval, teamDrafts } from '@/lib/accounts/drafts'
import { withdrawInvitation } from '@/lib/accounts/invite-member'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { operatorAction, operatorOffice } from '@/lib/web/operator-office'

/** Each verb asks for the permission itself, so that a denial is recorded as what was tried. */
const anyMember = { office: operatorOffice, permissions: [] }

export const inviteOperatorAction = operatorAction(anyMember, teamDrafts.operator.invitation, async (ctx, draft) => {
  const { waits } = await proposeOrDo(ctx, 'invite_operator', draft)
  revalidatePath('/operator', 'layout')
  return { waits }
})

export const withdrawOperatorAction = operatorAction(
  anyMember,
  invitationWithdrawal,
  async (ctx, input): Promise<undefined> => {
    await withdrawInvitation(ctx, input)
    revalidatePath('/operator/team')
  },
)

export const changeOperatorAction = operatorAction(anyMember, teamDrafts.operator.change, async (ctx, change) => {
  const { name } = await changeMember(ctx, change)
  revalidatePath('/operator', 'layout')
  return { name }
})

export const removeOperatorAction = operatorAction(anyMember, memberRemoval, async (ctx, removal) => {
  const { name } = await removeMember(ctx, removal)
  revalidatePath('/operator', 'layout')
  return { name }
})
