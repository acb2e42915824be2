import { listPendingInvitations } from '@/db/queries/offices/invitations'
import { listMembers } from '@/db/queries/offices/memberships'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { heldAloneBy, unheldIn } from './holders'
import { merchantPermissions, teamPermission } from './permissions'
import { roleOf, writePermissions } from './roles'

/**
 * The merchant's members, each with the role that has exactly their permissions; the open invitations; and the permissions that
 * nobody holds. Throws `permission_missing` without `merchant.team.manage`.
 */
export async function listTeam(ctx: Pick<OfficeContext, 'db' | 'member'>) {
  const { merchantId } = ctx.member
  requirePermission(ctx.member, teamPermission)
  const records = await listMembers(ctx.db, merchantId)
  const invitations = await listPendingInvitations(ctx.db, merchantId)
  const managers = records.filter(
    ({ permissions, disabledAt }) => disabledAt === null && permissions.includes(teamPermission),
  )
  const members = records.map((record) => ({
    ...record,
    permissions: merchantPermissions.filter((permission) => record.permissions.includes(permission)),
    role: roleOf(record.permissions),
    /** The permissions seen here, which a change of the member must name. */
    seen: writePermissions(record.permissions),
    /** Permissions that nobody else holds: a member who lacks one may not take it away. */
    heldAlone: heldAloneBy(records, record.userId),
    /** Nobody else can manage the team: the member cannot be removed, and keeps that permission. */
    isLastManager: managers.length === 1 && managers[0]?.userId === record.userId,
  }))
  return {
    members,
    invitations: invitations.map((one) => ({ ...one, role: roleOf(one.permissions) })),
    unheld: unheldIn(records),
  }
}
