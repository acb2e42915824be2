import type { affiliations as es } from '@/lib/messages/es/affiliations'
import type { SameShape } from '@/lib/messages/same-shape'

export const affiliations: SameShape<typeof es> = {
  proposal: {
    action: 'Request affiliation',
    title: 'Request an affiliation',
    text: {
      merchant:
        'The company will receive an email and decide. If it accepts, it can grant your discounts to its collaborators.',
      company:
        'The merchant will receive an email and decide. If it accepts, your company can grant its discounts to your collaborators.',
    },
    other: {
      merchant: 'RNC or full name of the company',
      company: 'RNC or full name of the merchant',
    },
    otherHint: 'As registered on Aliado. The RNC can be with or without hyphens.',
    message: 'Message',
    messageHint: 'It will be shown with the request.',
    submit: 'Send request',
    proposed: 'Request sent to {name}',
    affiliated: '{name} had already requested it: the affiliation is active',
  },
  received: {
    title: 'Requests received',
    lead: {
      merchant: 'Companies asking to grant your discounts to their collaborators.',
      company: 'Merchants asking your company to grant their discounts.',
    },
  },
  sent: {
    title: 'Requests sent',
    lead: 'Awaiting a response.',
  },
  past: {
    title: 'Earlier requests',
    show: '{count, plural, one {Show the last one} other {Show the last #}}',
  },
  columns: {
    other: { merchant: 'Company', company: 'Merchant' },
    message: 'Message',
    received: 'Received',
    sent: 'Sent',
    result: 'Outcome',
    ended: 'Date',
    actions: 'Actions',
  },
  legalId: 'RNC {legalId}',
  noMessage: 'No message',
  results: {
    accepted: 'Accepted',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
  direction: {
    mine: 'Sent',
    theirs: 'Received',
  },
  accept: {
    action: 'Accept',
    label: 'Accept the request from {name}',
    title: 'Accept the affiliation with {name}',
    merchant: {
      now: 'From now on, the company can grant your published discounts to its whole team or part of it.',
      next: 'You can end the affiliation whenever you want.',
    },
    company: {
      now: 'From now on, your company can grant this merchant’s published discounts. No collaborator receives anything until you grant it.',
      next: 'You can end the affiliation whenever you want.',
    },
    submit: 'Accept affiliation',
    done: 'Affiliation with {name} is active',
  },
  decline: {
    action: 'Decline',
    label: 'Decline the request from {name}',
    title: 'Decline the request from {name}',
    now: 'They will be notified by email, without saying who declined.',
    next: 'They cannot request it again for 30 days. You can, if you change your mind.',
    submit: 'Decline request',
    done: 'Request from {name} declined',
  },
  withdraw: {
    action: 'Withdraw',
    label: 'Withdraw the request to {name}',
    done: 'Request to {name} withdrawn',
  },
  end: {
    action: 'End affiliation',
    title: 'End the affiliation with {name}',
    merchant: {
      grants:
        '{count, plural, =0 {The company grants none of your discounts.} one {The company stops granting one of your discounts immediately.} other {The company stops granting # of your discounts immediately.}}',
      people: 'Its collaborators will pay the regular price at your business.',
    },
    company: {
      grants:
        '{count, plural, =0 {Your company grants none of this merchant’s discounts.} one {Your company stops granting one of this merchant’s discounts immediately.} other {Your company stops granting # of this merchant’s discounts immediately.}}',
      people: 'Your collaborators will pay the regular price at this merchant.',
    },
    active: 'Active authorizations remain valid until they expire, a few minutes later.',
    history: 'Registered consumptions do not change.',
    again: 'To affiliate again, a new request is needed, and discounts must be granted again one by one.',
    confirmation: 'Type <name></name> to confirm',
    submit: 'End affiliation',
    done: 'The affiliation with {name} has ended',
  },
  faults: {
    other_missing: 'Enter the RNC or the full name.',
    other_not_found: 'We could not find that RNC or full name on Aliado. Check that it is spelled as registered.',
    other_ambiguous: 'There is more than one with that name. Use the RNC.',
    already_affiliated: 'There is already an affiliation with {name}.',
    already_proposed: 'There is already a request to {name} awaiting a response.',
    declined_recently: '{name} declined your last request. You can request it again {days} days after that response.',
    proposals_full: 'You have sent {max} requests in the last 24 hours, the maximum. Try again tomorrow.',
    proposal_over:
      'The request is no longer open: it was {outcome, select, accepted {accepted} declined {declined} other {withdrawn}}. Reload the page.',
    message_too_long: 'The message can have up to 500 characters.',
    message_unshowable: 'The message has characters that cannot be shown. Enter it again.',
    confirmation_differs: 'The text does not match. Type exactly: {name}',
    too_many_attempts:
      'Too many searches without results. Wait {minutes, plural, one {one minute} other {# minutes}} and try again.',
    not_found: 'This no longer exists. Reload the page.',
    permission_missing: 'You no longer have permission to do this. Ask the person who manages your team.',
    two_step_missing: 'Turn on two-step verification under Security in your account and try again.',
    invalid_input: 'Check this field.',
    foreign_origin: 'The request did not come from this page. Reload it and try again.',
  },
}
