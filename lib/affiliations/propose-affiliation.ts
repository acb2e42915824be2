import type { OfficeTx } from '@/db/office'
import { findNamed } from '@/db/queries/offices/affiliation-parties'
import {
  countRecentProposals,
  findOpenProposal,
  findRecentDecline,
  insertProposal,
  isAffiliated,
} from '@/db/queries/offices/affiliation-proposals'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { uncountAttempt } from '@/db/queries/offices/throttles'
import { whole } from '@/db/rows'
import { takeAttempt } from '@/lib/accounts/take-attempt'
import { attempt, attemptView, requirePermissionNow } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { fulfilProposal } from './answer-proposal'
import { type AffiliationDraft, declinedDays, legalIdIn, proposalsPerDayMax } from './drafts'
import { affiliationPermissions, asMember, otherSideOf, type Pair, type Party, pairOf } from './party'
import { type AffiliationContext, tellBothSides } from './tell-sides'

type Named = { readonly id: number; readonly name: string }
type Names = { readonly merchant: string; readonly company: string }

/**
 * Asks the other side for an affiliation, by mail to those who may answer. The other side is named by its RNC or by its whole
 * name: no search finds a part of a name, and searches that find nobody are counted, so that the network's members cannot be
 * listed. When the other side has asked already, this is the answer, and both are affiliated at once.
 *
 * Throws `permission_missing`, `other_not_found`, `other_ambiguous`, `already_affiliated`, `already_proposed`,
 * `declined_recently`, `proposals_full`, `too_many_attempts`.
 */
export async function proposeAffiliation(
  ctx: AffiliationContext,
  draft: AffiliationDraft,
): Promise<{ outcome: 'proposed' | 'affiliated'; name: string }> {
  const { party } = ctx
  const asked = { permission: affiliationPermissions[party.side], action: 'affiliation.requested' } as const
  // A search stays counted even when the rest fails.
  const other = await attemptView(asMember(ctx), asked, async () => {
    await requirePermissionNow(ctx.db, party, asked.permission)
    return findOther(ctx, draft.other)
  })
  const pair = pairOf(party, other.id)
  // One proposal at a time for each merchant: when both sides ask each other at once, the second proposal answers the first.
  const lock = (tx: OfficeTx) => lockMerchant(tx, pair.merchantId)
  return attempt(asMember(ctx), { ...asked, lock }, async ({ tx, doer }) => {
    if (await isAffiliated(tx, pair)) refuse('already_affiliated', other)
    const open = await findOpenProposal(tx, pair)
    if (open?.proposedBy === party.side) refuse('already_proposed', other)
    if (open) {
      await fulfilProposal(tx, ctx, open)
      return { outcome: 'affiliated', name: other.name }
    }
    const names = namesOf(party, { own: doer.tenant, other: other.name })
    await openProposal(tx, ctx, { pair, other, names, message: draft.message })
    return { outcome: 'proposed', name: other.name }
  })
}

const refuse = (code: string, { name }: Named, values: Record<string, string | number> = {}): never => {
  throw new OfficeFault(code, { field: 'other', values: { name, ...values } })
}

async function findOther({ db, party }: AffiliationContext, text: string): Promise<Named> {
  const subject = party.side === 'merchant' ? `merchant ${party.merchantId}` : `company ${party.companyId}`
  await takeAttempt(db, 'affiliation_search', subject)
  const [found, another] = whole(await findNamed(db, otherSideOf(party), { legalId: legalIdIn(text), name: text }))
  if (!found) throw new OfficeFault('other_not_found', { field: 'other' })
  await uncountAttempt(db, 'affiliation_search', subject)
  if (another) throw new OfficeFault('other_ambiguous', { field: 'other' })
  return found
}

async function openProposal(
  tx: OfficeTx,
  ctx: AffiliationContext,
  { pair, other, names, message }: { pair: Pair; other: Named; names: Names; message: string | null },
): Promise<void> {
  const { party } = ctx
  const declinedAt = await findRecentDecline(tx, pair, party.side, declinedDays)
  if (declinedAt) refuse('declined_recently', other, { days: declinedDays })
  if ((await countRecentProposals(tx, party)) >= proposalsPerDayMax) {
    throw new OfficeFault('proposals_full', { values: { max: proposalsPerDayMax } })
  }
  const id = await insertProposal(tx, pair, { proposedBy: party.side, message, createdByUserId: party.userId })
  const done = { action: 'affiliation.requested', subject: { type: 'affiliation_request', id } } as const
  await tellBothSides(tx, ctx, { ...done, pair, names }, { kind: 'affiliation_requested' })
}

const namesOf = ({ side }: Party, { own, other }: { own: string; other: string }): Names =>
  side === 'merchant' ? { merchant: own, company: other } : { merchant: other, company: own }
