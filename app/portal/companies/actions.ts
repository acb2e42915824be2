'use server'

import { revalidatePath } from 'next/cache'
import { acceptRequest, declineRequest, withdrawRequest } from '@/lib/affiliations/answer-request'
import { companiesPage } from '@/lib/affiliations/companies'
import { affiliationDraft, answeredRequest, endedAffiliation } from '@/lib/affiliations/drafts'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { partyOfMerchant } from '@/lib/affiliations/party'
import { requestAffiliation } from '@/lib/affiliations/request-affiliation'
import { memberAction } from '@/lib/web/action'
import type { MerchantMemberContext } from '@/lib/web/session'

const permission = 'merchant.discounts.manage'

const asParty = (ctx: MerchantMemberContext) => ({ ...ctx, party: partyOfMerchant(ctx.member) })

/** Returns the verb's result together with the page as the verb left it. */
async function shown<T>(done: Promise<T>): Promise<T> {
  const value = await done
  revalidatePath(companiesPage)
  return value
}

export const requestCompany = memberAction({ schema: affiliationDraft, permission }, (ctx, draft) =>
  shown(requestAffiliation(asParty(ctx), draft)),
)

export const acceptCompany = memberAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(acceptRequest(asParty(ctx), asked)),
)

export const declineCompany = memberAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(declineRequest(asParty(ctx), asked)),
)

export const withdrawCompany = memberAction({ schema: answeredRequest, permission }, (ctx, asked) =>
  shown(withdrawRequest(asParty(ctx), asked)),
)

/** The page of the affiliation no longer exists after this: the reader is led to the list. */
export const endCompany = memberAction({ schema: endedAffiliation, permission }, async (ctx, asked) => {
  const { name } = await endAffiliation(asParty(ctx), asked)
  return { name }
})
