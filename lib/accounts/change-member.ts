import type { OfficeTx } from '@/db/office'
import { withdrawInvitationsBeyond } from '@/db/queries/offices/invitations'
import {
  deleteMembership,
  findMembership,
  listHolders,
  listMembers,
  type MembershipRecord,
  upsertMembership,
} from '@/db/queries/offices/memberships'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import type { TeamMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { heldAloneBy, unheldIn } from './holders'
import { type TeamContext, teamChange } from './invite-member'
import type { Permission } from './permissions'
import { requireGivable } from './require-givable'
import { writePermissions } from './roles'
import { teamOf } from './team'

type Change = { readonly userId: number; readonly seen: string; readonly permissions: readonly Permission[] }

/**
 * Replaces the permissions of a member of the team, from their next request on. Nobody adds a permission that they lack and
 * that others hold. A manager of the team takes any permission away, also from themselves, with two exceptions: one that the
 * manager lacks is not taken from its last holder, and managing the team is not taken from the last manager. Invitations
 * that the member sent and could no longer send are withdrawn. The member is told by mail.
 *
 * Throws `permission_missing`, `permission_not_yours`, `not_found` when they are no member, `member_changed` when they hold
 * other permissions than the asker saw, `last_holder`, `last_team_manager`.
 */
export function changeMember(ctx: TeamContext, change: Change): Promise<{ name: string; mine: boolean }> {
  const subject = { type: 'user', id: change.userId } as const
  return attempt(ctx, { ...teamChange(ctx), action: 'membership.changed', subject }, async ({ tx, doer, record }) => {
    const member = await findSeenMember(tx, ctx, change)
    const to = [...change.permissions]
    const added = to.filter((permission) => !member.held.includes(permission))
    const restored = await requireGivable(tx, ctx.member, doer, added)
    await requireTakable(tx, ctx, { doer, member, userId: change.userId, to })
    const done = { name: member.name, mine: change.userId === ctx.member.userId }
    if (writePermissions(to) === writePermissions(member.held)) return done
    await upsertMembership(tx, ctx.member, change.userId, to)
    await keepOneManager(tx, ctx)
    const withdrawn = await withdrawBeyond(tx, ctx, change.userId, to)
    await record({ name: member.name, email: member.email, from: member.held, to, ...restored, ...withdrawn })
    await tell(tx, ctx, doer, member, { kind: 'membership_changed', permissions: to })
    return done
  })
}

/**
 * Takes a member out of the team: from their next request on they have access to nothing of the office. Their account stays,
 * and so does what they did. Throws `permission_missing`, `not_found`, `member_changed`, `last_holder`, `last_team_manager`.
 */
export function removeMember(
  ctx: TeamContext,
  removal: { userId: number; seen: string },
): Promise<{ name: string; mine: boolean }> {
  const subject = { type: 'user', id: removal.userId } as const
  return attempt(ctx, { ...teamChange(ctx), action: 'membership.removed', subject }, async ({ tx, doer, record }) => {
    const member = await findSeenMember(tx, ctx, removal)
    await requireTakable(tx, ctx, { doer, member, userId: removal.userId, to: [] })
    await deleteMembership(tx, ctx.member, removal.userId)
    await keepOneManager(tx, ctx)
    const withdrawn = await withdrawBeyond(tx, ctx, removal.userId, [])
    await record({ name: member.name, email: member.email, from: member.held, to: [], ...withdrawn })
    await tell(tx, ctx, doer, member, { kind: 'membership_removed' })
    return { name: member.name, mine: removal.userId === ctx.member.userId }
  })
}

async function findSeenMember(tx: OfficeTx, ctx: TeamContext, asked: { userId: number; seen: string }) {
  const member = await findMembership(tx, ctx.member, asked.userId)
  if (!member) throw new OfficeFault('not_found')
  const held = teamOf(ctx.member).permissions.filter((permission) => member.permissions.includes(permission))
  if (writePermissions(held) !== asked.seen) throw new OfficeFault('member_changed', { values: { name: member.name } })
  return { ...member, held }
}

type Loss = {
  readonly doer: MembershipRecord
  readonly member: { readonly name: string }
  readonly userId: number
  readonly to: readonly Permission[]
}

/**
 * Refuses to take a permission from its last holder for somebody who lacks it: otherwise a manager of the team could take a
 * permission that they lack from everybody, and then give it to themselves as one that nobody holds. Throws `last_holder`.
 */
async function requireTakable(tx: OfficeTx, ctx: TeamContext, { doer, member, userId, to }: Loss): Promise<void> {
  const alone = heldAloneBy(teamOf(ctx.member).permissions, await listMembers(tx, ctx.member), userId)
  const kept = alone.find((permission) => !to.includes(permission) && !doer.permissions.includes(permission))
  if (!kept) return
  throw new OfficeFault('last_holder', { field: 'permissions', values: { name: member.name, permission: kept } })
}

/** Keeps somebody able to manage the team, else nobody could change it; a manager who can no longer sign in does not count. */
async function keepOneManager(tx: OfficeTx, ctx: TeamContext): Promise<void> {
  const managers = await listHolders(tx, ctx.member, teamOf(ctx.member).manage)
  if (managers.length === 0) throw new OfficeFault('last_team_manager')
}

/**
 * Withdraws the invitations that the member could no longer send: all when they manage the team no more, else those with a
 * permission that they may no longer give.
 */
async function withdrawBeyond(
  tx: OfficeTx,
  ctx: TeamContext,
  invitedBy: number,
  held: readonly Permission[],
): Promise<{ invitationsWithdrawn?: number }> {
  const { permissions, manage } = teamOf(ctx.member)
  const unheld = unheldIn(permissions, await listMembers(tx, ctx.member))
  const may = held.includes(manage) ? [...held, ...unheld] : []
  const count = await withdrawInvitationsBeyond(tx, ctx.member, invitedBy, may)
  return count === 0 ? {} : { invitationsWithdrawn: count }
}

async function tell(
  tx: OfficeTx,
  ctx: TeamContext,
  doer: MembershipRecord,
  to: { email: string; language: Language },
  change: TeamMail,
): Promise<void> {
  const mail = { ...change, of: teamOf(ctx.member).kind, tenant: doer.tenant, by: doer.name, at: ctx.now() }
  await queueMails(tx, ctx, [{ to, mail }])
}
