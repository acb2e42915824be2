import {
  type ConsumptionRecord,
  type ConsumptionSelection,
  isConsumptionFound,
  listConsumptionRecords,
  sumConsumptions as sum,
} from '@/db/queries/offices/consumptions'
import {
  listBranchChoices,
  listCompanyChoices,
  listCredentialChoices,
  listDiscountChoices,
  listMakerChoices,
} from '@/db/queries/offices/merchant-choices'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { pageByTime } from '@/lib/kernel/page'
import { instantsOf } from '@/lib/language/periods'
import { decideSearch } from '@/lib/sales/decide-search'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { amountsOf, type ConsumedSale, consumedSaleOf } from '@/lib/sales/sale'
import type { ConsumptionsFilter } from './filter'

type Reader = Pick<OfficeContext, 'db' | 'member'>

/** A consumption as its merchant's list shows it. */
export type ListedConsumption = ConsumedSale & {
  readonly id: number
  readonly authorizationCode: string
  readonly status: 'Registered'
  /** Notified after its authorization had ended (D61). */
  readonly isLate: boolean
}

/** Throws `permission_missing` for a member who may not read consumptions. */
export function requireConsumptionReader({ member }: Reader): void {
  requirePermission(member, consumptionsPermission)
}

/**
 * A page of a merchant's consumptions, newest registered first, with the places of the previous and the next page.
 * Consumptions registered meanwhile come before all of them, so that a reader who goes on to the end sees each once.
 * `begins` says that no code or reference is the text that was searched for, and that these references begin with it.
 * Throws `permission_missing`.
 */
export async function listConsumptions(ctx: Reader, filter: ConsumptionsFilter, now: Date = new Date()) {
  requireConsumptionReader(ctx)
  const selection = await selectionOf(ctx, filter, now)
  const { before, after, size } = filter
  const oldestFirst = filter.sort === 'when'
  const records = await listConsumptionRecords(ctx.db, ctx.member.merchantId, {
    ...selection,
    before,
    after,
    limit: size + 1,
    oldestFirst,
  })
  const { page, newer, older } = pageByTime(records, size, { before, after, oldestFirst })
  return {
    consumptions: page.map(viewOf),
    newer,
    older,
    begins: selection.search?.kind === 'beginning',
  }
}

/** The sums of all consumptions that the filter selects. Throws `permission_missing`. */
export async function sumConsumptions(ctx: Reader, filter: ConsumptionsFilter, now: Date = new Date()) {
  requireConsumptionReader(ctx)
  const totals = await sum(ctx.db, ctx.member.merchantId, await selectionOf(ctx, filter, now))
  return { count: totals.count, ...amountsOf(totals) }
}

/**
 * Every consumption that the filter selects, newest first, a batch at a time. Consumptions registered meanwhile are not
 * in it. Throws `permission_missing`.
 */
export function exportConsumptions(
  ctx: Reader,
  filter: ConsumptionsFilter,
  now: Date = new Date(),
): Batches<ListedConsumption> {
  requireConsumptionReader(ctx)
  return batchesOf(ctx, filter, now)
}

async function* batchesOf({ db, member }: Reader, filter: ConsumptionsFilter, now: Date) {
  const selection = await selectionOf({ db, member }, filter, now)
  const read = (before: ConsumptionRecord | undefined, limit: number) =>
    listConsumptionRecords(db, member.merchantId, { ...selection, before, limit })
  yield* readBatches(read, viewOf)
}

/** The choices of the list's filter. Throws `permission_missing`. */
export async function listConsumptionChoices(ctx: Reader) {
  requireConsumptionReader(ctx)
  const { db, member } = ctx
  const [branches, companies, discounts, credentials, members] = await Promise.all([
    listBranchChoices(db, member.merchantId),
    listCompanyChoices(db, member.merchantId),
    listDiscountChoices(db, member.merchantId),
    listCredentialChoices(db, member.merchantId),
    listMakerChoices(db, member.merchantId),
  ])
  return { branches, companies, discounts, credentials, members }
}

/** The branches of the member's merchant, those in use first. Throws `permission_missing`. */
export async function listBranches(ctx: Reader) {
  requireConsumptionReader(ctx)
  return listBranchChoices(ctx.db, ctx.member.merchantId)
}

async function selectionOf(
  { db, member }: Reader,
  filter: ConsumptionsFilter,
  now: Date,
): Promise<ConsumptionSelection> {
  const { period, branchId, companyId, discountId, credential, search } = filter
  return {
    ...instantsOf(period, now),
    branchId,
    companyId,
    discountId,
    apiKeyId: credential?.kind === 'api_key' ? credential.id : undefined,
    oauthClientId: credential?.kind === 'oauth_client' ? credential.id : undefined,
    memberId: credential?.kind === 'member' ? credential.id : undefined,
    search: await decideSearch(search, (whole) => isConsumptionFound(db, member.merchantId, whole)),
  }
}

function viewOf(record: ConsumptionRecord): ListedConsumption {
  const { id, authorizationCode, status, lateHours } = record
  return { ...consumedSaleOf(record), id, authorizationCode, status, isLate: lateHours !== null }
}
