import type { OfficeTx } from '@/db/office'
import { endPrivacyCase, lockPrivacyCase } from '@/db/queries/offices/privacy-cases'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OperatorContext } from '@/lib/context'
import { assert } from '@/lib/kernel/assert'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { CaseState } from './cases'
import type { CaseEnd } from './drafts'
import { privacyPermission } from './permission'

/** A case that is open, until the transaction ends. Throws `not_found`, `case_ended`. */
export async function lockOpen(tx: OfficeTx, caseId: number) {
  const found = await lockPrivacyCase(tx, caseId)
  if (!found) throw new OfficeFault('not_found')
  if (found.state !== 'open') throw new OfficeFault('case_ended')
  return found
}

/** Ends a case with what was answered. Throws `permission_missing`, `not_found`, `case_ended`. */
export const answerCase = (ctx: OperatorContext, asked: CaseEnd): Promise<void> => end(ctx, asked, 'answered')

/** Ends a case with why it is refused. Throws `permission_missing`, `not_found`, `case_ended`. */
export const refuseCase = (ctx: OperatorContext, asked: CaseEnd): Promise<void> => end(ctx, asked, 'refused')

function end(ctx: OperatorContext, { caseId, answer }: CaseEnd, state: Exclude<CaseState, 'open'>): Promise<void> {
  const subject = { type: 'privacy_case', id: caseId } as const
  const asked = { permission: privacyPermission, action: `privacy_case.${state}`, subject } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const { kind } = await lockOpen(tx, caseId)
    const isEnded = await endPrivacyCase(tx, caseId, { state, answer, endedBy: ctx.member.userId })
    assert(isEnded, 'a locked case that is open can end')
    await record({ kind })
  })
}
