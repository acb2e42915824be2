import type { OfficeTx } from '@/db/office'
import { findMembership, type MembershipDetails } from '@/db/queries/memberships'
import { lockMerchant } from '@/db/queries/merchants'
import { recordEvent } from '@/lib/audit/record-event'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { AccountEvent } from './events'
import { type MerchantPermission, merchantPermissions } from './permissions'

/** What is nobody's right to ask: it goes into the audit trail although nothing was done. */
const denials: readonly string[] = ['permission_missing', 'permission_not_yours', 'not_found']

/** Who asks, as they are now. */
export type Doer = Omit<MembershipDetails, 'permissions'> & { readonly permissions: readonly MerchantPermission[] }

/**
 * Does what a member asks of the merchant's team, in one transaction that reads anew what they may: a permission taken a moment
 * ago is gone (P-08). One change of a team at a time, so that two who remove each other come one after the other. Throws `permission_missing` without `merchant.team.manage`; denials leave an audit event.
 */
export async function attemptTeamChange<T>(
  ctx: OfficeContext,
  asked: { action: AccountEvent; subjectType: string; subjectId: string | number },
  change: (tx: OfficeTx, doer: Doer) => Promise<T>,
): Promise<T> {
  const { merchantId, userId } = ctx.member
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockMerchant(tx, merchantId)
      const membership = await findMembership(tx, merchantId, userId)
      const permissions = merchantPermissions.filter((permission) => membership?.permissions.includes(permission))
      if (!membership || !permissions.includes('merchant.team.manage')) throw new OfficeFault('permission_missing')
      return change(tx, { ...membership, permissions })
    })
  } catch (error) {
    if (error instanceof OfficeFault && denials.includes(error.code)) {
      const details = { reason: error.code }
      await recordEvent(ctx.db, ctx.origin, { ...asked, outcome: 'denied', merchantId, userId, details })
    }
    throw error
  }
}
