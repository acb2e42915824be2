import type { home as es } from '@/lib/messages/es/home'
import type { SameShape } from '@/lib/messages/same-shape'

export const home: SameShape<typeof es> = {
  title: 'Home',
  greeting: 'Hello, {name}',
  lead: 'What you can do in the {merchant} office.',
  salesLead: 'Overview of {merchant}.',
  about: {
    till: 'Apply discounts right here, without a POS system.',
    consumptions: 'Purchases that used a benefit, and your system’s authorizations.',
    closing: 'One day of sales with a benefit, to compare with your point of sale.',
    discounts: 'What you offer the collaborators of affiliated companies, and how much has been used.',
    catalog: 'Articles with their SKU and category, for discounts that are not storewide.',
    branches: 'The branches where your consumptions are registered, with the identifier your tills use.',
    integrations: 'The credentials your systems use to call Aliado.',
    certification: 'Try your till system with test sales, and get a certificate.',
    terminals: 'Every till that calls with your credentials: which sells, which fails, and which has not called.',
    requests: 'Your systems’ requests, with the response and the reason for each error.',
    companies: 'Affiliated companies, the discounts they grant and their consumptions.',
    activity: 'Who did what, when and from where.',
    team: 'Who works in this office, and what each person can do.',
  },
  nothingTitle: 'You have no permissions in {merchant} yet',
  nothingText:
    'The person who manages your business’s team can give them to you. They will appear here once you have them.',
}
