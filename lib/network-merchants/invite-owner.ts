import type { OfficeTx } from '@/db/office'
import { insertInvitation, withdrawInvitation as withdraw } from '@/db/queries/offices/invitations'
import { findMembership } from '@/db/queries/offices/memberships'
import { findUserByEmail } from '@/db/queries/offices/users'
import { notifyUser } from '@/lib/accounts/notify-user'
import { mintLinkToken } from '@/lib/accounts/session'
import { teamOf } from '@/lib/accounts/team'
import { recordEvent } from '@/lib/audit/record-event'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { NetworkContext } from './order-disabling'

/** A merchant or a company, whose team the operator is no member of. */
export type NetworkTenant = { readonly merchantId: number } | { readonly companyId: number }

const invitationDays = 7

/**
 * Mails somebody the link by which they become an owner of a merchant or a company: with every permission of its team, since there is
 * nobody yet who could give them more. An earlier link to the same address stops working. The mail and the invited team name the
 * operator of the network, and no person of it. The caller holds the tenant's lock, and has asked for the operator's permission.
 *
 * Throws `already_member`.
 */
export async function sendOwnerInvitation(
  tx: OfficeTx,
  ctx: NetworkContext,
  tenant: NetworkTenant,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<void> {
  const invitee = await findUserByEmail(tx, email)
  if (invitee && (await findMembership(tx, tenant, invitee.id))) {
    throw new OfficeFault('already_member', { field: 'email' })
  }
  const { token, tokenHash } = mintLinkToken()
  const permissions = [...teamOf(tenant).permissions]
  const { userId } = ctx.member
  const id = await insertInvitation(tx, tenant, {
    email,
    permissions,
    tokenHash,
    invitedBy: null,
    days: invitationDays,
  })
  await recordEvent(tx, ctx.origin, {
    ...tenant,
    operator: true,
    userId,
    action: 'invitation.sent',
    subjectType: 'invitation',
    subjectId: id,
    details: { email, permissions },
  })
  const recipient = { email, language: invitee?.language ?? 'es' }
  await notifyUser(tx, ctx, recipient, {
    kind: 'invitation',
    path: `/invitation?token=${token.reveal()}`,
    tenant: name,
    by: null,
  })
}

/** Makes an invitation's link stop working, whoever sent it. Throws `not_found` for one that is over, or of another team. */
export async function withdrawOwnerInvitation(
  tx: OfficeTx,
  ctx: NetworkContext,
  tenant: NetworkTenant,
  invitationId: number,
): Promise<void> {
  const email = await withdraw(tx, tenant, invitationId)
  if (email === undefined) throw new OfficeFault('not_found')
  await recordEvent(tx, ctx.origin, {
    ...tenant,
    operator: true,
    userId: ctx.member.userId,
    action: 'invitation.withdrawn',
    subjectType: 'invitation',
    subjectId: invitationId,
    details: { email },
  })
}
