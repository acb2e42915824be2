import {
  type AuthorizationRecord,
  isAuthorizationFound,
  listAuthorizationRecords,
  sumAuthorizations as sum,
} from '@/db/queries/offices/authorizations'
import { listBranchChoices } from '@/db/queries/offices/merchant-choices'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageByTime } from '@/lib/kernel/page'
import { instantsOf } from '@/lib/language/periods'
import { requireConsumptionReader } from '@/lib/sales/consumptions/list-consumptions'
import { decideSearch } from '@/lib/sales/decide-search'
import { amountsOf, type Sale, saleOf } from '@/lib/sales/sale'
import type { AuthorizationStatus, AuthorizationsFilter } from './filter'

/** An authorization as its merchant's list shows it. */
export type ListedAuthorization = Sale & {
  readonly id: number
  readonly status: AuthorizationStatus
  readonly authorizedAt: Date
  readonly expiresAt: Date
  /**
   * When it was consumed, released or seen to have expired; null while it is active, and while nobody has seen that it
   * expired.
   */
  readonly endedAt: Date | null
  /** Seconds until it expires, on the database clock; 0 when it is not active. */
  readonly secondsLeft: number
  /** The code of the consumption that it became. */
  readonly consumptionCode: string | null
}

/**
 * A page of a merchant's authorizations, newest first, with the places of the previous and the next page, and the
 * branches to choose from. An overdue authorization counts as expired (D35). Throws `permission_missing`.
 */
export async function listAuthorizations(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  filter: AuthorizationsFilter,
  now: Date = new Date(),
) {
  requireConsumptionReader(ctx)
  const { merchantId } = ctx.member
  const { period, status, branchId, before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const search = await decideSearch(filter.search, (whole) => isAuthorizationFound(ctx.db, merchantId, whole))
  const [records, branches] = await Promise.all([
    listAuthorizationRecords(ctx.db, merchantId, {
      ...instantsOf(period, now),
      status,
      branchId,
      search,
      before,
      after,
      limit: size + 1,
      oldestFirst,
    }),
    listBranchChoices(ctx.db, merchantId),
  ])
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  return {
    authorizations: page.map(viewOf),
    branches,
    newer,
    older,
    begins: search?.kind === 'beginning',
  }
}

/** The sums of all authorizations that the filter selects. Throws `permission_missing`. */
export async function sumAuthorizations(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  filter: AuthorizationsFilter,
  now: Date = new Date(),
) {
  requireConsumptionReader(ctx)
  const { merchantId } = ctx.member
  const { period, status, branchId } = filter
  const search = await decideSearch(filter.search, (whole) => isAuthorizationFound(ctx.db, merchantId, whole))
  const totals = await sum(ctx.db, merchantId, { ...instantsOf(period, now), status, branchId, search })
  return { count: totals.count, ...amountsOf(totals) }
}

/** Every authorization that the filter selects, newest first, a batch at a time. Throws `permission_missing`. */
export function exportAuthorizations(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  filter: AuthorizationsFilter,
  now: Date = new Date(),
): Batches<ListedAuthorization> {
  requireConsumptionReader(ctx)
  return batchesOf(ctx, filter, now)
}

async function* batchesOf(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: AuthorizationsFilter,
  now: Date,
) {
  const { merchantId } = member
  const { period, status, branchId } = filter
  const search = await decideSearch(filter.search, (whole) => isAuthorizationFound(db, merchantId, whole))
  const read = (before: AuthorizationRecord | undefined, limit: number) =>
    listAuthorizationRecords(db, merchantId, { ...instantsOf(period, now), status, branchId, search, before, limit })
  yield* readBatches(read, viewOf)
}

const statuses = { Authorized: 'active', Consumed: 'consumed', Expired: 'expired', Released: 'released' } as const

function viewOf(record: AuthorizationRecord): ListedAuthorization {
  const { id, authorizedAt, expiresAt, endedAt, consumptionCode } = record
  const status = statuses[record.status]
  const secondsLeft = status === 'active' ? record.secondsLeft : 0
  return { ...saleOf(record), id, status, authorizedAt, expiresAt, endedAt, secondsLeft, consumptionCode }
}
