'use server'

import { revalidatePath } from 'next/cache'
import { affiliateBoth, endForBoth } from '@/lib/affiliations/affiliate-both'
import {
  companyOfMerchant,
  disablingDraft,
  endedPair,
  merchantChange,
  merchantChosen,
  merchantDraft,
  merchantInvitation,
  merchantOwner,
} from '@/lib/network-merchants/drafts'
import {
  changeMerchant,
  createMerchant,
  inviteMerchantOwner,
  withdrawMerchantOwner,
} from '@/lib/network-merchants/manage-merchant'
import { networkMerchantPath, networkMerchantsPage } from '@/lib/network-merchants/merchants'
import { enableMerchant, orderDisabling, undoDisabling } from '@/lib/network-merchants/order-disabling'
import { operatorAction, operatorSections } from '@/lib/web/operator-office'
import { operatorHomePath } from '@/lib/web/own-path'
import type { Led } from '../_components/act-dialog'

const section = operatorSections.merchants

/** Done, with the page as the verb left it. */
async function shown(done: Promise<unknown>): Promise<Led> {
  await done
  revalidatePath(networkMerchantsPage, 'layout')
  return undefined
}

export const createMerchantAction = operatorAction(section, merchantDraft, async (ctx, draft): Promise<Led> => {
  const { merchantId } = await createMerchant(ctx, draft)
  return { href: networkMerchantPath(merchantId) }
})

export const changeMerchantAction = operatorAction(section, merchantChange, (ctx, draft) =>
  shown(changeMerchant(ctx, draft)),
)

export const inviteMerchantOwnerAction = operatorAction(section, merchantOwner, (ctx, draft) =>
  shown(inviteMerchantOwner(ctx, draft)),
)

export const withdrawMerchantOwnerAction = operatorAction(section, merchantInvitation, (ctx, draft) =>
  shown(withdrawMerchantOwner(ctx, draft)),
)

export const affiliateCompanyAction = operatorAction(section, companyOfMerchant, (ctx, { merchantId, other }) =>
  shown(affiliateBoth(ctx, { tenant: { side: 'merchant', merchantId }, other })),
)

export const endCompanyAction = operatorAction(section, endedPair, (ctx, { confirmation, ...pair }) =>
  shown(endForBoth(ctx, { pair, from: 'merchant', confirmation })),
)

export const enableMerchantAction = operatorAction(section, merchantChosen, (ctx, chosen) =>
  shown(enableMerchant(ctx, chosen)),
)

export const undoDisablingAction = operatorAction(section, merchantChosen, (ctx, chosen) =>
  shown(undoDisabling(ctx, chosen)),
)

export const disableMerchantAction = operatorAction(section, disablingDraft, async (ctx, draft): Promise<Led> => {
  const { waits } = await orderDisabling(ctx, draft)
  revalidatePath(operatorHomePath, 'layout')
  return { href: waits ? operatorSections.approvals.href : networkMerchantPath(draft.merchantId) }
})
