import {
  findClosing,
  listAfterClosing,
  listClosingRecords,
  listClosingsOfDay,
  listConsumptionsOfClosing,
  listDifferences,
  sumLate,
} from '@/db/queries/offices/closings'
import type { OfficeContext } from '@/lib/context'
import { centsOfNumeric } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { requireConsumptionReader } from '@/lib/sales/consumptions/list-consumptions'
import { amountsOf, type ConsumedSale, consumedSaleOf } from '@/lib/sales/sale'
import { type ClosingsFilter, type Consumed, closedOf } from './closed'
import type { ClosingFilter } from './closing'
import type { DifferenceReason } from './reasons'
import { dayOf } from './show-closing'

type Reader = Pick<OfficeContext, 'db' | 'member'>

/** A page of the merchant's closings, newest first, also of those that were reopened. Throws `permission_missing`. */
export async function listClosings(ctx: Reader, filter: ClosingsFilter) {
  requireConsumptionReader(ctx)
  const { before, after, branch, size } = filter
  const rows = await listClosingRecords(ctx.db, ctx.member.merchantId, { branch, before, after, limit: size + 1 })
  const { page, previous, next } = pageOf(after === undefined ? rows : rows.toReversed(), size, {
    after: before,
    before: after,
  })
  return { closings: page.map(closedOf), newer: previous, older: next }
}

/** Consumptions of a day that were registered after its closing. */
export type Late = Consumed & { readonly lateOf: string; readonly branchId: number | null }

/**
 * What stands of a day: the closings of its branches, and what the next closing of each will have of days that were closed before
 * it came. Throws `permission_missing`.
 */
export async function showStanding(ctx: Reader, filter: ClosingFilter) {
  requireConsumptionReader(ctx)
  const { db, member } = ctx
  const day = { ...dayOf(filter), day: filter.day }
  const [closings, late] = await Promise.all([
    listClosingsOfDay(db, member.merchantId, day),
    sumLate(db, member.merchantId, day),
  ])
  return {
    closings: closings.map(closedOf),
    late: late.map(({ lateOf, branchId, count, ...row }): Late => ({ lateOf, branchId, count, ...amountsOf(row) })),
  }
}

export type ClosedDifference = {
  readonly reference: string
  readonly oursCents: bigint | null
  readonly theirsCents: bigint | null
  readonly reason: DifferenceReason
  readonly note: string | null
}

/** A consumption that came after the closing of its day; `closingId` is the closing that has it. */
export type AfterClosing = ConsumedSale & { readonly closingId: number | null }

/** How many days after a closing are searched for what belongs to its day. */
const afterDays = 7
const afterMax = 200

/**
 * A day that was closed, as it was then, with the differences from the till's list, and what has come since. Throws
 * `permission_missing`, `not_found`.
 */
export async function showClosed(ctx: Reader, id: number) {
  requireConsumptionReader(ctx)
  const { db, member } = ctx
  const record = await findClosing(db, member.merchantId, id)
  if (!record) throw new OfficeFault('not_found')
  const [differences, since] = await Promise.all([
    listDifferences(db, member.merchantId, id),
    record.standing ? listAfterClosing(db, member.merchantId, { id, days: afterDays, limit: afterMax }) : [],
  ])
  return {
    closed: closedOf(record),
    differences: differences.map(
      ({ reference, oursAmount, theirsAmount, reason, note }): ClosedDifference => ({
        reference,
        oursCents: oursAmount === null ? null : centsOfNumeric(oursAmount),
        theirsCents: theirsAmount === null ? null : centsOfNumeric(theirsAmount),
        reason,
        note,
      }),
    ),
    since: since.map((row): AfterClosing => ({ ...consumedSaleOf(row), closingId: row.closingId })),
  }
}

export type ClosedSale = ConsumedSale & { readonly id: number; readonly lateOf: string | null }

/**
 * The first consumptions of a closing by reference, of its day or of earlier ones (`late`), after a place among them. Throws
 * `permission_missing`.
 */
export async function listClosed(
  ctx: Reader,
  id: number,
  selection: {
    readonly late: boolean
    readonly after?: { readonly reference: string; readonly id: number } | undefined
    readonly limit: number
  },
): Promise<readonly ClosedSale[]> {
  requireConsumptionReader(ctx)
  const rows = await listConsumptionsOfClosing(ctx.db, ctx.member.merchantId, id, selection)
  return rows.map((row) => ({ ...consumedSaleOf(row), id: row.id, lateOf: row.lateOf }))
}
