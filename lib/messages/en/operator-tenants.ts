import type { operatorTenants as es } from '@/lib/messages/es/operator-tenants'
import type { SameShape } from '@/lib/messages/same-shape'

export const operatorTenants: SameShape<typeof es> = {
  code: 'Verification code',
  codeHint: 'From your authenticator app. We ask again because your last one was more than five minutes ago.',
  rnc: 'RNC {legalId}',
  legalId: 'RNC',
  legalIdHint: 'With or without hyphens. If the check digit does not match you are told, and it is saved anyway.',
  noLegalId: 'No RNC',
  doubts: {
    letters: 'This RNC has characters that are not digits.',
    length: 'An RNC has 9 digits, or the 11 of a cédula.',
    check_digit: 'The check digit of this RNC does not match. Compare it with the registry of the DGII.',
  },
  sameLegalId: 'With the same RNC: {names}',
  create: {
    lead: 'The person who will manage it gets an email with a link that expires in 7 days, and completes the rest in their office.',
    email: 'Email of the first administrator',
    submit: 'Create and invite',
  },
  change: { open: 'Edit', submit: 'Save', done: 'Changes saved' },
  owners: {
    title: 'Administrators',
    none: 'There is no administrator yet.',
    name: 'Name',
    twoStep: 'Two steps',
    on: 'On',
    off: 'Off',
    since: 'Since',
    pending: 'Pending invitations',
    email: 'Email',
    expires: 'Expires',
    expired: 'Expired',
    actions: 'Actions',
    invite: {
      open: 'Invite administrator',
      title: 'Invite an administrator',
      lead: 'They get a link that expires in 7 days, and can do everything in the office. A link sent before to the same address stops working.',
      submit: 'Send invitation',
      done: 'Invitation sent',
    },
    withdraw: {
      open: 'Withdraw',
      title: 'Withdraw the invitation to {email}',
      lead: 'The link in the email stops working right away.',
      submit: 'Withdraw invitation',
      done: 'Invitation withdrawn',
    },
  },
  affiliate: {
    lead: 'They are affiliated on behalf of both, and both are told by email. Nobody gets a benefit until the company grants it.',
    submit: 'Affiliate',
    done: 'Affiliation active',
  },
  end: {
    open: 'End',
    title: 'End the affiliation with {name}',
    grants:
      '{count, plural, =0 {The company grants no discount of the merchant.} one {The company stops granting # discount of the merchant.} other {The company stops granting # discounts of the merchant.}}',
    active: 'What was already reserved at a till can be confirmed until it expires.',
    told: 'Both will be told by email.',
    confirmation: 'To confirm, type: {name}',
    submit: 'End affiliation',
    done: 'Affiliation ended',
  },
}
