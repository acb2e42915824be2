import type { OfficeDb } from '@/db/office'
import { insertPrivacyCase } from '@/db/queries/offices/privacy-cases'
import { attempt } from '@/lib/attempts/attempt-change'
import { dueOnOf } from './cases'
import type { NewCase } from './drafts'
import { findPeople, type PrivacyContext } from './find-people'
import { privacyPermission } from './permission'

/**
 * Opens a case for what a person asks. It is about the rows that are found by their identification at this moment, which is kept
 * nowhere; where none is found, the case says so. Throws `permission_missing`.
 */
export const openCase = (
  ctx: PrivacyContext,
  { kind, contact, note, receivedOn, identificationTypeId, identification }: NewCase,
): Promise<{ caseId: number }> =>
  attempt(ctx, { permission: privacyPermission, action: 'privacy_case.opened' }, async ({ tx, record }) => {
    const within = { ...ctx, db: tx as unknown as OfficeDb }
    const found = await findPeople(within, { identificationTypeId, identification })
    const caseId = await insertPrivacyCase(
      tx,
      { kind, contact, note, receivedOn, dueOn: dueOnOf(kind, receivedOn), openedBy: ctx.member.userId },
      found.map(({ collaboratorId }) => collaboratorId),
    )
    await record({ kind, people: found.length }, { type: 'privacy_case', id: caseId })
    return { caseId }
  })
