import { listPendingInvitations } from '@/db/queries/offices/invitations'
import { listMembers } from '@/db/queries/offices/memberships'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { TeamOfficeContext } from '@/lib/context'
import { heldAloneBy, unheldIn } from './holders'
import type { Permission } from './permissions'
import { roleOf, writePermissions } from './roles'
import { teamOf } from './team'

/**
 * The members of a merchant's or a company's team, each with the role that has exactly their permissions; the open invitations;
 * and the permissions that nobody holds. Throws `permission_missing` to who does not manage the team.
 */
export async function listTeam({ db, member }: Pick<TeamOfficeContext, 'db' | 'member'>) {
  const { kind, permissions: known, manage } = teamOf(member)
  requirePermission<Permission>(member, manage)
  const records = await listMembers(db, member)
  const invitations = await listPendingInvitations(db, member)
  const managers = records.filter(({ permissions, disabledAt }) => disabledAt === null && permissions.includes(manage))
  const members = records.map((record) => ({
    ...record,
    permissions: known.filter((permission) => record.permissions.includes(permission)),
    role: roleOf(kind, record.permissions),
    /** The permissions seen here, which a change of the member must name. */
    seen: writePermissions(record.permissions),
    /** Permissions that nobody else holds: a member who lacks one may not take it away. */
    heldAlone: heldAloneBy(known, records, record.userId),
    /** Nobody else can manage the team: the member cannot be removed, and keeps that permission. */
    isLastManager: managers.length === 1 && managers[0]?.userId === record.userId,
  }))
  return {
    members,
    invitations: invitations.map((one) => ({ ...one, role: roleOf(kind, one.permissions) })),
    unheld: unheldIn(known, records),
  }
}
