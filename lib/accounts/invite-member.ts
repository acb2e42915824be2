import {
  countOpenInvitations,
  insertInvitation,
  withdrawInvitation as withdraw,
} from '@/db/queries/offices/invitations'
import { findMembership } from '@/db/queries/offices/memberships'
import { findUserByEmail } from '@/db/queries/offices/users'
import { attempt } from '@/lib/attempts/attempt-change'
import type { AccountContext, TeamOfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { InvitationDraft } from './drafts'
import { notifyUser } from './notify-user'
import { deniedInTeams, requireGivable } from './require-givable'
import { mintLinkToken } from './session'
import { type TeamTenant, teamOf } from './team'

const invitationDays = 7

/** Invitations that may be open at a time, so that a stolen session cannot send mail without end. */
export const openInvitationsMax = 20

/** Changes of a team run one at a time: two managers who remove each other come one after the other. */
export const teamChange = ({ member }: { readonly member: TeamTenant }) =>
  ({ permission: teamOf(member).manage, lock: 'tenant', alsoDenied: deniedInTeams }) as const

/** What the verbs of a team work with, a merchant's or a company's. */
export type TeamContext = TeamOfficeContext & Pick<AccountContext, 'officeUrl' | 'now'>

/**
 * Mails an invitation to the team, valid for seven days; an earlier one to the same address stops working. Nobody
 * gives a permission that they lack and that others hold: a manager of the team could otherwise give themselves all permissions
 * by a second account. Throws `permission_missing`, `permission_not_yours`, `already_member`, `invitations_full`.
 */
export async function inviteMember(ctx: TeamContext, draft: InvitationDraft): Promise<void> {
  const { member } = ctx
  const asked = { ...teamChange(ctx), action: 'invitation.sent' } as const
  await attempt(ctx, asked, async ({ tx, doer, record }) => {
    const restored = await requireGivable(tx, member, doer, draft.permissions)
    const invitee = await findUserByEmail(tx, draft.email)
    if (invitee && (await findMembership(tx, member, invitee.id))) {
      throw new OfficeFault('already_member', { field: 'email' })
    }
    const { token, tokenHash } = mintLinkToken()
    const permissions = [...draft.permissions]
    const id = await insertInvitation(tx, member, {
      email: draft.email,
      permissions,
      tokenHash,
      invitedBy: member.userId,
      days: invitationDays,
    })
    if ((await countOpenInvitations(tx, member)) > openInvitationsMax) throw new OfficeFault('invitations_full')
    await record({ email: draft.email, permissions, ...restored }, { type: 'invitation', id })
    const recipient = { email: draft.email, language: invitee?.language ?? doer.language }
    const path = `/invitation?token=${token.reveal()}`
    const mail =
      'operator' in member
        ? ({ kind: 'operator_invitation', path, by: doer.name } as const)
        : ({ kind: 'invitation', path, tenant: doer.tenant, by: doer.name } as const)
    await notifyUser(tx, ctx, recipient, mail)
  })
}

/**
 * Makes an invitation's link stop working. Throws `permission_missing`; `not_found` for one that is over, or of
 * another team.
 */
export async function withdrawInvitation(ctx: TeamOfficeContext, input: { invitationId: number }): Promise<void> {
  const subject = { type: 'invitation', id: input.invitationId } as const
  await attempt(ctx, { ...teamChange(ctx), action: 'invitation.withdrawn', subject }, async ({ tx, record }) => {
    const email = await withdraw(tx, ctx.member, input.invitationId)
    if (email === undefined) throw new OfficeFault('not_found')
    await record({ email })
  })
}
