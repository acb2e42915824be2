import type { OfficeTx } from '@/db/office'
import { findDoer, findNamed } from '@/db/queries/offices/affiliation-parties'
import {
  countRecentRequests,
  findOpenRequest,
  findRecentDecline,
  insertRequest,
  isAffiliated,
} from '@/db/queries/offices/affiliation-requests'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { uncountAttempt } from '@/db/queries/offices/throttles'
import { whole } from '@/db/rows'
import { takeAttempt } from '@/lib/accounts/take-attempt'
import { assert } from '@/lib/kernel/assert'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { fulfilRequest } from './answer-request'
import {
  type AffiliationContext,
  attemptAffiliation,
  demandAffiliationRight,
  tellBothSides,
} from './attempt-affiliation'
import { type AffiliationDraft, declinedDays, legalIdIn, requestsPerDayMax } from './drafts'
import { otherSideOf, type Pair, type Party, pairOf } from './party'

type Named = { readonly id: number; readonly name: string }

/**
 * Asks the other side for an affiliation, by mail to who may answer. Whoever is asked is named by their RNC or by their whole name:
 * nothing is found by a part, and searches that find nobody are counted, so that the network's members cannot be listed. When the
 * other side has asked already, this is the answer, and both are affiliated at once.
 *
 * Throws `permission_missing`, `other_not_found`, `other_ambiguous`, `already_affiliated`, `already_requested`,
 * `declined_recently`, `requests_full`, `too_many_attempts`.
 */
export function requestAffiliation(
  ctx: AffiliationContext,
  draft: AffiliationDraft,
): Promise<{ outcome: 'requested' | 'affiliated'; name: string }> {
  const { party } = ctx
  const subjectId = party.side === 'merchant' ? party.merchantId : party.companyId
  const asked = { action: 'affiliation.requested', subjectType: party.side, subjectId } as const
  return attemptAffiliation(ctx, asked, async () => {
    const other = await findOther(ctx, draft.other)
    const pair = pairOf(party, other.id)
    return ctx.db.transaction(async (tx) => {
      // One at a time for a merchant: of two who ask each other at once the second answers the first.
      await lockMerchant(tx, pair.merchantId)
      await demandAffiliationRight(tx, party)
      if (await isAffiliated(tx, pair)) refuse('already_affiliated', other)
      const open = await findOpenRequest(tx, pair)
      if (open?.requestedBy === party.side) refuse('already_requested', other)
      if (open) {
        await fulfilRequest(tx, ctx, open)
        return { outcome: 'affiliated', name: other.name }
      }
      await openRequest(tx, ctx, { pair, other, message: draft.message })
      return { outcome: 'requested', name: other.name }
    })
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

async function openRequest(
  tx: OfficeTx,
  ctx: AffiliationContext,
  { pair, other, message }: { pair: Pair; other: Named; message: string | null },
): Promise<void> {
  const { party } = ctx
  const declinedAt = await findRecentDecline(tx, pair, party.side, declinedDays)
  if (declinedAt) refuse('declined_recently', other, { days: declinedDays })
  if ((await countRecentRequests(tx, party)) >= requestsPerDayMax) {
    throw new OfficeFault('requests_full', { values: { max: requestsPerDayMax } })
  }
  const id = await insertRequest(tx, pair, { requestedBy: party.side, message, createdByUserId: party.userId })
  const names = await namesOf(tx, party, other)
  const done = { action: 'affiliation.requested', subjectType: 'affiliation_request', subjectId: id } as const
  await tellBothSides(tx, ctx, { ...done, pair, names }, { kind: 'affiliation_requested' })
}

async function namesOf(tx: OfficeTx, party: Party, other: Named): Promise<{ merchant: string; company: string }> {
  const doer = await findDoer(tx, party, party.userId)
  assert(doer, 'who may ask is a member')
  const own = doer.tenant
  return party.side === 'merchant' ? { merchant: own, company: other.name } : { merchant: other.name, company: own }
}
