'use server'

import { revalidatePath } from 'next/cache'
import { grantDraft, oneBenefit, teamGrantDraft } from '@/lib/benefits/benefits'
import { grantBenefit, grantToTeam, withdrawBenefit } from '@/lib/benefits/grant-benefit'
import { officeAction } from '@/lib/web/action'
import { companySections } from '@/lib/web/company-office'

const { benefits } = companySections

export const grantDiscount = officeAction(benefits, grantDraft, async (ctx, draft) => {
  const done = await grantBenefit(ctx, draft)
  revalidatePath('/company', 'layout')
  return done
})

export const grantDiscountsToTeam = officeAction(benefits, teamGrantDraft, async (ctx, draft) => {
  const done = await grantToTeam(ctx, draft)
  revalidatePath('/company', 'layout')
  return done
})

export const withdrawDiscount = officeAction(benefits, oneBenefit, async (ctx, asked) => {
  const done = await withdrawBenefit(ctx, asked)
  revalidatePath('/company', 'layout')
  return done
})
