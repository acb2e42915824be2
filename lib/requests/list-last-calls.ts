import { listLastCalls as listRecords } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { CredentialReference } from '@/lib/credentials/reference'

const lastMax = 10

/** The last calls of a credential of the member's merchant, newest first. Throws `permission_missing`. */
export async function listLastCalls(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  credential: CredentialReference,
) {
  requirePermission(member, integrationsPermission)
  return listRecords(db, member.merchantId, credential, lastMax)
}
