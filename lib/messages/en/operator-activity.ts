import type { operatorActivity as es } from '@/lib/messages/es/operator-activity'
import type { SameShape } from '@/lib/messages/same-shape'

export const operatorActivity: SameShape<typeof es> = {
  export: 'Signed export',
  exportLead:
    'The record of a day that is over, as chained JSON lines with an Ed25519 signature. Whoever receives it can check that nothing is missing or changed.',
  noDay: 'The first day of the record is not over yet.',
  sealed: 'Sealed up to {day}: if anyone changes a row in the database afterwards, npm run audit:verify finds it.',
  notSealed: 'No day is sealed yet.',
  day: 'Day',
  download: 'Download',
  verify: 'To check files of consecutive days:',
  key: 'Public key',
  where: 'Where',
  network: 'The network',
  action: 'Exact action',
  anyAction: 'Any action',
  merchant: 'Merchant',
  anyMerchant: 'Any merchant',
  company: 'Company',
  anyCompany: 'Any company',
}
