import { listProposals, type ProposalRecord } from '@/db/queries/offices/affiliation-proposals'
import { requirePermissionNow } from '@/lib/attempts/attempt-change'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { affiliationPermissions, type Party } from './party'

/** A proposal as one side sees it. */
export type ProposalView = Pick<ProposalRecord, 'id' | 'message' | 'createdAt' | 'outcome' | 'endedAt'> & {
  /** The tenant on the other side. */
  readonly other: { readonly id: number; readonly name: string; readonly legalId: string | null }
  readonly mine: boolean
}

const openMax = 200
const pastMax = 20

type Asked = Pick<OfficeContext, 'db'> & {
  readonly party: Party
  /** Whether who reads is of the operator: no member of that side, and let in by a support view, which each request asks for (ADR-0056). */
  readonly bySupport?: boolean
}

/** The proposals of a side and those to it: all that wait for an answer, and the last answers. Throws `permission_missing`. */
export async function listAffiliationProposals({ db, party, bySupport = false }: Asked): Promise<{
  received: ProposalView[]
  sent: ProposalView[]
  past: ProposalView[]
}> {
  const permission = affiliationPermissions[party.side]
  if (bySupport) requirePermission(party, permission)
  else await requirePermissionNow(db, party, permission)
  const [open, past] = await Promise.all([
    listProposals(db, party, { open: true, limit: openMax }),
    listProposals(db, party, { open: false, limit: pastMax }),
  ])
  const views = open.map((record) => viewOf(record, party))
  return {
    received: views.filter(({ mine }) => !mine),
    sent: views.filter(({ mine }) => mine),
    past: past.map((record) => viewOf(record, party)),
  }
}

function viewOf(record: ProposalRecord, { side }: Party): ProposalView {
  const { id, message, createdAt, outcome, endedAt, proposedBy } = record
  const other =
    side === 'merchant'
      ? { id: record.companyId, name: record.company, legalId: record.companyLegalId }
      : { id: record.merchantId, name: record.merchant, legalId: record.merchantLegalId }
  return { id, message, createdAt, outcome, endedAt, other, mine: proposedBy === side }
}
