import { listCredentialNames, listRequests as listRecords, type RequestRecord } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageByTime } from '@/lib/kernel/page'
import { allRequests, type RequestFilter } from './filter'
import { placeOf, selectionOf } from './selection'
import { type RequestView, viewOf } from './views'

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
  const { before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const [records, credentials] = await Promise.all([
    listRecords(db, member.merchantId, {
      ...selectionOf(filter, now),
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

const ofSaleMax = 20

/**
 * The calls about one purchase, by its reference, oldest first: what was applied, confirmed, asked again or released.
 * Calls of eligibility come before there is a reference. Throws `permission_missing`.
 */
export async function listCallsOfSale(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  reference: string,
): Promise<RequestView[]> {
  requirePermission(member, integrationsPermission)
  const filter = { ...allRequests, search: reference }
  const records = await listRecords(db, member.merchantId, {
    ...{ ...selectionOf(filter, new Date()), before: undefined, after: undefined },
    ...{ from: undefined, to: undefined, limit: ofSaleMax },
  })
  return records.toReversed().map((row) => viewOf(row))
}

/** Every call that the filter selects, newest first, a batch at a time. Throws `permission_missing`. */
export function exportRequests(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
): Batches<RequestView> {
  requirePermission(member, integrationsPermission)
  const read = (last: RequestRecord | undefined, limit: number) =>
    listRecords(db, member.merchantId, {
      ...selectionOf(filter, now),
      before: placeOf(last?.id),
      after: undefined,
      limit,
    })
  return readBatches(read, viewOf)
}
