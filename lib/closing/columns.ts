import type { FileColumn } from '@/lib/files/columns'
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
