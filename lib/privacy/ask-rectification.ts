import { listHolders } from '@/db/queries/offices/memberships'
import { insertRectification, listPeopleOfCase } from '@/db/queries/offices/privacy-cases'
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import { collaboratorsPermission } from '@/lib/collaborators/permission'
import type { OperatorContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { queueMails } from '@/lib/mail/queue-mails'
import type { Rectification } from './drafts'
import { lockOpen } from './end-case'
import { privacyPermission } from './permission'

/**
 * Asks a company to correct what it keeps of one of the people of a case: its people who manage collaborators are told by mail, read
 * what is to be corrected on the collaborator's page, and find the request in their activity. Mail and trail hold neither it nor who
 * the person is. Throws `permission_missing`, `not_found`, `case_ended`, `not_a_rectification`, `person_erased`.
 */
export function askRectification(
  ctx: OperatorContext & { readonly officeUrl: string },
  { caseId, collaboratorId, what }: Rectification,
): Promise<void> {
  const subject = { type: 'privacy_case', id: caseId } as const
  const asked = { permission: privacyPermission, action: 'privacy_case.rectification_asked', subject } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const { kind, dueOn } = await lockOpen(tx, caseId)
    if (kind !== 'rectification') throw new OfficeFault('not_a_rectification')
    const person = (await listPeopleOfCase(tx, caseId)).find((one) => one.collaboratorId === collaboratorId)
    if (!person) throw new OfficeFault('not_found')
    if (person.erasedAt) throw new OfficeFault('person_erased')
    const { companyId, companyName } = person
    const askedBy = ctx.member.userId
    await insertRectification(tx, { caseId, collaboratorId, what, askedBy })
    await record({ kind, company: companyName })
    await recordEvent(tx, ctx.origin, {
      companyId,
      operator: true,
      userId: askedBy,
      action: 'collaborator.rectification_asked',
      subjectType: 'collaborator',
      subjectId: collaboratorId,
    })
    const mail = { kind: 'rectification_asked', company: companyName, collaboratorId, dueOn } as const
    const holders = await listHolders(tx, { companyId }, collaboratorsPermission)
    await queueMails(
      tx,
      ctx,
      holders.map((to) => ({ to, mail })),
    )
  })
}
