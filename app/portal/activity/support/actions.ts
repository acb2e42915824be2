'use server'

import { revalidatePath } from 'next/cache'
import { revokedView } from '@/lib/support/drafts'
import { revokeView } from '@/lib/support/revoke-view'
import { officeAction } from '@/lib/web/action'
import { merchantSections } from '@/lib/web/merchant-office'

export const revokeMerchantViewAction = officeAction(
  merchantSections.activity,
  revokedView,
  async (ctx, chosen): Promise<undefined> => {
    await revokeView(ctx, chosen)
    revalidatePath('/portal/activity/support')
  },
)
