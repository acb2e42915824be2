import type { OfficeTx } from '@/db/office'
import { deleteAffiliation, isAffiliated, lockAffiliation } from '@/db/queries/offices/affiliation-proposals'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { attempt } from '@/lib/attempts/attempt-change'
import { confirm } from '@/lib/credentials/admission'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { affiliationPermissions, asMember, pairOf } from './party'
import { type AffiliationContext, tellBothSides } from './tell-sides'

/**
 * Ends an affiliation, and with it every grant of the merchant's discounts by the company: from now on nobody of the company is
 * eligible at the merchant. What a till has reserved stays reserved, since its terms are frozen (D40), and consumptions stay.
 *
 * Throws `permission_missing`, `not_found` when the two are not affiliated, `confirmation_differs`.
 */
export function endAffiliation(
  ctx: AffiliationContext,
  ending: { otherId: number; confirmation: string },
): Promise<{ name: string; grants: number }> {
  const { party } = ctx
  const pair = pairOf(party, ending.otherId)
  const asked = {
    permission: affiliationPermissions[party.side],
    action: 'affiliation.ended',
    subject: { type: 'affiliation', id: `${pair.merchantId}-${pair.companyId}` },
    lock: async (tx: OfficeTx) => {
      if (!(await isAffiliated(tx, pair))) throw new OfficeFault('not_found')
      await lockMerchant(tx, pair.merchantId)
    },
  } as const
  return attempt(asMember(ctx), asked, async ({ tx }) => {
    const names = await lockAffiliation(tx, pair)
    if (!names) throw new OfficeFault('not_found')
    const name = party.side === 'merchant' ? names.company : names.merchant
    confirm(name, ending.confirmation)
    const grants = await deleteAffiliation(tx, pair)
    const { action, subject } = asked
    const done = { action, subject, pair, names, details: { grants } }
    await tellBothSides(tx, ctx, done, { kind: 'affiliation_ended', grants })
    return { name, grants }
  })
}
