import { insertInvitation, withdrawInvitationsOfCommand } from '@/db/queries/offices/invitations'
import { listHolders, lockOperator } from '@/db/queries/offices/memberships'
import { findUserByEmail } from '@/db/queries/offices/users'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { notifyUser } from './notify-user'
import { operatorPermissions, operatorTeamPermission } from './permissions'
import { mintLinkToken } from './session'

const invitationDays = 7

const operator = { operator: true } as const

type Context = Pick<AccountContext, 'db' | 'officeUrl' | 'origin' | 'now'>

/**
 * Mails an invitation to run the network, with every permission, by no person: for the first operator, whom nobody could invite
 * (ADR-0053). Returns the link too, which works once and for seven days; an earlier one by the command stops working. Throws
 * `operator_exists` while somebody can manage the operator's team, unless it is asked for `again`, when they lost their way in.
 */
export function inviteFirstOperator(
  ctx: Context,
  { email, again }: { readonly email: string; readonly again: boolean },
): Promise<{ link: string }> {
  return ctx.db.transaction(async (tx) => {
    await lockOperator(tx)
    const managers = await listHolders(tx, operator, operatorTeamPermission)
    if (managers.length > 0 && !again) throw new OfficeFault('operator_exists')
    await withdrawInvitationsOfCommand(tx)
    const { token, tokenHash } = mintLinkToken()
    const permissions = [...operatorPermissions]
    const asked = { email, permissions, tokenHash, invitedBy: null, days: invitationDays }
    const id = await insertInvitation(tx, operator, asked)
    const event = { action: 'invitation.sent', subjectType: 'invitation', subjectId: id } as const
    await recordEvent(tx, ctx.origin, { ...operator, ...event, details: { email, permissions } })
    const path = `/invitation?token=${token.reveal()}`
    const language = (await findUserByEmail(tx, email))?.language ?? 'es'
    await notifyUser(tx, ctx, { email, language }, { kind: 'operator_invitation', path, by: null })
    return { link: `${ctx.officeUrl}${path}` }
  })
}
