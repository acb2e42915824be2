'use server'

import { revalidatePath } from 'next/cache'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { invitationWithdrawal, memberRemoval, teamDrafts } from '@/lib/accounts/drafts'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { officeAction, stepUpAction } from '@/lib/web/action'
import { merchantOffice } from '@/lib/web/merchant-office'

/** Each verb asks for the permission itself, so that a denial is recorded as what was tried. */
const anyMember = { office: merchantOffice, permissions: [] }

/** An action that gives or takes permissions asks for a fresh code, as the actions on credentials do. */
export const inviteAction = stepUpAction(anyMember, teamDrafts.merchant.invitation, async (ctx, draft) => {
  await inviteMember(ctx, draft)
  revalidatePath('/portal/team')
  return { waits: false }
})

export const withdrawAction = officeAction(anyMember, invitationWithdrawal, async (ctx, input): Promise<undefined> => {
  await withdrawInvitation(ctx, input)
  revalidatePath('/portal/team')
})

export const changeAction = stepUpAction(anyMember, teamDrafts.merchant.change, async (ctx, change) => {
  const { name } = await changeMember(ctx, change)
  revalidatePath('/portal', 'layout')
  return { name }
})

export const removeAction = stepUpAction(anyMember, memberRemoval, async (ctx, removal) => {
  const { name } = await removeMember(ctx, removal)
  revalidatePath('/portal', 'layout')
  return { name }
})
