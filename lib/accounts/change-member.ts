import { z } from 'zod'
import type { OfficeTx } from '@/db/office'
import { withdrawInvitationsBeyond } from '@/db/queries/offices/invitations'
import {
  type DoerRecord,
  deleteMembership,
  findMembership,
  listHolders,
  listMembers,
  upsertMembership,
} from '@/db/queries/offices/memberships'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { Language } from '@/lib/language/language'
import type { TeamMail } from '@/lib/mail/mail'
import { queueMails } from '@/lib/mail/queue-mails'
import { permissionsSchema } from './drafts'
import { heldAloneBy, unheldIn } from './holders'
import { type TeamContext, teamChange } from './invite-member'
import { type MerchantPermission, merchantPermissions, teamPermission } from './permissions'
import { requireGivable } from './require-givable'
import { writePermissions } from './roles'

const userId = z.coerce.number().int().min(1).max(2_147_483_647)

/** The permissions that the asker saw the member hold: of two changes of one member at once, the second is refused. */
const seen = z.string().max(500)

export const memberChange = z.object({ userId, seen, permissions: permissionsSchema })
export const memberRemoval = z.object({ userId, seen })

type Change = { readonly userId: number; readonly seen: string; readonly permissions: readonly MerchantPermission[] }

/**
 * Replaces the permissions of a member of the team, from their next request on. Nobody adds a permission that they lack and
 * that others hold. A manager of the team takes any permission away, also from themselves, with two exceptions: one that the
 * manager lacks is not taken from its last holder, and `merchant.team.manage` is not taken from the last manager. Invitations
 * that the member sent and could no longer send are withdrawn. The member is told by mail.
 *
 * Throws `permission_missing`, `permission_not_yours`, `not_found` when they are no member, `member_changed` when they hold
 * other permissions than the asker saw, `last_holder`, `last_team_manager`.
 */
export function changeMember(ctx: TeamContext, change: Change): Promise<{ name: string; mine: boolean }> {
  const subject = { type: 'user', id: change.userId } as const
  return attempt(ctx, { ...teamChange, action: 'membership.changed', subject }, async ({ tx, doer, record }) => {
    const member = await findSeenMember(tx, ctx, change)
    const to = [...change.permissions]
    const added = to.filter((permission) => !member.held.includes(permission))
    const restored = await requireGivable(tx, ctx.member.merchantId, doer, added)
    await requireTakable(tx, ctx, { doer, member, userId: change.userId, to })
    const done = { name: member.name, mine: change.userId === ctx.member.userId }
    if (writePermissions(to) === writePermissions(member.held)) return done
    await upsertMembership(tx, ctx.member.merchantId, change.userId, to)
    await keepOneManager(tx, ctx)
    const withdrawn = await withdrawBeyond(tx, ctx, change.userId, to)
    await record({ name: member.name, email: member.email, from: member.held, to, ...restored, ...withdrawn })
    await tell(tx, ctx, doer, member, { kind: 'membership_changed', permissions: to })
    return done
  })
}

/**
 * Takes a member out of the team: from their next request on they have access to nothing of the merchant. Their account stays,
 * and so does what they did. Throws `permission_missing`, `not_found`, `member_changed`, `last_holder`, `last_team_manager`.
 */
export function removeMember(
  ctx: TeamContext,
  removal: { userId: number; seen: string },
): Promise<{ name: string; mine: boolean }> {
  const subject = { type: 'user', id: removal.userId } as const
  return attempt(ctx, { ...teamChange, action: 'membership.removed', subject }, async ({ tx, doer, record }) => {
    const member = await findSeenMember(tx, ctx, removal)
    await requireTakable(tx, ctx, { doer, member, userId: removal.userId, to: [] })
    await deleteMembership(tx, ctx.member.merchantId, removal.userId)
    await keepOneManager(tx, ctx)
    const withdrawn = await withdrawBeyond(tx, ctx, removal.userId, [])
    await record({ name: member.name, email: member.email, from: member.held, to: [], ...withdrawn })
    await tell(tx, ctx, doer, member, { kind: 'membership_removed' })
    return { name: member.name, mine: removal.userId === ctx.member.userId }
  })
}

async function findSeenMember(tx: OfficeTx, ctx: TeamContext, asked: { userId: number; seen: string }) {
  const { merchantId } = ctx.member
  const member = await findMembership(tx, merchantId, asked.userId)
  if (!member) throw new OfficeFault('not_found')
  const held = merchantPermissions.filter((permission) => member.permissions.includes(permission))
  if (writePermissions(held) !== asked.seen) throw new OfficeFault('member_changed', { values: { name: member.name } })
  return { ...member, held }
}

type Loss = {
  readonly doer: DoerRecord
  readonly member: { readonly name: string }
  readonly userId: number
  readonly to: readonly MerchantPermission[]
}

/**
 * Refuses to take a permission from its last holder for somebody who lacks it: otherwise a manager of the team could take a
 * permission that they lack from everybody, and then give it to themselves as one that nobody holds. Throws `last_holder`.
 */
async function requireTakable(tx: OfficeTx, ctx: TeamContext, { doer, member, userId, to }: Loss): Promise<void> {
  const alone = heldAloneBy(await listMembers(tx, ctx.member.merchantId), userId)
  const kept = alone.find((permission) => !to.includes(permission) && !doer.permissions.includes(permission))
  if (!kept) return
  throw new OfficeFault('last_holder', { field: 'permissions', values: { name: member.name, permission: kept } })
}

/** Keeps somebody able to manage the team, else nobody could change it; a manager who can no longer sign in does not count. */
async function keepOneManager(tx: OfficeTx, ctx: TeamContext): Promise<void> {
  const managers = await listHolders(tx, ctx.member, teamPermission)
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
  held: readonly MerchantPermission[],
): Promise<{ invitationsWithdrawn?: number }> {
  const unheld = unheldIn(await listMembers(tx, ctx.member.merchantId))
  const may = held.includes(teamPermission) ? [...held, ...unheld] : []
  const count = await withdrawInvitationsBeyond(tx, ctx.member.merchantId, invitedBy, may)
  return count === 0 ? {} : { invitationsWithdrawn: count }
}

async function tell(
  tx: OfficeTx,
  ctx: TeamContext,
  doer: DoerRecord,
  to: { email: string; language: Language },
  change: TeamMail,
): Promise<void> {
  const mail = { ...change, merchant: doer.tenant, by: doer.name, at: ctx.now() }
  await queueMails(tx, ctx, [{ to, mail }])
}
