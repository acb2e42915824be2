import type { Sql } from '@/db/client'
import type { OfficeDatabase } from '@/db/office'
import { approve } from '@/lib/approvals/decide-approval'
import { proposeOrDo } from '@/lib/approvals/propose-approval'
import { operatorContextOf, people } from '../fixtures/members'

/** The erasure of people by their rows, which one operator proposed: `approve` is another's word. */
export async function proposedErasure(sql: Sql, office: OfficeDatabase, collaboratorIds: readonly number[]) {
  const [one, two] = [await people(sql).newOperator(), await people(sql).newOperator()]
  const contexts = { proposer: operatorContextOf(office, one), approver: operatorContextOf(office, two) }
  const proposed = await proposeOrDo(contexts.proposer, 'erase_person', { collaboratorIds })
  if (!proposed.waits) throw new Error('four eyes are on')
  const { approvalId } = proposed
  return { ...contexts, approvalId, approve: () => approve(contexts.approver, { approvalId }) }
}
