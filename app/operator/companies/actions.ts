'use server'

import { revalidatePath } from 'next/cache'
import { affiliateBoth, endForBoth } from '@/lib/affiliations/affiliate-both'
import { networkCompaniesPage, networkCompanyPath } from '@/lib/network-companies/companies'
import {
  changeCompany,
  createCompany,
  inviteCompanyOwner,
  withdrawCompanyOwner,
} from '@/lib/network-companies/manage-company'
import {
  companyChange,
  companyDraft,
  companyInvitation,
  companyOwner,
  endedPair,
  merchantOfCompany,
} from '@/lib/network-merchants/drafts'
import { operatorAction, operatorSections } from '@/lib/web/operator-office'
import type { Led } from '../_components/act-dialog'

const section = operatorSections.companies

/** Done, with the page as the verb left it. */
async function shown(done: Promise<unknown>): Promise<Led> {
  await done
  revalidatePath(networkCompaniesPage, 'layout')
  return undefined
}

export const createCompanyAction = operatorAction(section, companyDraft, async (ctx, draft): Promise<Led> => {
  const { companyId } = await createCompany(ctx, draft)
  return { href: networkCompanyPath(companyId) }
})

export const changeCompanyAction = operatorAction(section, companyChange, (ctx, draft) =>
  shown(changeCompany(ctx, draft)),
)

export const inviteCompanyOwnerAction = operatorAction(section, companyOwner, (ctx, draft) =>
  shown(inviteCompanyOwner(ctx, draft)),
)

export const withdrawCompanyOwnerAction = operatorAction(section, companyInvitation, (ctx, draft) =>
  shown(withdrawCompanyOwner(ctx, draft)),
)

export const affiliateMerchantAction = operatorAction(section, merchantOfCompany, (ctx, { companyId, other }) =>
  shown(affiliateBoth(ctx, { tenant: { side: 'company', companyId }, other })),
)

export const endMerchantAction = operatorAction(section, endedPair, (ctx, { confirmation, ...pair }) =>
  shown(endForBoth(ctx, { pair, from: 'company', confirmation })),
)
