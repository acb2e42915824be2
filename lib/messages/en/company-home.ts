import type { companyHome as es } from '@/lib/messages/es/company-home'
import type { SameShape } from '@/lib/messages/same-shape'

export const companyHome: SameShape<typeof es> = {
  greeting: 'Hello, {name}',
  lead: 'Benefits for the collaborators of {company}.',
  nothingTitle: 'You do not have permissions in {company} yet',
  nothingText:
    'The person who manages your company’s team can give them to you. They will appear here once you have them.',
  figures: 'Summary',
  people: 'Active collaborators',
  peopleNote: 'of {all}',
  granted: 'Benefits granted',
  merchants: 'Affiliated merchants',
  consumptions: 'Consumptions',
  discount: 'Saved',
  consumers: 'People who used them',
  today: 'Today',
  todayTotals: 'Totals for today',
  month: 'This month',
  monthTotals: 'Totals for the month',
  received:
    '{count, plural, one {A merchant is requesting an affiliation with your company.} other {# merchants are requesting an affiliation with your company.}}',
  receivedAction: 'Respond',
  next: 'Next steps',
  steps: {
    people: 'Add your collaborators',
    peopleText: 'One by one, or with a CSV or Excel file. Without them, no one receives benefits.',
    peopleAction: 'Go to Collaborators',
    merchants: 'Affiliate with a merchant',
    merchantsText: 'Request it by RNC or name. Once the merchant accepts, you will see its discounts.',
    merchantsAction: 'Go to Merchants',
    grant: 'Grant a benefit',
    grantText: 'Choose a published discount, for the whole team or only some types.',
    grantAction: 'See the discounts',
  },
  about: {
    collaborators: 'Who can receive benefits.',
    benefits: 'The discounts you grant and who receives them.',
    consumptions: 'Which merchants the benefits were used at, and how much was saved.',
    merchants: 'Affiliated merchants and affiliation requests.',
    activity: 'Who did what, when and from where.',
    team: 'The people who work in this office, and their permissions.',
  },
}
