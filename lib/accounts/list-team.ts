import { listPendingInvitations } from '@/db/queries/invitations'
import { listMembers } from '@/db/queries/memberships'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

/** The merchant's members, and who is invited. Throws `permission_missing` without `merchant.team.manage`. */
export async function listTeam(ctx: OfficeContext) {
  const { merchantId, permissions } = ctx.member
  if (!permissions.includes('merchant.team.manage')) throw new OfficeFault('permission_missing')
  const members = await listMembers(ctx.db, merchantId)
  const invitations = await listPendingInvitations(ctx.db, merchantId)
  return { members, invitations }
}
