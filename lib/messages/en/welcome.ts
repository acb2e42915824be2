import type { welcome as es } from '@/lib/messages/es/welcome'
import type { SameShape } from '@/lib/messages/same-shape'

export const welcome: SameShape<typeof es> = {
  heading: 'The discounts your store offers, recognized at the till',
  lead: 'Companies grant your store’s discounts to their collaborators. Your point of sale recognizes them, reserves the discount, and confirms the consumption once the purchase is paid.',
  developers: 'Integrating your point of sale? Start here',
  collaborator: 'Do you work for a company? See your benefits',
  stepsHeading: 'Three calls, one sale',
  steps: {
    validate: { name: 'Validate', result: 'Any benefits today? Which ones?' },
    apply: { name: 'Apply', result: 'Discount calculated and reserved for 15 minutes.' },
    notify: {
      name: 'Notify',
      result: 'Consumption recorded, visible to the merchant, the company and the collaborator.',
    },
  },
  tryHeading: 'Try it now',
  tryLead: 'With a credential of your store, from a server:',
  addresses: 'Addresses',
  api: 'Integration API',
  openapi: 'OpenAPI 3.1 description',
  token: 'OAuth 2.0 tokens',
}
