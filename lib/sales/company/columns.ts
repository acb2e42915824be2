import type { FileColumn } from '@/lib/files/columns'
import type { CompanyConsumption } from './list-consumptions'

type Headers = Readonly<
  Record<
    | 'code'
    | 'registeredAt'
    | 'consumptionDate'
    | 'collaborator'
    | 'erased'
    | 'merchant'
    | 'discount'
    | 'purchaseAmount'
    | 'discountAmount'
    | 'finalAmount',
    string
  >
>

/** The columns of the list as a file, under the headings of the reader's language. */
export const companyConsumptionColumns = (headers: Headers): readonly FileColumn<CompanyConsumption>[] => [
  { header: headers.code, kind: 'text', value: (row) => row.code },
  { header: headers.registeredAt, kind: 'instant', value: (row) => row.registeredAt },
  { header: headers.consumptionDate, kind: 'instant', value: (row) => row.consumptionDate },
  { header: headers.collaborator, kind: 'text', value: (row) => row.collaborator ?? headers.erased },
  { header: headers.merchant, kind: 'text', value: (row) => row.merchant },
  { header: headers.discount, kind: 'text', value: (row) => row.discount },
  { header: headers.purchaseAmount, kind: 'amount', value: (row) => row.purchaseCents },
  { header: headers.discountAmount, kind: 'amount', value: (row) => row.discountCents },
  { header: headers.finalAmount, kind: 'amount', value: (row) => row.finalCents },
]
