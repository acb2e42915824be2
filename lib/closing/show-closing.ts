import {
  countRepeats,
  type DayRecord,
  type DaySelection,
  listConsumptionsOfDay,
  sumAuthorizationsOfDay,
  sumConsumptionsOfDay,
} from '@/db/queries/offices/closing'
import type { OfficeContext } from '@/lib/context'
import type { Batches } from '@/lib/files/columns'
import { readBatches } from '@/lib/files/read-batches'
import { usualSize } from '@/lib/kernel/cursor'
import { pageOf } from '@/lib/kernel/page'
import { addDays, type LocalDay, localDayOf, startOfDay } from '@/lib/language/days'
import { requireConsumptionReader } from '@/lib/sales/consumptions/list-consumptions'
import { type ConsumedSale, consumedSaleOf } from '@/lib/sales/sale'
import { type ClosingFilter, type ClosingPlace, closingOf, type NamedLine, repeatDays, tableOf } from './closing'

type Reader = Pick<OfficeContext, 'db' | 'member'>

/** A consumption of the day that is closed. */
export type ClosedConsumption = ConsumedSale & {
  /** How many other consumptions within `repeatDays` of the day have this reference. */
  readonly repeats: number
  /** The day of the payment as the till says it, when it is another day. */
  readonly paidOn: LocalDay | undefined
}

/** How many rows are printed; the file has all. */
export const printedRowsMax = 1_000

const batchSize = 5_000

/**
 * A merchant's day in sums, to the cent: what was authorized and what became of it by branch, what was consumed, and how many
 * references repeat. A day is one of Santo Domingo. Throws `permission_missing`.
 */
export async function showClosing(ctx: Reader, filter: ClosingFilter) {
  requireConsumptionReader(ctx)
  const day = dayOf(filter)
  const { merchantId } = ctx.member
  const [authorized, consumed, repeats] = await Promise.all([
    sumAuthorizationsOfDay(ctx.db, merchantId, day),
    sumConsumptionsOfDay(ctx.db, merchantId, day),
    countRepeats(ctx.db, merchantId, day, repeatDays),
  ])
  return { ...closingOf(authorized, consumed), repeats }
}

/**
 * A page of the day's consumptions, by reference, as a POS lists its own, with the places of the pages above and below. Throws
 * `permission_missing`.
 */
export async function listClosing(ctx: Reader, filter: ClosingFilter, place: Partial<ClosingPlace> = {}) {
  requireConsumptionReader(ctx)
  const { before, after, size = usualSize } = place
  const rows = await listConsumptionsOfDay(ctx.db, ctx.member.merchantId, {
    ...dayOf(filter),
    repeatDays,
    place: { before, after },
    limit: size + 1,
  })
  const { page, previous, next } = pageOf(before === undefined ? rows : rows.toReversed(), size, { after, before })
  return { consumptions: page.map(viewOf(filter)), previous: previous?.id, next: next?.id }
}

/** The day's first `printedRowsMax` consumptions, by reference. Throws `permission_missing`. */
export async function listForPaper(ctx: Reader, filter: ClosingFilter) {
  requireConsumptionReader(ctx)
  const rows = await listConsumptionsOfDay(ctx.db, ctx.member.merchantId, {
    ...dayOf(filter),
    repeatDays,
    limit: printedRowsMax + 1,
  })
  return { consumptions: rows.slice(0, printedRowsMax).map(viewOf(filter)), more: rows.length > printedRowsMax }
}

/** All of the day's consumptions by reference, a batch at a time. Throws `permission_missing`. */
export function exportClosing(ctx: Reader, filter: ClosingFilter): Batches<ClosedConsumption> {
  requireConsumptionReader(ctx)
  const asked = { ...dayOf(filter), repeatDays }
  const read = (after: DayRecord | undefined, limit: number) =>
    listConsumptionsOfDay(ctx.db, ctx.member.merchantId, { ...asked, after, limit })
  return readBatches(read, viewOf(filter), batchSize)
}

/** The day's sums by branch as on the page, under the names given. Throws `permission_missing`. */
export function exportClosingSums(
  ctx: Reader,
  filter: ClosingFilter,
  names: Parameters<typeof tableOf>[1],
): Batches<NamedLine> {
  requireConsumptionReader(ctx)
  return sumsOf(ctx, filter, names)
}

async function* sumsOf(ctx: Reader, filter: ClosingFilter, names: Parameters<typeof tableOf>[1]) {
  yield tableOf(await showClosing(ctx, filter), names)
}

/** The instants of a day, and its branch. */
export const dayOf = ({ day, branch }: ClosingFilter): DaySelection => ({
  from: startOfDay(day),
  to: startOfDay(addDays(day, 1)),
  branch,
})

const viewOf =
  ({ day }: ClosingFilter) =>
  (record: DayRecord): ClosedConsumption => {
    const paidOn = localDayOf(record.consumptionDate)
    return { ...consumedSaleOf(record), repeats: record.repeats, paidOn: paidOn === day ? undefined : paidOn }
  }
