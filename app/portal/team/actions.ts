'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { invitationSchema, inviteMember, withdrawInvitation } from '@/lib/accounts/invite-member'
import { memberAction } from '@/lib/web/action'

export const inviteAction = memberAction({ schema: invitationSchema }, async (ctx, draft): Promise<undefined> => {
  await inviteMember(ctx, draft)
  revalidatePath('/portal/team')
})

export const withdrawAction = memberAction(
  { schema: z.object({ invitationId: z.coerce.number().int().min(1).max(2_147_483_647) }) },
  async (ctx, input): Promise<undefined> => {
    await withdrawInvitation(ctx, input)
    revalidatePath('/portal/team')
  },
)
