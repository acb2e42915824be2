import { findRequest } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { requestIdTime } from './filter'
import type { RequestDetails } from './request'
import { type RequestView, viewOf } from './views'

export type RequestPageView = RequestView & { readonly address: string | null; readonly details: RequestDetails }

/**
 * One call of the member's merchant, with what was kept of its body and its answer. Throws `permission_missing`, and
 * `not_found` alike for a call of another merchant, one of more than 30 days ago, and one that never was.
 */
export async function showRequest(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  id: string,
): Promise<RequestPageView> {
  requirePermission(member, integrationsPermission)
  const at = requestIdTime(id)
  const row = at === undefined ? undefined : await findRequest(db, member.merchantId, { id, at })
  if (row === undefined) throw new OfficeFault('not_found')
  return { ...viewOf(row), details: row.details as RequestDetails }
}
