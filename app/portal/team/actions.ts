'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { changeMember, memberChange, memberRemoval, removeMember } from '@/lib/accounts/change-member'
import { invitationSchema } from '@/lib/accounts/drafts'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { officeAction, stepUpAction } from '@/lib/web/action'
import { merchantOffice } from '@/lib/web/merchant-office'

/** Each verb asks for the permission itself, so that a denial is recorded as what was tried. */
const anyMember = { office: merchantOffice, permissions: [] }

/** An action that gives or takes permissions asks for a fresh code, as the actions on credentials do. */
export const inviteAction = stepUpAction(anyMember, invitationSchema, async (ctx, draft): Promise<undefined> => {
  await inviteMember(ctx, draft)
  revalidatePath('/portal/team')
})

export const withdrawAction = officeAction(
  anyMember,
  z.object({ invitationId: z.coerce.number().int().min(1).max(2_147_483_647) }),
  async (ctx, input): Promise<undefined> => {
    await withdrawInvitation(ctx, input)
    revalidatePath('/portal/team')
  },
)

export const changeAction = stepUpAction(anyMember, memberChange, async (ctx, change) => {
  const { name } = await changeMember(ctx, change)
  revalidatePath('/portal', 'layout')
  return { name }
})

export const removeAction = stepUpAction(anyMember, memberRemoval, async (ctx, removal) => {
  const { name } = await removeMember(ctx, removal)
  revalidatePath('/portal', 'layout')
  return { name }
})
