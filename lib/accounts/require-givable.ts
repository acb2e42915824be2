import type { OfficeDb, OfficeTx } from '@/db/office'
import { listMembers, type MembershipRecord } from '@/db/queries/offices/memberships'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { unheldIn } from './holders'
import type { Permission } from './permissions'
import { type TeamTenant, teamOf } from './team'

/** Faults of giving or taking a permission that one does not hold: they go into the audit trail although nothing was done. */
export const deniedInTeams = ['permission_not_yours', 'last_holder'] as const

/**
 * Refuses to give a permission that the giver does not hold, unless nobody of the team holds it: then a manager of the team
 * restores it. One of the other office is nobody's to give here. Returns the restored ones, for the audit trail. Throws
 * `permission_not_yours`.
 */
export async function requireGivable(
  tx: OfficeDb | OfficeTx,
  tenant: TeamTenant,
  doer: MembershipRecord,
  given: readonly Permission[],
): Promise<{ restored?: Permission[] }> {
  const unheld = unheldIn(teamOf(tenant).permissions, await listMembers(tx, tenant))
  const beyond = given.find((permission) => !doer.permissions.includes(permission) && !unheld.includes(permission))
  if (beyond) throw new OfficeFault('permission_not_yours', { field: 'permissions', values: { permission: beyond } })
  const restored = given.filter((permission) => unheld.includes(permission))
  return restored.length === 0 ? {} : { restored }
}
