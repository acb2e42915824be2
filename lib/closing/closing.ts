import { type Asked, addressOf, bigintId, idOrNone, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, type Layout, listAddressOf } from '@/lib/kernel/cursor'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { type LocalDay, localDayFormat, localDayOf } from '@/lib/language/days'

/** The day to close, and the branch: one, the sales that named none (`none`), or all of them. */
export type ClosingFilter = { readonly day: LocalDay; readonly branch: number | 'none' | undefined }

/**
 * Days before or after within which a second consumption repeats a reference: fewer than a POS takes to start its numbers anew.
 */
export const repeatDays = 7

const parameters = { day: parameter('day', localDayFormat), branch: parameter('branch', idOrNone) }

const address = listAddressOf(parameters, bigintId)

/** Reads the filter from an address; today in Santo Domingo and all branches where the address has no valid value. */
export function closingFilterOf(asked: Asked, now: Date): ClosingFilter {
  const { day = localDayOf(now), branch } = address.read(asked)
  return { day, branch }
}

/** The part of the day's list that the address asks for, and how it is shown. */
export type ClosingPlace = Layout & CursorRange<number>

export const closingPlaceOf = (asked: Asked): ClosingPlace => {
  const { before, after, size, hidden } = address.read(asked)
  return { before, after, size, hidden, sort: undefined }
}

/** Ignores a branch that is not the merchant's: the page then shows all branches, as its heading says. */
export const amongBranches = (filter: ClosingFilter, branches: readonly { readonly id: number }[]): ClosingFilter =>
  typeof filter.branch !== 'number' || branches.some(({ id }) => id === filter.branch)
    ? filter
    : { ...filter, branch: undefined }

export const closingPage = '/portal/closing'

export const closingPath = (
  { day, branch, size, hidden }: ClosingFilter & Partial<Layout>,
  range?: CursorRange<number>,
): string => address.path(closingPage, { day, branch, ...(size && { size }), ...(hidden && { hidden }) }, range)

/** The address of the day as it is printed. */
export const closingPrintPath = (filter: ClosingFilter): string => address.path(`${closingPage}/print`, filter)

/** The content of a day's file: its consumptions, or its sums by branch. */
const closingFiles = ['consumptions', 'sums'] as const

const fileAddress = addressOf({ ...parameters, of: parameter('of', oneOf(closingFiles), 'consumptions') })

export const closingFileOf = (asked: Asked): (typeof closingFiles)[number] => fileAddress.read(asked).of

export const closingFilePath = (filter: ClosingFilter, of: (typeof closingFiles)[number]): string =>
  fileAddress.path(`${closingPage}/file`, { ...filter, of })

export type Sum = { readonly count: number; readonly purchaseCents: Cents; readonly discountCents: Cents }

/**
 * A branch's day. What was authorized that day became consumed, expired, released or is still active. Consumptions count on the
 * day of their registration, so a sale authorized before midnight and paid after it counts in two days.
 */
export type ClosingLine = {
  /** Null for sales that named no branch. */
  readonly branchId: number | null
  readonly branch: string | null
  readonly authorized: Sum
  readonly consumed: Sum & { readonly finalCents: Cents }
  readonly expired: Sum
  readonly released: Sum
  readonly active: Sum
}

type SumRecord = { readonly count: number; readonly purchaseAmount: string; readonly discountAmount: string }
export type BranchOfDay = { readonly branchId: number | null; readonly branchName: string | null }
export type AuthorizedRecord = SumRecord &
  BranchOfDay & { readonly status: 'active' | 'consumed' | 'expired' | 'released' }
export type ConsumedRecord = SumRecord & BranchOfDay & { readonly finalAmount: string }

const nothing: Sum = { count: 0, purchaseCents: 0n, discountCents: 0n }

const emptyLine = ({ branchId, branchName: branch }: BranchOfDay): ClosingLine => ({
  branchId,
  branch,
  authorized: nothing,
  consumed: { ...nothing, finalCents: 0n },
  expired: nothing,
  released: nothing,
  active: nothing,
})

/** The day's lines and their total: one line for each branch with sales, by name, sales without a branch last. */
export function closingOf(
  authorized: readonly AuthorizedRecord[],
  consumed: readonly ConsumedRecord[],
): { lines: readonly ClosingLine[]; total: ClosingLine } {
  const lines = new Map<number | null, ClosingLine>()
  const lineOf = (of: BranchOfDay) => lines.get(of.branchId) ?? emptyLine(of)
  for (const record of authorized) {
    const line = lineOf(record)
    const sum = sumOf(record)
    const all = { ...line, authorized: plus(line.authorized, sum) }
    const { status } = record
    lines.set(record.branchId, status === 'consumed' ? all : { ...all, [status]: plus(line[status], sum) })
  }
  for (const record of consumed) {
    const line = lineOf(record)
    const finalCents = line.consumed.finalCents + centsOfNumeric(record.finalAmount)
    lines.set(record.branchId, { ...line, consumed: { ...plus(line.consumed, sumOf(record)), finalCents } })
  }
  const sorted = [...lines.values()].toSorted(
    (one, other) => Number(one.branch === null) - Number(other.branch === null) || compare(one.branch, other.branch),
  )
  return { lines: sorted, total: sorted.reduce(addLines, emptyLine({ branchId: null, branchName: null })) }
}

export type NamedLine = ClosingLine & { readonly name: string }

/** The lines as a table: sales without a branch under the name given, and the total below when there is more than one line. */
export const tableOf = (
  { lines, total }: { readonly lines: readonly ClosingLine[]; readonly total: ClosingLine },
  names: { readonly noBranch: string; readonly total: string },
): readonly NamedLine[] => [
  ...lines.map((line) => ({ ...line, name: line.branch ?? names.noBranch })),
  ...(lines.length > 1 ? [{ ...total, name: names.total }] : []),
]

const compare = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '', 'es')

const sumOf = ({ count, purchaseAmount, discountAmount }: SumRecord): Sum => ({
  count,
  purchaseCents: centsOfNumeric(purchaseAmount),
  discountCents: centsOfNumeric(discountAmount),
})

const plus = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  purchaseCents: one.purchaseCents + other.purchaseCents,
  discountCents: one.discountCents + other.discountCents,
})

const addLines = (one: ClosingLine, other: ClosingLine): ClosingLine => ({
  branchId: one.branchId,
  branch: one.branch,
  authorized: plus(one.authorized, other.authorized),
  consumed: {
    ...plus(one.consumed, other.consumed),
    finalCents: one.consumed.finalCents + other.consumed.finalCents,
  },
  expired: plus(one.expired, other.expired),
  released: plus(one.released, other.released),
  active: plus(one.active, other.active),
})
