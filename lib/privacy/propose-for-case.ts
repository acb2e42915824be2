import { listApprovalsOfCase } from '@/db/queries/offices/approvals'
import { findPrivacyCase, listPeopleOfCase, sumErasure } from '@/db/queries/offices/privacy-cases'
import { type Proposed, proposeOrDo } from '@/lib/approvals/propose-approval'
import type { ApprovalContext } from '@/lib/approvals/registry'
import { attemptView } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { CaseKind } from './cases'
import { privacyPermission } from './permission'

/** What two people do for a case of a kind; a rectification is the company's, and an answer is one person's. */
const proposals = {
  cancellation: 'erase_person',
} as const satisfies Partial<Record<CaseKind, string>>

export type ProposedFor = keyof typeof proposals

/** Whether cases of that kind are answered by what two people do. */
export const isProposedFor = (kind: CaseKind): kind is ProposedFor => kind in proposals

/**
 * Proposes what a case asks for: the erasure of its people (ADR-0055, ADR-0059). Throws
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

/** What was proposed for a case, the newest first. Throws `permission_missing`. */
export async function listProposalsOf({ db, member }: OperatorContext, caseId: number) {
  requirePermission(member, privacyPermission)
  const found = await listApprovalsOfCase(db, caseId, Object.values(proposals))
  return found.map(({ id, kind, proposerName, proposedAt, decision, deciderName, decidedAt, isExpired }) => ({
    ...{ id, kind, proposerName, proposedAt, deciderName, decidedAt },
    state: decision ?? (isExpired ? ('expired' as const) : ('waiting' as const)),
  }))
}

/** What the erasure of these people would do at this moment. Throws `permission_missing`. */
export async function showErasureEffect({ db, member }: OperatorContext, collaboratorIds: readonly number[]) {
  requirePermission(member, privacyPermission)
  return sumErasure(db, collaboratorIds)
}
