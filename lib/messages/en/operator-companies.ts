import type { operatorCompanies as es } from '@/lib/messages/es/operator-companies'
import type { SameShape } from '@/lib/messages/same-shape'

export const operatorCompanies: SameShape<typeof es> = {
  title: 'Companies',
  lead: 'The companies of the network. Of their collaborators you see how many there are, never who they are.',
  filters: 'Filter the companies',
  search: 'Name or RNC',
  caption: 'Companies of the network',
  count: '{count, plural, one {# company} other {# companies}}',
  columns: {
    company: 'Company',
    owner: 'Administration',
    people: 'Collaborators',
    merchants: 'Merchants',
    grants: 'Discounts that it grants',
    created: 'Created',
  },
  owner: { ready: 'Ready', twoStep: 'Without two steps', invited: 'Invited', none: 'Nobody' },
  emptyTitle: 'The network has no companies yet',
  emptyText: 'Create the first one, with its name, its RNC and the email of the person who will manage it.',
  noneTitle: 'No company matches',
  noneText: 'Check what you typed, or remove the filter.',
  create: {
    open: 'Create company',
    title: 'Create a company',
    name: 'Name of the company',
    done: 'Company created and invitation sent',
  },
  changeTitle: 'Edit the company',
  back: 'Companies',
  facts: 'Details',
  peopleActive: 'Active collaborators',
  merchants: {
    title: 'Affiliated merchants',
    none: 'This company is not affiliated with any merchant.',
    caption: 'Merchants that it is affiliated with',
    name: 'Merchant',
    granted: 'Discounts that it grants',
    onOffer: 'Published',
    since: 'Since',
    actions: 'Actions',
    affiliate: {
      open: 'Affiliate merchant',
      title: 'Affiliate a merchant',
      other: 'RNC or full name of the merchant',
    },
  },
}
