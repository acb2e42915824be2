'use server'

import { revalidatePath } from 'next/cache'
import { acceptProposal, declineProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { companiesPage } from '@/lib/affiliations/companies'
import { affiliationDraft, answeredProposal, endedAffiliation } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { affiliationPermissions, partyOfMerchant } from '@/lib/affiliations/party'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
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

export const proposeToCompany = officeAction(affiliations, affiliationDraft, (ctx, draft) =>
  shown(proposeAffiliation(asParty(ctx), draft)),
)

export const acceptCompany = officeAction(affiliations, answeredProposal, (ctx, asked) =>
  shown(acceptProposal(asParty(ctx), asked)),
)

export const declineCompany = officeAction(affiliations, answeredProposal, (ctx, asked) =>
  shown(declineProposal(asParty(ctx), asked)),
)

export const withdrawCompany = officeAction(affiliations, answeredProposal, (ctx, asked) =>
  shown(withdrawProposal(asParty(ctx), asked)),
)

/** The page of the affiliation no longer exists after this: the reader is led to the list. */
export const endCompany = officeAction(affiliations, endedAffiliation, async (ctx, asked) => {
  const { name } = await endAffiliation(asParty(ctx), asked)
  return { name }
})
