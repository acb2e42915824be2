import type { FileColumn } from '@/lib/files/columns'
import type { NamedLine } from './closing'
import type { ClosedConsumption } from './show-closing'

type Headers = Readonly<
  Record<
    | 'reference'
    | 'code'
    | 'registeredAt'
    | 'consumptionDate'
    | 'branch'
    | 'collaborator'
    | 'company'
    | 'discount'
    | 'purchaseAmount'
    | 'discountAmount'
    | 'finalAmount'
    | 'credential'
    | 'repeats'
    | 'paidOn',
    string
  >
>

/** The columns of a closing as a file, the reference first: what a POS's own list is compared by. */
export const closingColumns = (headers: Headers): readonly FileColumn<ClosedConsumption>[] => [
  { header: headers.reference, kind: 'text', value: (row) => row.reference },
  { header: headers.purchaseAmount, kind: 'amount', value: (row) => row.purchaseCents },
  { header: headers.discountAmount, kind: 'amount', value: (row) => row.discountCents },
  { header: headers.finalAmount, kind: 'amount', value: (row) => row.finalCents },
  { header: headers.registeredAt, kind: 'instant', value: (row) => row.registeredAt },
  { header: headers.consumptionDate, kind: 'instant', value: (row) => row.consumptionDate },
  { header: headers.branch, kind: 'text', value: (row) => row.branch },
  { header: headers.collaborator, kind: 'text', value: (row) => row.collaborator },
  { header: headers.company, kind: 'text', value: (row) => row.company },
  { header: headers.discount, kind: 'text', value: (row) => row.discount },
  { header: headers.credential, kind: 'text', value: (row) => row.credential },
  { header: headers.code, kind: 'text', value: (row) => row.code },
  { header: headers.repeats, kind: 'number', value: (row) => row.repeats },
  { header: headers.paidOn, kind: 'text', value: (row) => row.paidOn ?? null },
]

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

/** The columns of a day's sums as a file, as its page has them: amounts of authorizations are of their discounts. */
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
