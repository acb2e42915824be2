'use server'

import { redirect } from 'next/navigation'
import { supportViewDraft } from '@/lib/support/drafts'
import { startView } from '@/lib/support/view-office'
import { operatorAction, operatorOffice } from '@/lib/web/operator-office'
import { companyHomePath, homePath } from '@/lib/web/own-path'

/** The verb asks for the permission itself, so that a denial is recorded as what was tried. */
const anyMember = { office: operatorOffice, permissions: [] }

export const startViewAction = operatorAction(anyMember, supportViewDraft, async (ctx, draft): Promise<undefined> => {
  const { side } = await startView(ctx, draft)
  redirect(side === 'merchant' ? homePath : companyHomePath)
})
