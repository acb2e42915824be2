import {
  findCallAway,
  listCredentialNames,
  listRequests as listRecords,
  type RequestRecord,
} from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageByTime } from '@/lib/kernel/page'
import { allRequests, type RequestFilter } from './filter'
import { placeOf, selectionOf } from './selection'
import { type RequestView, viewOf } from './views'

/** Among so many calls a page looks for those of a filter that no index finds: who has millions would wait for all of them. */
const soughtMax = 100_000

/**
 * A page of the calls of the member's merchant, newest first, and the credentials that could be asked for. `sought` where the filter was
 * looked for among so many calls and no further, as far as the moment of the last of them; the next page goes on from there. Throws
 * `permission_missing`.
 */
export async function listRequests(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
  callsMax = soughtMax,
) {
  requirePermission(member, integrationsPermission)
  const { before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const selection = { ...selectionOf(filter, now), before: placeOf(before), after: placeOf(after), oldestFirst }
  const [until, credentials] = await Promise.all([
    isSought(filter) ? findCallAway(db, member.merchantId, selection, callsMax) : undefined,
    listCredentialNames(db, member.merchantId),
  ])
  const records = await listRecords(db, member.merchantId, { ...selection, until, limit: size + 1 })
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  const rises = after !== undefined || (oldestFirst && before === undefined)
  const last = records.length > size ? undefined : until
  return {
    requests: page.map(viewOf),
    credentials,
    newerThan: (rises && last ? last : newer)?.id,
    olderThan: (!rises && last ? last : older)?.id,
    sought: last && { calls: callsMax, until: last.at },
  }
}

/** By a reference, a request id and a failure calls are found by an index; by these, one by one. */
const isSought = ({ search, operation, status, code, credential }: RequestFilter): boolean =>
  search === undefined && [operation, status, code, credential].some((each) => each !== undefined)

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
