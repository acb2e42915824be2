'use server'

import { revalidatePath } from 'next/cache'
import { revokedView } from '@/lib/support/drafts'
import { revokeView } from '@/lib/support/revoke-view'
import { officeAction } from '@/lib/web/action'
import { companySections } from '@/lib/web/company-office'

export const revokeCompanyViewAction = officeAction(
  companySections.activity,
  revokedView,
  async (ctx, chosen): Promise<undefined> => {
    await revokeView(ctx, chosen)
    revalidatePath('/company/activity/support')
  },
)
