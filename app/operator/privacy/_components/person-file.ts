import { redirect } from 'next/navigation'
import { needsStepUp } from '@/lib/accounts/session'
import type { Asked } from '@/lib/kernel/address'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { casePath } from '@/lib/privacy/cases'
import { withFile } from '@/lib/web/file-pools'
import { idOf } from '@/lib/web/id-of'
import { pageLanguage } from '@/lib/web/language'
import type { OperatorMemberContext } from '@/lib/web/operator-office'

type Params = { readonly id: string; readonly approval: string }

/**
 * What is held of a person, written in a file thread. It asks for a code not older than five minutes, as all that is done in the
 * operator's office: without one its reader is led to the case, whose page takes the code.
 */
export const personFile = (format: 'json' | 'pdf') => async (ctx: OperatorMemberContext, _: Asked, params: Params) => {
  const [caseId, approvalId] = [idOf(params.id), idOf(params.approval)]
  if (caseId === undefined || approvalId === undefined) throw new OfficeFault('not_found')
  if (needsStepUp(ctx.session)) redirect(casePath(caseId))
  return withFile('writePerson', ctx, { caseId, approvalId, format, language: await pageLanguage() })
}
