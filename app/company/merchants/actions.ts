'use server'

import { revalidatePath } from 'next/cache'
import { acceptProposal, declineProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { affiliationDraft, answeredProposal, endedAffiliation } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { partyOfCompany } from '@/lib/affiliations/party'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
import { officeAction } from '@/lib/web/action'
import { type CompanyMemberContext, companySections } from '@/lib/web/company-office'

const { merchants } = companySections

const asParty = (ctx: CompanyMemberContext) => ({ ...ctx, party: partyOfCompany(ctx.member) })

/** Returns the verb's result together with the page as the verb left it. */
async function shown<T>(done: Promise<T>): Promise<T> {
  const value = await done
  revalidatePath('/company/merchants')
  return value
}

export const proposeToMerchant = officeAction(merchants, affiliationDraft, (ctx, draft) =>
  shown(proposeAffiliation(asParty(ctx), draft)),
)

export const acceptMerchant = officeAction(merchants, answeredProposal, (ctx, asked) =>
  shown(acceptProposal(asParty(ctx), asked)),
)

export const declineMerchant = officeAction(merchants, answeredProposal, (ctx, asked) =>
  shown(declineProposal(asParty(ctx), asked)),
)

export const withdrawMerchant = officeAction(merchants, answeredProposal, (ctx, asked) =>
  shown(withdrawProposal(asParty(ctx), asked)),
)

/** The page of the affiliation no longer exists after this: the reader is led to the list. */
export const endMerchant = officeAction(merchants, endedAffiliation, async (ctx, asked) => {
  const { name } = await endAffiliation(asParty(ctx), asked)
  return { name }
})
