import type { companyHome as es } from '../es/company-home'
import type { SameShape } from '../same-shape'

export const companyHome: SameShape<typeof es> = {
  greeting: 'Hello, {name}',
  lead: 'What you can do for the collaborators of {company}.',
  nothingTitle: 'You have no permissions in {company} yet',
  nothingText: 'Ask your contact at Aliado for them. They will appear here once you have them.',
}
