import type { FileColumn } from '@/lib/files/columns'
import type { ListedConsumption } from './list-consumptions'

type Headers = Readonly<
  Record<
    | 'code'
    | 'reference'
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
    | 'status'
    | 'authorizationCode',
    string
  >
>

/** The columns of the list as a file, under the headings of the reader's language. */
export const consumptionColumns = (
  headers: Headers,
  statuses: Readonly<Record<ListedConsumption['status'], string>>,
): readonly FileColumn<ListedConsumption>[] => [
  { header: headers.code, kind: 'text', value: (row) => row.code },
  { header: headers.reference, kind: 'text', value: (row) => row.reference },
  { header: headers.registeredAt, kind: 'instant', value: (row) => row.registeredAt },
  { header: headers.consumptionDate, kind: 'instant', value: (row) => row.consumptionDate },
  { header: headers.branch, kind: 'text', value: (row) => row.branch },
  { header: headers.collaborator, kind: 'text', value: (row) => row.collaborator },
  { header: headers.company, kind: 'text', value: (row) => row.company },
  { header: headers.discount, kind: 'text', value: (row) => row.discount },
  { header: headers.purchaseAmount, kind: 'amount', value: (row) => row.purchaseCents },
  { header: headers.discountAmount, kind: 'amount', value: (row) => row.discountCents },
  { header: headers.finalAmount, kind: 'amount', value: (row) => row.finalCents },
  { header: headers.status, kind: 'text', value: (row) => statuses[row.status] },
  { header: headers.credential, kind: 'text', value: (row) => row.credential },
  { header: headers.authorizationCode, kind: 'text', value: (row) => row.authorizationCode },
]
