import type { OfficeTx } from '@/db/office'
import { listMembers, type MembershipDetails } from '@/db/queries/offices/memberships'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { auditDenial } from '@/lib/audit/audit-denial'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { demandPermission } from './demand-permission'
import type { AccountEvent } from './events'
import { unheldIn } from './holders'
import { type MerchantPermission, merchantPermissions } from './permissions'

/** What nobody may give or take who does not hold it: it goes into the audit trail although nothing was done. */
const alsoDenied = ['permission_not_yours', 'last_holder']

/** Who asks, as they are now. */
export type Doer = Omit<MembershipDetails, 'permissions'> & { readonly permissions: readonly MerchantPermission[] }

/**
 * Does what a member asks of the merchant's team, in one transaction that reads anew what they may: a permission taken a moment
 * ago is gone (P-08). One change of a team at a time, so that two who remove each other come one after the other. Throws
 * `permission_missing` without `merchant.team.manage`; denials leave an audit event.
 */
export async function attemptTeamChange<T>(
  ctx: OfficeContext,
  asked: { action: AccountEvent; subjectType: string; subjectId: string | number },
  change: (tx: OfficeTx, doer: Doer) => Promise<T>,
): Promise<T> {
  const { merchantId, userId } = ctx.member
  const work = () =>
    ctx.db.transaction(async (tx) => {
      await lockMerchant(tx, merchantId)
      const doer = await demandPermission(tx, ctx.member, 'merchant.team.manage')
      const permissions = merchantPermissions.filter((permission) => doer.permissions.includes(permission))
      return change(tx, { ...doer, permissions })
    })
  return auditDenial(ctx, { ...asked, merchantId, userId }, work, alsoDenied)
}

/**
 * Refuses what somebody may not give: a permission that they do not hold, unless nobody of the team does, in which case whoever manages
 * it gives it anew. Tells which those are, for the audit trail. Throws `permission_not_yours`.
 */
export async function demandGivable(
  tx: OfficeTx,
  merchantId: number,
  doer: Doer,
  given: readonly MerchantPermission[],
): Promise<{ restored?: MerchantPermission[] }> {
  const unheld = unheldIn(await listMembers(tx, merchantId))
  const beyond = given.find((permission) => !doer.permissions.includes(permission) && !unheld.includes(permission))
  if (beyond) throw new OfficeFault('permission_not_yours', { field: 'permissions', values: { permission: beyond } })
  const restored = given.filter((permission) => unheld.includes(permission))
  return restored.length === 0 ? {} : { restored }
}
