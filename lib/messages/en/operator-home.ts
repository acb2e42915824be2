import type { operatorHome as es } from '@/lib/messages/es/operator-home'
import type { SameShape } from '@/lib/messages/same-shape'

export const operatorHome: SameShape<typeof es> = {
  title: 'Home',
  greeting: 'Hello, {name}',
  lead: 'The Aliado network, now.',
  nothingTitle: 'You do not have permissions in the operator’s office yet',
  nothingText:
    'The person who manages the operator’s team can give them to you. They will appear here once you have them.',
  network: 'The network in numbers',
  merchants: 'Merchants enabled',
  merchantsNote: 'of {all}',
  companies: 'Companies',
  people: 'Active collaborators',
  reservations: 'Open reservations',
  periods: { today: 'Today', last_7_days: 'Last 7 days' },
  totals: { today: 'Totals for today', last_7_days: 'Totals for the last 7 days' },
  sold: 'Sold, after the discount',
  discount: 'Discount granted',
  consumptions: 'Consumptions',
  selling: 'Merchants with consumptions',
  failing: 'Calls failing now',
  failingLead: 'Merchants whose systems received errors in the last {minutes} minutes.',
  noneFailing: 'No merchant is receiving errors now.',
  merchant: 'Merchant',
  failed: 'Failed',
  lastCode: 'Last error',
  lastAt: 'When',
  about: {
    merchants: 'Opening, requirements and state of the merchants of the network.',
    companies: 'Opening, administration and affiliations of the companies.',
    approvals: 'What one person proposes and another must approve.',
    support: 'Look into a merchant’s or a company’s office, read only.',
    activity: 'Who did what across the network, when and from where.',
    team: 'The people who operate the network, and their permissions.',
  },
}
