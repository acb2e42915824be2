import type { ClosingRecord } from '@/db/queries/offices/closings'
import { type Asked, addressOf, idOrNone, oneOf, parameter } from '@/lib/kernel/address'
import { type CursorRange, cursorFormat, listAddressOf } from '@/lib/kernel/cursor'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import type { LocalDay } from '@/lib/language/days'
import { type Amounts, amountsOf } from '@/lib/sales/sale'
import { closingPage } from './closing'

const address = listAddressOf({ branch: parameter('branch', idOrNone) }, cursorFormat)

/** What the list of closings is narrowed to, as the address of its page says it. */
export const closingsFilterOf = address.read

export type ClosingsFilter = ReturnType<typeof address.read>

export const { isNarrowed } = address

export const closingsPage = `${closingPage}/history`

export const closingsPath = (
  filter: Pick<ClosingsFilter, 'branch'> & Partial<ClosingsFilter>,
  range?: CursorRange,
): string => address.path(closingsPage, filter, range)

/** The address of a day that was closed. */
export const closedPath = (id: number): string => `${closingPage}/${id}`

export const papers = ['letter', 'a4'] as const

export type Paper = (typeof papers)[number]

const pdfAddress = addressOf({ paper: parameter('paper', oneOf(papers), 'letter') })

export const paperOf = (asked: Asked): Paper => pdfAddress.read(asked).paper

/** The address of its PDF. */
export const closedPdfPath = (id: number, paper: Paper = 'letter'): string =>
  pdfAddress.path(`${closedPath(id)}/pdf`, { paper })

/** What was made of a day's authorizations: how many, and what they discounted. */
type Discounted = { readonly count: number; readonly discountCents: Cents }

export type Consumed = Amounts & { readonly count: number }

/** A day that was closed, with its totals as they were then. */
export type Closed = {
  readonly id: number
  readonly branchId: number | null
  /** Null for the sales that named no branch. */
  readonly branch: string | null
  readonly day: LocalDay
  readonly closedAt: Date
  readonly closedBy: string
  readonly authorized: Discounted
  readonly expired: Discounted
  readonly released: Discounted
  readonly active: Discounted
  /** The day's own. */
  readonly consumed: Consumed
  /** What came after the closings of earlier days. */
  readonly late: Consumed
  readonly reopened: { readonly at: Date; readonly by: string; readonly reason: string } | undefined
  /** Absent when the day was closed without the till's list. */
  readonly comparison:
    | {
        readonly basis: 'final' | 'purchase'
        readonly oursCents: Cents
        readonly theirsCents: Cents
        readonly equal: number
        readonly different: number
      }
    | undefined
}

export const closedOf = (row: ClosingRecord): Closed => ({
  id: row.id,
  branchId: row.branchId,
  branch: row.branchName,
  day: row.day,
  closedAt: row.closedAt,
  closedBy: row.closedBy,
  authorized: { count: row.authorizedCount, discountCents: centsOfNumeric(row.authorizedDiscount) },
  expired: { count: row.expiredCount, discountCents: centsOfNumeric(row.expiredDiscount) },
  released: { count: row.releasedCount, discountCents: centsOfNumeric(row.releasedDiscount) },
  active: { count: row.activeCount, discountCents: centsOfNumeric(row.activeDiscount) },
  consumed: { count: row.consumedCount, ...amountsOf(row) },
  late: {
    count: row.lateCount,
    ...amountsOf({
      purchaseAmount: row.latePurchaseAmount,
      discountAmount: row.lateDiscountAmount,
      finalAmount: row.lateFinalAmount,
    }),
  },
  reopened:
    row.reopenedAt === null || row.reopenReason === null
      ? undefined
      : { at: row.reopenedAt, by: row.reopenedBy ?? '', reason: row.reopenReason },
  comparison: comparisonOf(row),
})

const comparisonOf = ({ basis, oursAmount, theirsAmount, equalCount, differences }: ClosingRecord) =>
  basis === null || oursAmount === null || theirsAmount === null || equalCount === null
    ? undefined
    : {
        basis,
        oursCents: centsOfNumeric(oursAmount),
        theirsCents: centsOfNumeric(theirsAmount),
        equal: equalCount,
        different: differences,
      }
