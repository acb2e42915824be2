import type { home as es } from '@/lib/messages/es/home'
import type { SameShape } from '@/lib/messages/same-shape'

export const home: SameShape<typeof es> = {
  title: 'Home',
  greeting: 'Hello, {name}',
  lead: 'What you can do for {merchant}.',
  salesLead: 'How {merchant} is doing.',
  about: {
    consumptions: 'The purchases on which a benefit was used, and the authorizations of your system.',
    closing: 'A day by branch, to be compared with your point of sale.',
    discounts: 'What you offer to the collaborators of affiliated companies, and how much of it is used.',
    catalog: 'The articles with their SKUs and categories, for discounts on some of them.',
    branches: 'Where your consumptions are registered, and their identifiers for the tills.',
    integrations: 'The credentials with which your systems call Aliado.',
    requests: 'What Aliado answered your systems, and why what failed did.',
    companies: 'The affiliated companies, what they grant and what they consume.',
    activity: 'Who did what, when and from where.',
    team: 'Who works in this office, and what each may do.',
  },
  nothingTitle: 'You have no permissions in {merchant} yet',
  nothingText:
    'Whoever manages the team of your business can give them to you. They will appear here once you have them.',
}
