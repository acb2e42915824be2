'use server'

import { revalidatePath } from 'next/cache'
import { changeMember, removeMember } from '@/lib/accounts/change-member'
import { invitationWithdrawal, memberRemoval, teamDrafts } from '@/lib/accounts/drafts'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { officeAction, stepUpAction } from '@/lib/web/action'
import { companyOffice } from '@/lib/web/company-office'

/** Each verb asks for the permission itself, so that a denial is recorded as what was tried. */
const anyMember = { office: companyOffice, permissions: [] }

/** An action that gives or takes permissions asks for a fresh code. */
export const inviteToCompanyAction = stepUpAction(anyMember, teamDrafts.company.invitation, async (ctx, draft) => {
  await inviteMember(ctx, draft)
  revalidatePath('/company/team')
  return { waits: false }
})

export const withdrawFromCompanyAction = officeAction(
  anyMember,
  invitationWithdrawal,
  async (ctx, input): Promise<undefined> => {
    await withdrawInvitation(ctx, input)
    revalidatePath('/company/team')
  },
)

export const changeCompanyAction = stepUpAction(anyMember, teamDrafts.company.change, async (ctx, change) => {
  const { name } = await changeMember(ctx, change)
  revalidatePath('/company', 'layout')
  return { name }
})

export const removeFromCompanyAction = stepUpAction(anyMember, memberRemoval, async (ctx, removal) => {
  const { name } = await removeMember(ctx, removal)
  revalidatePath('/company', 'layout')
  return { name }
})
