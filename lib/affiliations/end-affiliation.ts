import { deleteAffiliation, lockAffiliation } from '@/db/queries/offices/affiliation-requests'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { confirm } from '@/lib/credentials/admission'
import { OfficeFault } from '@/lib/kernel/office-fault'
import {
  type AffiliationContext,
  attemptAffiliation,
  demandAffiliationRight,
  tellBothSides,
} from './attempt-affiliation'
import { pairOf } from './party'

/**
 * Ends an affiliation, and with it every grant of the merchant's discounts by the company: from now on nobody of the company is
 * eligible there. What a till has reserved stays reserved, since its terms are frozen (D40), and consumptions stay.
 *
 * Throws `permission_missing`, `not_found` when both are not affiliated, `confirmation_differs`.
 */
export function endAffiliation(
  ctx: AffiliationContext,
  asked: { otherId: number; confirmation: string },
): Promise<{ name: string; grants: number }> {
  const { party } = ctx
  const pair = pairOf(party, asked.otherId)
  const subject = { subjectType: 'affiliation', subjectId: `${pair.merchantId}-${pair.companyId}` }
  const event = { action: 'affiliation.ended', ...subject } as const
  return attemptAffiliation(ctx, event, () =>
    ctx.db.transaction(async (tx) => {
      await lockMerchant(tx, pair.merchantId)
      await demandAffiliationRight(tx, party)
      const names = await lockAffiliation(tx, pair)
      if (!names) throw new OfficeFault('not_found')
      const name = party.side === 'merchant' ? names.company : names.merchant
      confirm(name, asked.confirmation)
      const grants = await deleteAffiliation(tx, pair)
      await tellBothSides(
        tx,
        ctx,
        { ...event, pair, names, details: { grants } },
        { kind: 'affiliation_ended', grants },
      )
      return { name, grants }
    }),
  )
}
