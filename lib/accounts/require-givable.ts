import type { OfficeTx } from '@/db/office'
import { type DoerRecord, listMembers } from '@/db/queries/offices/memberships'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { unheldIn } from './holders'
import type { MerchantPermission } from './permissions'

/** What nobody may give or take who does not hold it: it goes into the audit trail although nothing was done. */
export const deniedInTeams = ['permission_not_yours', 'last_holder'] as const

/**
 * Refuses what somebody may not give: a permission that they do not hold, unless nobody of the team does, in which case whoever manages
 * it gives it anew. Tells which those are, for the audit trail. Throws `permission_not_yours`.
 */
export async function requireGivable(
  tx: OfficeTx,
  merchantId: number,
  doer: DoerRecord,
  given: readonly MerchantPermission[],
): Promise<{ restored?: MerchantPermission[] }> {
  const unheld = unheldIn(await listMembers(tx, merchantId))
  const beyond = given.find((permission) => !doer.permissions.includes(permission) && !unheld.includes(permission))
  if (beyond) throw new OfficeFault('permission_not_yours', { field: 'permissions', values: { permission: beyond } })
  const restored = given.filter((permission) => unheld.includes(permission))
  return restored.length === 0 ? {} : { restored }
}
