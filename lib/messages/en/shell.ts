import type { shell as es } from '@/lib/messages/es/shell'
import type { SameShape } from '@/lib/messages/same-shape'

export const shell: SameShape<typeof es> = {
  navigation: 'Sections',
  openMenu: 'Open menu',
  menu: 'Menu',
  merchant: 'Merchant',
  switchMerchant: 'Switch merchant',
  company: 'Company',
  switchOffice: 'Switch office',
  userMenu: 'Your account: {name}',
  sections: {
    home: 'Home',
    integrations: 'Integrations',
    terminals: 'Terminals',
    requests: 'API calls',
    till: 'Till',
    consumptions: 'Consumptions',
    closing: 'Cash closing',
    discounts: 'Discounts',
    catalog: 'Catalog',
    companies: 'Companies',
    branches: 'Branches',
    team: 'Team',
    collaborators: 'Collaborators',
    benefits: 'Benefits',
    merchants: 'Merchants',
    activity: 'Activity',
  },
  groups: { sales: 'Sales', offers: 'Offers', connection: 'Connection', account: 'Account' },
  account: {
    profile: 'Account',
    security: 'Security',
    sessions: 'Sessions',
  },
  environment: { test: 'Test', production: 'Production' },
  testBanner: 'Test environment: nothing you do here is real.',
}
