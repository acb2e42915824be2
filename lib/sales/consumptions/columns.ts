import type { FileColumn } from '@/lib/files/columns'
import type { ConsumedSale } from '@/lib/sales/sale'
import type { ListedConsumption } from './list-consumptions'

type SaleColumn =
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

export type SaleHeaders = Readonly<Record<SaleColumn | 'erased', string>>

/** The columns that every file of consumptions has, under the headings of the reader's language: each file says in which order. */
export const saleColumns = (headers: SaleHeaders): Readonly<Record<SaleColumn, FileColumn<ConsumedSale>>> => ({
  code: { header: headers.code, kind: 'text', value: (row) => row.code },
  reference: { header: headers.reference, kind: 'text', value: (row) => row.reference },
  registeredAt: { header: headers.registeredAt, kind: 'instant', value: (row) => row.registeredAt },
  consumptionDate: { header: headers.consumptionDate, kind: 'instant', value: (row) => row.consumptionDate },
  branch: { header: headers.branch, kind: 'text', value: (row) => row.branch },
  collaborator: { header: headers.collaborator, kind: 'text', value: (row) => row.collaborator ?? headers.erased },
  company: { header: headers.company, kind: 'text', value: (row) => row.company },
  discount: { header: headers.discount, kind: 'text', value: (row) => row.discount },
  purchaseAmount: { header: headers.purchaseAmount, kind: 'amount', value: (row) => row.purchaseCents },
  discountAmount: { header: headers.discountAmount, kind: 'amount', value: (row) => row.discountCents },
  finalAmount: { header: headers.finalAmount, kind: 'amount', value: (row) => row.finalCents },
  credential: { header: headers.credential, kind: 'text', value: (row) => row.credential },
})

/** The columns of the list as a file. */
export function consumptionColumns(
  headers: SaleHeaders & Readonly<Record<'status' | 'authorizationCode', string>>,
  statuses: Readonly<Record<ListedConsumption['status'] | 'Late', string>>,
): readonly FileColumn<ListedConsumption>[] {
  const sale = saleColumns(headers)
  return [
    sale.code,
    sale.reference,
    sale.registeredAt,
    sale.consumptionDate,
    sale.branch,
    sale.collaborator,
    sale.company,
    sale.discount,
    sale.purchaseAmount,
    sale.discountAmount,
    sale.finalAmount,
    { header: headers.status, kind: 'text', value: (row) => statuses[row.isLate ? 'Late' : row.status] },
    sale.credential,
    { header: headers.authorizationCode, kind: 'text', value: (row) => row.authorizationCode },
  ]
}
