import { listRuns as listRecords, type RunRecord } from '@/db/queries/offices/certification'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { listBothKinds } from '@/lib/credentials/list-credentials'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { type CredentialReference, referenceOf } from '@/lib/credentials/reference'

/** Older ones are of no use to anybody: a certificate is valid for a year. */
const runsMax = 100

/** The runs of the member's merchant, newest first, and the credentials with which one can begin. Throws `permission_missing`. */
export async function listRuns({ db, member }: Pick<OfficeContext, 'db' | 'member'>): Promise<{
  runs: readonly RunRecord[]
  credentials: readonly (CredentialReference & { readonly name: string })[]
}> {
  requirePermission(member, integrationsPermission)
  const [runs, all] = await Promise.all([
    listRecords(db, member.merchantId, runsMax),
    listBothKinds(db, member.merchantId),
  ])
  const isBusy = ({ kind, id }: CredentialReference) =>
    runs.some((run) => run.state === 'open' && !run.isOver && isOf(run, { kind, id }))
  const credentials = all
    .filter((one) => one.status === 'live' && !isBusy(one))
    .map(({ kind, id, name }) => ({ kind, id, name }))
  return { runs, credentials }
}

function isOf(run: RunRecord, { kind, id }: CredentialReference): boolean {
  const of = referenceOf(run)
  return of.kind === kind && of.id === id
}
