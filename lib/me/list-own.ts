import type { OfficeDb } from '@/db/office'
import {
  type BenefitRow,
  listBenefits as listBenefitRows,
  listOwnConsumptions,
  sumOwnConsumptions,
} from '@/db/queries/offices/own-benefits'
import type { CursorRange } from '@/lib/kernel/cursor'
import { type Cents, centsOfNumeric } from '@/lib/kernel/money'
import { pageOf } from '@/lib/kernel/page'
import { type Amounts, amountsOf } from '@/lib/sales/sale'
import type { Collaborator } from './load-collaborator'

/** What a collaborator's own page works with: who they are comes from their session and from nowhere else. */
export type CollaboratorContext = { readonly db: OfficeDb; readonly collaborator: Collaborator }

const centsOrNone = (numeric: string | null): Cents | undefined =>
  numeric === null ? undefined : centsOfNumeric(numeric)

export type BenefitView = Omit<BenefitRow, 'discountValue' | 'minimumPurchase' | 'maximumDiscount'> & {
  /** Hundredths: of a percent, or of a peso. */
  readonly value: Cents
  readonly minimumPurchaseCents: Cents | undefined
  readonly maximumDiscountCents: Cents | undefined
}

/** What the collaborator may use today, gathered by merchant, in the order of their names. */
export async function listBenefits({
  db,
  collaborator,
}: CollaboratorContext): Promise<{ merchantName: string; benefits: BenefitView[] }[]> {
  const merchants: { merchantName: string; benefits: BenefitView[] }[] = []
  for (const row of await listBenefitRows(db, collaborator.collaboratorId)) {
    const { discountValue, minimumPurchase, maximumDiscount, ...benefit } = row
    let merchant = merchants.at(-1)
    if (merchant?.merchantName !== row.merchantName) {
      merchant = { merchantName: row.merchantName, benefits: [] }
      merchants.push(merchant)
    }
    merchant.benefits.push({
      ...benefit,
      value: centsOfNumeric(discountValue),
      minimumPurchaseCents: centsOrNone(minimumPurchase),
      maximumDiscountCents: centsOrNone(maximumDiscount),
    })
  }
  return merchants
}

const pageSize = 30

export type UseView = Amounts & {
  readonly id: number
  /** The code by which the merchant and the company know the consumption too (ADR-0015). */
  readonly code: string
  readonly consumptionDate: Date
  readonly merchantName: string
  readonly discountName: string
}

/**
 * A page of what the collaborator has used, newest first, and what all of it saved them. `older` is the place of the next page.
 */
export async function listHistory({ db, collaborator }: CollaboratorContext, { before }: CursorRange) {
  const { collaboratorId } = collaborator
  const [rows, total] = await Promise.all([
    listOwnConsumptions(db, collaboratorId, { before, limit: pageSize + 1 }),
    sumOwnConsumptions(db, collaboratorId),
  ])
  const { page, next } = pageOf(rows, pageSize, { after: before, before: undefined })
  return {
    uses: page.map(
      ({ id, code, consumptionDate, merchantName, discountName, ...amounts }): UseView => ({
        id,
        code,
        consumptionDate,
        merchantName,
        discountName,
        ...amountsOf(amounts),
      }),
    ),
    count: total.count,
    savedCents: centsOfNumeric(total.discountAmount),
    older: next,
  }
}
