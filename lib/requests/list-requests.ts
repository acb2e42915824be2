import { listCredentialNames, listRequests as listRecords } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { pageByTime } from '@/lib/kernel/page'
import { instantsOf } from '@/lib/language/periods'
import { type RequestFilter, requestIdTime, requestStatuses } from './filter'
import { viewOf } from './views'

/**
 * A page of the calls of the member's merchant, newest first, and the credentials that could be asked for. Throws
 * `permission_missing`.
 */
export async function listRequests(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
) {
  requirePermission(member, integrationsPermission)
  const { period, operation, status, code, credential, search, before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const [records, credentials] = await Promise.all([
    listRecords(db, member.merchantId, {
      ...instantsOf(period, now),
      operation,
      statuses: status === undefined ? undefined : requestStatuses[status],
      code,
      credential,
      search,
      before: placeOf(before),
      after: placeOf(after),
      limit: size + 1,
      oldestFirst,
    }),
    listCredentialNames(db, member.merchantId),
  ])
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  return {
    requests: page.map(viewOf),
    credentials,
    newerThan: newer?.id,
    olderThan: older?.id,
  }
}

function placeOf(id: string | undefined) {
  const at = id === undefined ? undefined : requestIdTime(id)
  return id === undefined || at === undefined ? undefined : { id, at }
}
