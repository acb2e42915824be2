import type { companyHome as es } from '@/lib/messages/es/company-home'
import type { SameShape } from '@/lib/messages/same-shape'

export const companyHome: SameShape<typeof es> = {
  greeting: 'Hello, {name}',
  lead: 'The benefits of the collaborators of {company}.',
  nothingTitle: 'You have no permissions in {company} yet',
  nothingText: 'Ask your contact at Aliado for them. They will appear here once you have them.',
  figures: 'In figures',
  people: 'Active collaborators',
  peopleNote: 'of {all}',
  granted: 'Benefits granted',
  merchants: 'Affiliated merchants',
  consumptions: 'Consumptions this month',
  discount: 'Saved this month',
  received:
    '{count, plural, one {A merchant asks you for an affiliation.} other {# merchants ask you for an affiliation.}}',
  receivedAction: 'Answer',
  next: 'What is next',
  steps: {
    people: 'Add your collaborators',
    peopleText: 'One by one, or with a CSV or Excel file. Without them nobody receives benefits.',
    peopleAction: 'Go to collaborators',
    merchants: 'Affiliate to a merchant',
    merchantsText: 'Ask it by its RNC or its name. Once it accepts, you see its discounts.',
    merchantsAction: 'Go to merchants',
    grant: 'Grant a benefit',
    grantText: 'Choose among the published discounts, for the whole team or for some types.',
    grantAction: 'See the discounts',
  },
  about: {
    collaborators: 'Who can receive benefits.',
    benefits: 'Which discounts you grant, and to whom.',
    consumptions: 'At which merchants they were used, and how much was saved.',
    merchants: 'Who the company is affiliated to, and the requests.',
  },
}
