import type { OfficeTx } from '@/db/office'
import {
  endProposal,
  findProposal,
  insertAffiliation,
  type Outcome,
  type ProposalRecord,
} from '@/db/queries/offices/affiliation-proposals'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { affiliationPermissions, asMember } from './party'
import { type AffiliationContext, tellBothSides } from './tell-sides'

type Answered = { readonly proposalId: number }

/**
 * Accepts what the other side asked for: both are affiliated in the same transaction. Throws `permission_missing`, `not_found`
 * (also for a proposal of the own side), `proposal_over`.
 */
export const acceptProposal = (ctx: AffiliationContext, { proposalId }: Answered): Promise<{ name: string }> =>
  answer(ctx, proposalId, 'accepted')

/** Declines what the other side asked for. Throws as `acceptProposal`. */
export const declineProposal = (ctx: AffiliationContext, { proposalId }: Answered): Promise<{ name: string }> =>
  answer(ctx, proposalId, 'declined')

/**
 * Withdraws a proposal of the own side. Throws `permission_missing`, `not_found` (also for one of the other side),
 * `proposal_over`.
 */
export const withdrawProposal = (ctx: AffiliationContext, { proposalId }: Answered): Promise<{ name: string }> =>
  answer(ctx, proposalId, 'withdrawn')

/** Affiliates both sides of an open proposal, records it and tells them. The caller holds the merchant's lock. */
export async function fulfilProposal(tx: OfficeTx, ctx: AffiliationContext, proposal: ProposalRecord): Promise<void> {
  await insertAffiliation(tx, proposal)
  await conclude(tx, ctx, proposal, 'accepted')
}

const actions = {
  accepted: { action: 'affiliation.accepted', mail: { kind: 'affiliation_accepted' } },
  declined: { action: 'affiliation.declined', mail: { kind: 'affiliation_declined' } },
  withdrawn: { action: 'affiliation.withdrawn', mail: { kind: 'affiliation_withdrawn' } },
} as const satisfies Record<Outcome, object>

function answer(ctx: AffiliationContext, proposalId: number, outcome: Outcome): Promise<{ name: string }> {
  const { party } = ctx
  const asked = {
    permission: affiliationPermissions[party.side],
    action: actions[outcome].action,
    subject: { type: 'affiliation_request', id: proposalId } as const,
    lock: async (tx: OfficeTx) => {
      const named = await findProposal(tx, party, proposalId)
      if (!named) throw new OfficeFault('not_found')
      await lockMerchant(tx, named.merchantId)
    },
  }
  return attempt(asMember(ctx), asked, async ({ tx }) => {
    const proposal = await findProposal(tx, party, proposalId)
    // A side withdraws its own proposal and answers one of the other side.
    const isMine = proposal?.proposedBy === party.side
    if (!proposal || isMine !== (outcome === 'withdrawn')) throw new OfficeFault('not_found')
    const name = party.side === 'merchant' ? proposal.company : proposal.merchant
    if (proposal.outcome !== null)
      throw new OfficeFault('proposal_over', { values: { name, outcome: proposal.outcome } })
    if (outcome === 'accepted') await fulfilProposal(tx, ctx, proposal)
    else await conclude(tx, ctx, proposal, outcome)
    return { name }
  })
}

async function conclude(
  tx: OfficeTx,
  ctx: AffiliationContext,
  proposal: ProposalRecord,
  outcome: Outcome,
): Promise<void> {
  const { id, merchantId, companyId, merchant, company } = proposal
  const { action, mail } = actions[outcome]
  await endProposal(tx, ctx.party, { id, outcome, userId: ctx.party.userId })
  const subject = { type: 'affiliation_request', id } as const
  const pair = { merchantId, companyId }
  await tellBothSides(tx, ctx, { action, subject, pair, names: { merchant, company } }, mail)
}
