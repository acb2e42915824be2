'use server'

import { revalidatePath } from 'next/cache'
import { grantDraft, oneBenefit } from '@/lib/benefits/benefits'
import { grantBenefit, withdrawBenefit } from '@/lib/benefits/grant-benefit'
import { companyAction } from '@/lib/web/action'

const permission = 'company.benefits.manage'

export const grantDiscount = companyAction({ schema: grantDraft, permission }, async (ctx, draft) => {
  const done = await grantBenefit(ctx, draft)
  revalidatePath('/company', 'layout')
  return done
})

export const withdrawDiscount = companyAction({ schema: oneBenefit, permission }, async (ctx, asked) => {
  const done = await withdrawBenefit(ctx, asked)
  revalidatePath('/company', 'layout')
  return done
})
