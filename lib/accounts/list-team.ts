import { listPendingInvitations } from '@/db/queries/offices/invitations'
import { listMembers } from '@/db/queries/offices/memberships'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { heldAloneBy, unheldIn } from './holders'
import { merchantPermissions } from './permissions'
import { roleOf, writePermissions } from './roles'

/**
 * The merchant's members with the role that their permissions come to, who is invited, and which permissions nobody holds. Throws `permission_missing` without
 * `merchant.team.manage`.
 */
export async function listTeam(ctx: Pick<OfficeContext, 'db' | 'member'>) {
  const { merchantId, permissions } = ctx.member
  if (!permissions.includes('merchant.team.manage')) throw new OfficeFault('permission_missing')
  const records = await listMembers(ctx.db, merchantId)
  const invitations = await listPendingInvitations(ctx.db, merchantId)
  const managers = records.filter(
    ({ permissions, disabledAt }) => disabledAt === null && permissions.includes('merchant.team.manage'),
  )
  const members = records.map((record) => ({
    ...record,
    permissions: merchantPermissions.filter((permission) => record.permissions.includes(permission)),
    role: roleOf(record.permissions),
    /** What a change of them has to say that it saw. */
    seen: writePermissions(record.permissions),
    /** What nobody else holds: only who holds it too may take it from them. */
    heldAlone: heldAloneBy(records, record.userId),
    /** Nobody else could manage the team: they stay, and keep that permission. */
    isLastManager: managers.length === 1 && managers[0]?.userId === record.userId,
  }))
  return {
    members,
    invitations: invitations.map((one) => ({ ...one, role: roleOf(one.permissions) })),
    unheld: unheldIn(records),
  }
}
