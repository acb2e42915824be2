import { findMembership } from '@/db/queries/offices/memberships'
import { findUserByEmail } from '@/db/queries/offices/users'
import type { Carried } from '@/lib/approvals/registry'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type InvitationDraft, teamDrafts } from './drafts'
import { inviteMember } from './invite-member'
import { requireGivable } from './require-givable'

/** An invitation to the operator's team needs two people (ADR-0055). The link goes out once the second has approved it. */
export const operatorInvitation: Carried<InvitationDraft> = {
  schema: teamDrafts.operator.invitation,
  words: async (_, { email, permissions }) => ({ email, permissions: permissions.join(' ') }),
  check: async ({ db, member }, { email, permissions }) => {
    const doer = await findMembership(db, member, member.userId)
    if (!doer) throw new OfficeFault('permission_missing')
    await requireGivable(db, member, doer, permissions)
    const invitee = await findUserByEmail(db, email)
    if (invitee && (await findMembership(db, member, invitee.id))) {
      throw new OfficeFault('already_member', { field: 'email' })
    }
  },
  carryOut: inviteMember,
}
