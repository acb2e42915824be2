'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { changeMember, memberChange, memberRemoval, removeMember } from '@/lib/accounts/change-member'
import { invitationSchema } from '@/lib/accounts/drafts'
import { inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { memberAction } from '@/lib/web/action'

/** An action that gives or takes permissions asks for a fresh code, as the actions on credentials do. */
export const inviteAction = memberAction(
  { schema: invitationSchema, stepUp: true },
  async (ctx, draft): Promise<undefined> => {
    await inviteMember(ctx, draft)
    revalidatePath('/portal/team')
  },
)

export const withdrawAction = memberAction(
  { schema: z.object({ invitationId: z.coerce.number().int().min(1).max(2_147_483_647) }) },
  async (ctx, input): Promise<undefined> => {
    await withdrawInvitation(ctx, input)
    revalidatePath('/portal/team')
  },
)

export const changeAction = memberAction({ schema: memberChange, stepUp: true }, async (ctx, change) => {
  const { name } = await changeMember(ctx, change)
  revalidatePath('/portal', 'layout')
  return { name }
})

export const removeAction = memberAction({ schema: memberRemoval, stepUp: true }, async (ctx, removal) => {
  const { name } = await removeMember(ctx, removal)
  revalidatePath('/portal', 'layout')
  return { name }
})
