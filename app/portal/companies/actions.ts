'use server'

import { revalidatePath } from 'next/cache'
import { acceptRequest, declineRequest, withdrawRequest } from '@/lib/affiliations/answer-request'
import { companiesPage } from '@/lib/affiliations/companies'
import { affiliationDraft, answeredRequest, endedAffiliation } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { affiliationPermissions, partyOfMerchant } from '@/lib/affiliations/party'
import { requestAffiliation } from '@/lib/affiliations/request-affiliation'
import { officeAction } from '@/lib/web/action'
import { type MerchantMemberContext, merchantOffice } from '@/lib/web/merchant-office'

const affiliations = { office: merchantOffice, permissions: [affiliationPermissions.merchant] }

const asParty = (ctx: MerchantMemberContext) => ({ ...ctx, party: partyOfMerchant(ctx.member) })

/** Returns the verb's result together with the page as the verb left it. */
async function shown<T>(done: Promise<T>): Promise<T> {
  const value = await done
  revalidatePath(companiesPage)
  return value
}

export const requestCompany = officeAction(affiliations, affiliationDraft, (ctx, draft) =>
  shown(requestAffiliation(asParty(ctx), draft)),
)

export const acceptCompany = officeAction(affiliations, answeredRequest, (ctx, asked) =>
  shown(acceptRequest(asParty(ctx), asked)),
)

export const declineCompany = officeAction(affiliations, answeredRequest, (ctx, asked) =>
  shown(declineRequest(asParty(ctx), asked)),
)

export const withdrawCompany = officeAction(affiliations, answeredRequest, (ctx, asked) =>
  shown(withdrawRequest(asParty(ctx), asked)),
)

/** The page of the affiliation no longer exists after this: the reader is led to the list. */
export const endCompany = officeAction(affiliations, endedAffiliation, async (ctx, asked) => {
  const { name } = await endAffiliation(asParty(ctx), asked)
  return { name }
})
