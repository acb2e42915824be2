import type { OfficeTx } from '@/db/office'
import { type DoerRecord, listMembers } from '@/db/queries/offices/memberships'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { unheldIn } from './holders'
import type { MerchantPermission } from './permissions'

/** Faults of giving or taking a permission that one does not hold: they go into the audit trail although nothing was done. */
export const deniedInTeams = ['permission_not_yours', 'last_holder'] as const

/**
 * Refuses to give a permission that the giver does not hold, unless nobody of the team holds it: then a manager of the team
 * restores it. Returns the restored ones, for the audit trail. Throws `permission_not_yours`.
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
