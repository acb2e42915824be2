import type { affiliations as es } from '@/lib/messages/es/affiliations'
import type { SameShape } from '@/lib/messages/same-shape'

export const affiliations: SameShape<typeof es> = {
  request: {
    action: 'Request affiliation',
    title: 'Request an affiliation',
    text: {
      merchant:
        'The company will receive an e-mail and decide. If it accepts, it can grant your discounts to its collaborators.',
      company:
        'The merchant will receive an e-mail and decide. If it accepts, your company can grant its discounts to your collaborators.',
    },
    other: {
      merchant: 'RNC or full name of the company',
      company: 'RNC or full name of the merchant',
    },
    otherHint: 'As it is registered on Aliado. The RNC may have hyphens or not.',
    message: 'Message',
    messageHint: 'Whoever answers will see it with the request.',
    submit: 'Send request',
    requested: 'Request sent to {name}',
    affiliated: '{name} had asked already: the affiliation is active',
  },
  received: {
    title: 'Requests received',
    lead: {
      merchant: 'Companies that want to grant your discounts to their collaborators.',
      company: 'Merchants that want your company to grant their discounts.',
    },
  },
  sent: {
    title: 'Requests sent',
    lead: 'They wait for the other side’s answer.',
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
    label: 'Accept the request of {name}',
    title: 'Accept the affiliation with {name}',
    merchant: {
      now: 'From now on the company can grant your published discounts to its whole team or to a part of it.',
      next: 'You can end the affiliation whenever you want.',
    },
    company: {
      now: 'From now on your company can grant this merchant’s published discounts. No collaborator receives anything until you grant it.',
      next: 'You can end the affiliation whenever you want.',
    },
    submit: 'Accept affiliation',
    done: 'Affiliation with {name} is active',
  },
  decline: {
    action: 'Decline',
    label: 'Decline the request of {name}',
    title: 'Decline the request of {name}',
    now: 'They will be told by e-mail, without the name of who declined.',
    next: 'They cannot ask again for 30 days. You can, if you change your mind.',
    submit: 'Decline request',
    done: 'Request of {name} declined',
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
        '{count, plural, =0 {The company grants none of your discounts.} one {The company stops granting one of your discounts at this moment.} other {The company stops granting # of your discounts at this moment.}}',
      people: 'Its collaborators will pay the normal price at your business.',
    },
    company: {
      grants:
        '{count, plural, =0 {Your company grants none of this merchant’s discounts.} one {Your company stops granting one of this merchant’s discounts at this moment.} other {Your company stops granting # of this merchant’s discounts at this moment.}}',
      people: 'Your collaborators will pay the normal price at this merchant.',
    },
    active: 'Authorizations that a till already has stay valid until they expire, a few minutes later.',
    history: 'Registered consumptions do not change.',
    again: 'To be affiliated again takes another request; discounts are then granted anew, one by one.',
    confirmation: 'Type <name></name> to confirm',
    submit: 'End affiliation',
    done: 'The affiliation with {name} has ended',
  },
  faults: {
    other_missing: 'Type the RNC or the full name.',
    other_not_found: 'Nobody on Aliado has that RNC or that full name. Check that it is written the same.',
    other_ambiguous: 'There is more than one with that name. Use the RNC.',
    already_affiliated: 'There is an affiliation with {name} already.',
    already_requested: 'There is a request to {name} already, waiting for an answer.',
    declined_recently: '{name} declined your last request. You can ask again {days} days after that answer.',
    requests_full: 'You have sent {max} requests in the last 24 hours, the most there can be. Try again tomorrow.',
    request_over:
      'The request is no longer open: it was {outcome, select, accepted {accepted} declined {declined} other {withdrawn}}. Reload the page.',
    message_too_long: 'The message can have up to 500 characters.',
    message_unshowable: 'The message has characters that cannot be shown. Type it again.',
    confirmation_differs: 'It differs. Type exactly: {name}',
    too_many_attempts:
      'Too many searches without result. Wait {minutes, plural, one {one minute} other {# minutes}} and try again.',
    not_found: 'This no longer exists. Reload the page.',
    permission_missing: 'You may no longer do this. Ask whoever manages your team.',
    two_step_missing: 'Turn on two-step verification in the security of your account and try again.',
    invalid_input: 'Check this entry.',
    foreign_origin: 'The request did not come from this page. Reload it and try again.',
  },
}
