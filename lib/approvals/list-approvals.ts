import {
  type ApprovalRecord,
  findApproval,
  listPastApprovals,
  listWaitingApprovals,
} from '@/db/queries/offices/approvals'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { carriedOf } from './find-carried'
import { showFourEyes } from './four-eyes'
import { type ApprovalKind, approvalKinds, approvalPermissions } from './kinds'
import type { ApprovalContext } from './registry'

const pastMax = 50

export type ApprovalView = {
  readonly id: number
  readonly kind: ApprovalKind
  /** The values of the sentence of its kind. */
  readonly words: Readonly<Record<string, string | number>>
  readonly proposer: string
  readonly isOwn: boolean
  readonly proposedAt: Date
  readonly expiresAt: Date
  readonly state: 'waiting' | 'expired' | NonNullable<ApprovalRecord['decision']>
  readonly decider: string | null
  readonly decidedAt: Date | null
  readonly reason: string | null
}

/** One that waits, and why it could not be carried out if it were approved at this moment. */
export type WaitingApproval = ApprovalView & { readonly obstacle: string | null }

/** What waits and what is over, of the kinds that the reader may propose. */
export async function listApprovals(ctx: ApprovalContext) {
  const kinds = approvalKinds.filter((kind) => ctx.member.permissions.includes(approvalPermissions[kind]))
  if (kinds.length === 0) throw new OfficeFault('permission_missing')
  const [waiting, past, fourEyes] = await Promise.all([
    listWaitingApprovals(ctx.db, kinds),
    listPastApprovals(ctx.db, kinds, pastMax),
    showFourEyes(ctx.db),
  ])
  return {
    waiting: await Promise.all(
      waiting.map(async (record) => ({ ...(await viewOf(ctx, record)), obstacle: await obstacleOf(ctx, record) })),
    ),
    past: await Promise.all(past.map((record) => viewOf(ctx, record))),
    fourEyes,
  }
}

/** One by its number; undefined for one that never was, or of a kind that the reader may not propose. */
export async function findApprovalView(ctx: ApprovalContext, id: number): Promise<ApprovalView | undefined> {
  const record = await findApproval(ctx.db, id)
  if (!record || !ctx.member.permissions.includes(approvalPermissions[record.kind])) return undefined
  return viewOf(ctx, record)
}

async function viewOf(ctx: ApprovalContext, record: ApprovalRecord): Promise<ApprovalView> {
  const { id, kind, proposedAt, expiresAt, decidedAt, reason } = record
  const { schema, words } = carriedOf(kind)
  return {
    id,
    kind,
    words: await words(ctx, schema.parse(record.payload)),
    proposer: record.proposerName,
    isOwn: record.proposedBy === ctx.member.userId,
    proposedAt,
    expiresAt,
    state: record.decision ?? (record.isExpired ? 'expired' : 'waiting'),
    decider: record.deciderName,
    decidedAt,
    reason,
  }
}

async function obstacleOf(ctx: ApprovalContext, { kind, payload }: ApprovalRecord): Promise<string | null> {
  const { schema, check } = carriedOf(kind)
  try {
    await check(ctx, schema.parse(payload))
    return null
  } catch (error) {
    if (error instanceof OfficeFault) return error.code
    throw error
  }
}
