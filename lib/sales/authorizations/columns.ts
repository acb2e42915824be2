import type { FileColumn } from '@/lib/files/columns'
import type { AuthorizationStatus } from './filter'
import type { ListedAuthorization } from './list-authorizations'

type Header =
  | 'code'
  | 'reference'
  | 'status'
  | 'authorizedAt'
  | 'expiresAt'
  | 'endedAt'
  | 'branch'
  | 'collaborator'
  | 'erased'
  | 'company'
  | 'discount'
  | 'purchase'
  | 'discountAmount'
  | 'final'
  | 'credential'
  | 'consumptionCode'

/** The columns of the list of authorizations as a file, under the headings of the reader's language. */
export const authorizationFileColumns = (
  headers: Readonly<Record<Header, string>>,
  statuses: Readonly<Record<AuthorizationStatus, string>>,
): readonly FileColumn<ListedAuthorization>[] => [
  { header: headers.code, kind: 'text', value: (row) => row.code },
  { header: headers.reference, kind: 'text', value: (row) => row.reference },
  { header: headers.status, kind: 'text', value: (row) => statuses[row.status] },
  { header: headers.authorizedAt, kind: 'instant', value: (row) => row.authorizedAt },
  { header: headers.expiresAt, kind: 'instant', value: (row) => row.expiresAt },
  { header: headers.endedAt, kind: 'instant', value: (row) => row.endedAt },
  { header: headers.branch, kind: 'text', value: (row) => row.branch },
  { header: headers.collaborator, kind: 'text', value: (row) => row.collaborator ?? headers.erased },
  { header: headers.company, kind: 'text', value: (row) => row.company },
  { header: headers.discount, kind: 'text', value: (row) => row.discount },
  { header: headers.purchase, kind: 'amount', value: (row) => row.purchaseCents },
  { header: headers.discountAmount, kind: 'amount', value: (row) => row.discountCents },
  { header: headers.final, kind: 'amount', value: (row) => row.finalCents },
  { header: headers.credential, kind: 'text', value: (row) => row.credential },
  { header: headers.consumptionCode, kind: 'text', value: (row) => row.consumptionCode },
]
