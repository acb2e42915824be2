import type { FileColumn } from '@/lib/files/columns'
import { type SaleHeaders, saleColumns } from '@/lib/sales/consumptions/columns'
import type { NamedLine } from './closing'
import type { ClosedConsumption } from './show-closing'

/** The columns of a closing as a file, the reference first, by which a POS's own list is compared. */
export function closingColumns(
  headers: SaleHeaders & Readonly<Record<'repeats' | 'paidOn', string>>,
): readonly FileColumn<ClosedConsumption>[] {
  const sale = saleColumns(headers)
  return [
    sale.reference,
    sale.purchaseAmount,
    sale.discountAmount,
    sale.finalAmount,
    sale.registeredAt,
    sale.consumptionDate,
    sale.branch,
    sale.collaborator,
    sale.company,
    sale.discount,
    sale.credential,
    sale.code,
    { header: headers.repeats, kind: 'number', value: (row) => row.repeats },
    { header: headers.paidOn, kind: 'text', value: (row) => row.paidOn ?? null },
  ]
}

type SumHeaders = Readonly<
  Record<
    | 'branch'
    | 'authorizedCount'
    | 'authorized'
    | 'expiredCount'
    | 'expired'
    | 'releasedCount'
    | 'released'
    | 'activeCount'
    | 'active'
    | 'consumedCount'
    | 'consumed'
    | 'purchaseAmount'
    | 'finalAmount',
    string
  >
>

/** The columns of a day's sums as a file, as on its page: the amounts of authorizations are their discounts. */
export function closingSumColumns(headers: SumHeaders): readonly FileColumn<NamedLine>[] {
  const sum = (key: 'authorized' | 'expired' | 'released' | 'active' | 'consumed'): FileColumn<NamedLine>[] => [
    { header: headers[`${key}Count`], kind: 'number', value: (line) => line[key].count },
    { header: headers[key], kind: 'amount', value: (line) => line[key].discountCents },
  ]
  return [
    { header: headers.branch, kind: 'text', value: ({ name }) => name },
    ...sum('authorized'),
    ...sum('expired'),
    ...sum('released'),
    ...sum('active'),
    ...sum('consumed'),
    { header: headers.purchaseAmount, kind: 'amount', value: ({ consumed }) => consumed.purchaseCents },
    { header: headers.finalAmount, kind: 'amount', value: ({ consumed }) => consumed.finalCents },
  ]
}
