import type { standing as es } from '@/lib/messages/es/standing'
import type { SameShape } from '@/lib/messages/same-shape'

export const standing: SameShape<typeof es> = {
  disabled: 'The operator of the network disabled this merchant: its tills are not served.',
  disabledAt: 'The operator of the network disabled this merchant on {at}: its tills are not served.',
  scheduled: 'The operator of the network will disable this merchant on {at}. Until then everything stays as it is.',
  cause: 'Reason: {cause}.',
  causes: {
    requested: 'at the merchant’s request',
    contract_ended: 'end of the contract',
    payment_pending: 'payments pending',
    documents_missing: 'documents missing',
    security: 'security',
    under_review: 'under review',
    other: 'other',
  },
  contact: 'Write to <mail></mail>.',
  noContact: 'Contact the operator of the network.',
}
