import type { OfficeTx } from '@/db/office'
import { findMembership, type MembershipDetails } from '@/db/queries/offices/memberships'
import type { Member } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { MerchantPermission } from './permissions'

/**
 * Who asks, as the database has them in this transaction: a permission taken a moment ago is gone (P-08). Throws
 * `permission_missing` to whoever lacks it, or is no member any more.
 */
export async function demandPermission(
  tx: OfficeTx,
  { merchantId, userId }: Member,
  permission: MerchantPermission,
): Promise<MembershipDetails> {
  const doer = await findMembership(tx, merchantId, userId)
  if (!doer?.permissions.includes(permission)) throw new OfficeFault('permission_missing')
  return doer
}
