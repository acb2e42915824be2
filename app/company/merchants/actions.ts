'use server'

import { revalidatePath } from 'next/cache'
import { acceptRequest, declineRequest, withdrawRequest } from '@/lib/affiliations/answer-request'
import { affiliationDraft, answeredRequest, endedAffiliation } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { partyOfCompany } from '@/lib/affiliations/party'
import { requestAffiliation } from '@/lib/affiliations/request-affiliation'
import { companyAction } from '@/lib/web/action'
import type { CompanyMemberContext } from '@/lib/web/session'

const permission = 'company.benefits.manage'

const asParty = (ctx: CompanyMemberContext) => ({ ...ctx, party: partyOfCompany(ctx.member) })

/** Returns the verb's result together with the page as the verb left it. */
async function shown<T>(done: Promise<T>): Promise<T> {
  const value = await done
  revalidatePath('/company/merchants')
  return value
}

export const requestMerchant = companyAction({ schema: affiliationDraft, permission }, (ctx, draft) =>
  shown(requestAffiliation(asParty(ctx), draft)),
)

export const acceptMerchant = companyAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(acceptRequest(asParty(ctx), asked)),
)

export const declineMerchant = companyAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(declineRequest(asParty(ctx), asked)),
)

export const withdrawMerchant = companyAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(withdrawRequest(asParty(ctx), asked)),
)

/** The page of the affiliation no longer exists after this: the reader is led to the list. */
export const endMerchant = companyAction({ schema: endedAffiliation, permission }, async (ctx, asked) => {
  const { name } = await endAffiliation(asParty(ctx), asked)
  return { name }
})
