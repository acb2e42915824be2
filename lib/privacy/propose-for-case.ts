import { listApprovalsOfCase } from '@/db/queries/offices/approvals'
import { findPrivacyCase, listPeopleOfCase, sumErasure } from '@/db/queries/offices/privacy-cases'
import { type Proposed, proposeOrDo } from '@/lib/approvals/propose-approval'
import type { ApprovalContext } from '@/lib/approvals/registry'
import { attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { CaseKind } from './cases'
import { downloadUntil } from './downloads'
import { aboutPeople } from './name-people'
import { privacyPermission } from './permission'

/** What two people do for a case of a kind; a rectification is the company's, and an answer is one person's. */
const proposals = {
  access: 'export_data',
  cancellation: 'erase_person',
} as const satisfies Partial<Record<CaseKind, string>>

export type ProposedFor = keyof typeof proposals

/** Whether cases of that kind are answered by what two people do. */
export const isProposedFor = (kind: CaseKind): kind is ProposedFor => kind in proposals

/**
 * Proposes what a case asks for: the export of what is held of its people, or their erasure (ADR-0055, ADR-0059). Throws
 * `permission_missing`, `not_found`, `case_ended`, `nothing_held` where nobody is held, or all were erased, `already_proposed`, and
 * `case_asks_otherwise` for one that asks for something else.
 */
export async function proposeForCase(ctx: ApprovalContext, { caseId }: { readonly caseId: number }): Promise<Proposed> {
  const subject = { type: 'privacy_case', id: caseId } as const
  const asked = { permission: privacyPermission, action: 'approval.proposed', subject } as const
  const { kind, collaboratorIds } = await attemptView(ctx, asked, async () => {
    const found = await findPrivacyCase(ctx.db, caseId)
    if (!found) throw new OfficeFault('not_found')
    if (found.state !== 'open') throw new OfficeFault('case_ended')
    if (!isProposedFor(found.kind)) throw new OfficeFault('case_asks_otherwise')
    const held = (await listPeopleOfCase(ctx.db, caseId)).filter(({ erasedAt }) => erasedAt === null)
    if (held.length === 0) throw new OfficeFault('nothing_held')
    return { kind: found.kind, collaboratorIds: held.map(({ collaboratorId }) => collaboratorId) }
  })
  return proposeOrDo(ctx, proposals[kind], { collaboratorIds, caseId })
}

/**
 * What was proposed for a case, the newest first, and until when who asks may download what was exported. Throws
 * `permission_missing`.
 */
export async function listProposalsOf(ctx: OperatorContext & { readonly now: () => Date }, caseId: number) {
  const { db, member } = ctx
  requirePermission(member, privacyPermission)
  const found = await listApprovalsOfCase(db, caseId, Object.values(proposals))
  const erased = (await listPeopleOfCase(db, caseId)).filter(({ erasedAt }) => erasedAt !== null)
  const isErased = (payload: unknown) =>
    aboutPeople.parse(payload).collaboratorIds.some((id) => erased.some(({ collaboratorId }) => collaboratorId === id))
  return found.map((approval) => {
    const { id, kind, payload, proposerName, proposedAt, decision, deciderName, decidedAt, isExpired } = approval
    return {
      ...{ id, kind, proposerName, proposedAt, deciderName, decidedAt },
      state: decision ?? (isExpired ? ('expired' as const) : ('waiting' as const)),
      downloadUntil: isErased(payload) ? undefined : downloadUntil(approval, member.userId, ctx.now()),
    }
  })
}

/** What the erasure of these people would do at this moment. Throws `permission_missing`. */
export async function showErasureEffect({ db, member }: OperatorContext, collaboratorIds: readonly number[]) {
  requirePermission(member, privacyPermission)
  return sumErasure(db, collaboratorIds)
}
