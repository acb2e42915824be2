import type { OfficeTx } from '@/db/office'
import {
  closeDay as close,
  type DifferenceRecord,
  findClosing,
  insertComparison,
  isBranchOf,
  listConsumptionsOfClosing,
  reopenClosing as reopen,
} from '@/db/queries/offices/closings'
import { theOnly } from '@/db/rows'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { centsOfNumeric, numericOfCents } from '@/lib/kernel/money'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { type Comparison, compareSales, type PosSale, readPosList } from './comparison'
import { type DayToClose, differencesMax } from './drafts'
import { closingsPermission } from './permission'

const closingChange = { permission: closingsPermission, lock: 'tenant' } as const

/**
 * Closes a day at a branch, or for the sales without one: its totals are frozen as they are at this moment, with the consumptions
 * that they add up, and the differences from the till's list with the reason of each. Consumptions that come later are of the
 * next closing. The id of the closing. Throws `permission_missing`, `not_found` (the branch), `day_future`, `day_closed`,
 * `list_empty`, `differences_too_many`, and `reason_missing` (`reference`: a difference without a reason, because it has none or
 * has appeared since).
 */
export async function closeDay(ctx: OfficeContext, asked: DayToClose, now: Date = new Date()): Promise<{ id: number }> {
  const { merchantId, userId } = ctx.member
  const { day, branch } = asked
  const theirs = salesOf(asked)
  return attempt(ctx, { ...closingChange, action: 'closing.closed' }, async ({ tx, record }) => {
    if (branch !== 'none' && !(await isBranchOf(tx, merchantId, branch))) throw new OfficeFault('not_found')
    if (day > localDayOf(now)) throw new OfficeFault('day_future', { field: 'day' })
    const instants = { from: startOfDay(day), to: startOfDay(addDays(day, 1)) }
    const id = await close(tx, merchantId, { userId, branch, day, ...instants })
    if (id === undefined) throw new OfficeFault('day_closed')
    if (theirs !== undefined) await compare(tx, { merchantId, closingId: id }, asked, theirs)
    const closing = theOnly([await findClosing(tx, merchantId, id)].flatMap((found) => found ?? []))
    await record(
      { name: nameOf(closing), day, consumptions: closing.consumedCount, final: closing.finalAmount },
      { type: 'closing', id },
    )
    return { id }
  })
}

function salesOf({ list, basis }: DayToClose): readonly PosSale[] | undefined {
  if (list === undefined || basis === undefined || list.trim() === '') return undefined
  const { sales } = readPosList(list)
  if (sales.length === 0) throw new OfficeFault('list_empty', { field: 'list' })
  return sales
}

async function compare(
  tx: OfficeTx,
  closing: { readonly merchantId: number; readonly closingId: number },
  asked: DayToClose,
  theirs: readonly PosSale[],
): Promise<void> {
  const { basis = 'final' } = asked
  const compared = compareSales(await consumedOf(tx, closing, basis), theirs)
  if (compared.differences.length > differencesMax) {
    throw new OfficeFault('differences_too_many', { values: { max: differencesMax } })
  }
  const { equal, oursCents, theirsCents } = compared
  const { merchantId, closingId } = closing
  await insertComparison(
    tx,
    merchantId,
    {
      closingId,
      basis,
      oursAmount: numericOfCents(oursCents),
      theirsAmount: numericOfCents(theirsCents),
      equalCount: equal,
    },
    explained(compared, asked),
  )
}

/** As the audit trail names a closing. */
const nameOf = ({ day, branchName }: { readonly day: string; readonly branchName: string | null }) =>
  branchName === null ? day : `${branchName} · ${day}`

const batchSize = 5_000

async function consumedOf(
  tx: OfficeTx,
  { merchantId, closingId }: { readonly merchantId: number; readonly closingId: number },
  basis: 'final' | 'purchase',
): Promise<PosSale[]> {
  const sales: PosSale[] = []
  for (let after: { reference: string; id: number } | undefined; ; ) {
    const rows = await listConsumptionsOfClosing(tx, merchantId, closingId, { late: false, after, limit: batchSize })
    for (const { reference, finalAmount, purchaseAmount } of rows) {
      sales.push({ reference, cents: centsOfNumeric(basis === 'final' ? finalAmount : purchaseAmount) })
    }
    after = rows.at(-1)
    if (rows.length < batchSize) return sales
  }
}

/** The differences with the reasons given, by reference. */
function explained({ differences }: Comparison, { references, reasons, notes }: DayToClose): DifferenceRecord[] {
  const given = new Map(references.map((reference, n) => [reference, { reason: reasons[n], note: notes[n] }]))
  return differences.map(({ reference, ours, theirs }) => {
    const { reason, note } = given.get(reference) ?? {}
    if (reason === undefined) throw new OfficeFault('reason_missing', { values: { reference } })
    if (reason === 'other' && !note) throw new OfficeFault('note_missing', { values: { reference } })
    return {
      reference,
      oursAmount: ours === null ? null : numericOfCents(ours),
      theirsAmount: theirs === null ? null : numericOfCents(theirs),
      reason,
      note: note || null,
    }
  })
}

/**
 * Reopens a day that was closed: its closing stays in the history as it was, with who reopened it and why, and its consumptions
 * are of no closing until the day is closed again. Throws `permission_missing`, `not_found`, `already_reopened`.
 */
export async function reopenClosing(ctx: OfficeContext, asked: { closingId: number; reason: string }): Promise<void> {
  const { merchantId, userId } = ctx.member
  const { closingId: id, reason } = asked
  const subject = { type: 'closing', id } as const
  await attempt(ctx, { ...closingChange, action: 'closing.reopened', subject }, async ({ tx, record }) => {
    const closing = await findClosing(tx, merchantId, id)
    if (!closing) throw new OfficeFault('not_found')
    if (!(await reopen(tx, merchantId, { id, userId, reason }))) throw new OfficeFault('already_reopened')
    await record({ name: nameOf(closing), day: closing.day, why: reason })
  })
}
