import type { OfficeDb, OfficeTx } from '@/db/office'
import { type ApprovalRecord, decideApproval, findApproval } from '@/db/queries/offices/approvals'
import { findMembership } from '@/db/queries/offices/memberships'
import { findUser } from '@/db/queries/offices/users'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { carriedOf } from './find-carried'
import { approvalPermissions } from './kinds'
import type { ApprovalContext } from './registry'

type Chosen = { readonly approvalId: number }
type Ended = Chosen & { readonly reason: string }

/** Every decision waits for the lock of the operator's team: two decisions, or one and a change of the team, come one after the other. */
async function change(
  ctx: ApprovalContext,
  id: number,
  action: 'approval.approved' | 'approval.refused' | 'approval.withdrawn',
) {
  const found = await findApproval(ctx.db, id)
  if (!found) throw new OfficeFault('not_found')
  return {
    permission: approvalPermissions[found.kind],
    lock: 'tenant',
    action,
    subject: { type: 'approval', id },
    alsoDenied: ['approval_own', 'approval_not_yours'],
  } as const
}

/** What is decided upon, as it is now. Throws `approval_decided`, `approval_expired`. */
async function waiting(tx: OfficeTx, id: number): Promise<ApprovalRecord> {
  const found = await findApproval(tx, id)
  if (!found) throw new OfficeFault('not_found')
  if (found.decision !== null) throw new OfficeFault('approval_decided')
  if (found.isExpired) throw new OfficeFault('approval_expired')
  return found
}

/**
 * Carries out what another person proposed: both hold its permission at this moment, and it can still be done. Throws
 * `permission_missing`, `approval_own`, `approval_decided`, `approval_expired`, `proposer_may_not`, and what the kind's own check throws;
 * then it goes on waiting.
 */
export async function approve(ctx: ApprovalContext, { approvalId }: Chosen): Promise<void> {
  const asked = await change(ctx, approvalId, 'approval.approved')
  await attempt(ctx, asked, async ({ tx, record }) => {
    const found = await waiting(tx, approvalId)
    const { userId } = ctx.member
    if (found.proposedBy === userId) throw new OfficeFault('approval_own')
    await requireProposer(tx, found)
    const { schema, check, carryOut } = carriedOf(found.kind)
    const payload = schema.parse(found.payload)
    const within = { ...ctx, db: tx as unknown as OfficeDb }
    await check(within, payload)
    const outcome = await carryOut(within, payload)
    const decided = { decision: 'approved', decidedBy: userId, outcome: outcome ?? {} } as const
    // Its time may have run out while it was carried out: then all of it is undone.
    if (!(await decideApproval(tx, approvalId, decided))) throw new OfficeFault('approval_expired')
    await record({ kind: found.kind, proposedBy: found.proposerName })
  })
}

/** Who proposed it could still do so. */
async function requireProposer(tx: OfficeTx, { proposedBy, kind }: ApprovalRecord): Promise<void> {
  const [membership, user] = [await findMembership(tx, { operator: true }, proposedBy), await findUser(tx, proposedBy)]
  if (!user || user.disabledAt !== null || !membership?.permissions.includes(approvalPermissions[kind])) {
    throw new OfficeFault('proposer_may_not')
  }
}

/** Turns down what another person proposed. Throws `permission_missing`, `approval_own`, `approval_decided`, `approval_expired`. */
export async function refuseApproval(ctx: ApprovalContext, { approvalId, reason }: Ended): Promise<void> {
  await end(ctx, { approvalId, reason }, 'refused')
}

/** Takes back one's own. Throws `permission_missing`, `approval_not_yours`, `approval_decided`, `approval_expired`. */
export async function withdrawApproval(ctx: ApprovalContext, { approvalId, reason }: Ended): Promise<void> {
  await end(ctx, { approvalId, reason }, 'withdrawn')
}

async function end(
  ctx: ApprovalContext,
  { approvalId, reason }: Ended,
  decision: 'refused' | 'withdrawn',
): Promise<void> {
  const asked = await change(ctx, approvalId, `approval.${decision}`)
  await attempt(ctx, asked, async ({ tx, record }) => {
    const found = await waiting(tx, approvalId)
    const isOwn = found.proposedBy === ctx.member.userId
    if (isOwn && decision === 'refused') throw new OfficeFault('approval_own')
    if (!isOwn && decision === 'withdrawn') throw new OfficeFault('approval_not_yours')
    if (!(await decideApproval(tx, approvalId, { decision, decidedBy: ctx.member.userId, reason }))) {
      throw new OfficeFault('approval_expired')
    }
    await record({ kind: found.kind, proposedBy: found.proposerName, why: reason })
  })
}
