import type { OfficeTx } from '@/db/office'
import {
  endRequest,
  findRequest,
  insertAffiliation,
  type Outcome,
  type RequestRecord,
} from '@/db/queries/offices/affiliation-requests'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { affiliationPermissions, asMember } from './party'
import { type AffiliationContext, tellBothSides } from './tell-sides'

type Answered = { readonly requestId: number }

/**
 * Accepts what the other side asked for: both are affiliated in the same transaction. Throws `permission_missing`, `not_found`
 * (also for a request of the own side), `request_over`.
 */
export const acceptRequest = (ctx: AffiliationContext, { requestId }: Answered): Promise<{ name: string }> =>
  answer(ctx, requestId, 'accepted')

/** Declines what the other side asked for. Throws as `acceptRequest`. */
export const declineRequest = (ctx: AffiliationContext, { requestId }: Answered): Promise<{ name: string }> =>
  answer(ctx, requestId, 'declined')

/**
 * Withdraws a request of the own side. Throws `permission_missing`, `not_found` (also for one of the other side),
 * `request_over`.
 */
export const withdrawRequest = (ctx: AffiliationContext, { requestId }: Answered): Promise<{ name: string }> =>
  answer(ctx, requestId, 'withdrawn')

/** Affiliates both sides of an open request, records it and tells them. The caller holds the merchant's lock. */
export async function fulfilRequest(tx: OfficeTx, ctx: AffiliationContext, request: RequestRecord): Promise<void> {
  await insertAffiliation(tx, request)
  await conclude(tx, ctx, request, 'accepted')
}

const actions = {
  accepted: { action: 'affiliation.accepted', mail: { kind: 'affiliation_accepted' } },
  declined: { action: 'affiliation.declined', mail: { kind: 'affiliation_declined' } },
  withdrawn: { action: 'affiliation.withdrawn', mail: { kind: 'affiliation_withdrawn' } },
} as const satisfies Record<Outcome, object>

function answer(ctx: AffiliationContext, requestId: number, outcome: Outcome): Promise<{ name: string }> {
  const { party } = ctx
  const asked = {
    permission: affiliationPermissions[party.side],
    action: actions[outcome].action,
    subject: { type: 'affiliation_request', id: requestId } as const,
    lock: async (tx: OfficeTx) => {
      const named = await findRequest(tx, party, requestId)
      if (!named) throw new OfficeFault('not_found')
      await lockMerchant(tx, named.merchantId)
    },
  }
  return attempt(asMember(ctx), asked, async ({ tx }) => {
    const request = await findRequest(tx, party, requestId)
    // A side withdraws its own request and answers one of the other side.
    const isMine = request?.requestedBy === party.side
    if (!request || isMine !== (outcome === 'withdrawn')) throw new OfficeFault('not_found')
    const name = party.side === 'merchant' ? request.company : request.merchant
    if (request.outcome !== null) throw new OfficeFault('request_over', { values: { name, outcome: request.outcome } })
    if (outcome === 'accepted') await fulfilRequest(tx, ctx, request)
    else await conclude(tx, ctx, request, outcome)
    return { name }
  })
}

async function conclude(
  tx: OfficeTx,
  ctx: AffiliationContext,
  request: RequestRecord,
  outcome: Outcome,
): Promise<void> {
  const { id, merchantId, companyId, merchant, company } = request
  const { action, mail } = actions[outcome]
  await endRequest(tx, ctx.party, { id, outcome, userId: ctx.party.userId })
  const subject = { type: 'affiliation_request', id } as const
  const pair = { merchantId, companyId }
  await tellBothSides(tx, ctx, { action, subject, pair, names: { merchant, company } }, mail)
}
