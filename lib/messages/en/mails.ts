import type { mails as es } from '@/lib/messages/es/mails'
import type { SameShape } from '@/lib/messages/same-shape'

export const mails: SameShape<typeof es> = {
  account: {
    done: 'It was on {at}',
    doneFrom: 'It was on {at}, from the address {address}',
    advice: 'If it was not you, change your password now and end your other sessions.',
    link: 'Review the security of your account',
    footer: 'Aliado will never ask for your password or your codes by email or by telephone.',
    password_reset: {
      subject: 'Reset your Aliado password',
      what: 'We received a request to reset the password of your Aliado account.',
      advice:
        'The link works once and expires in 30 minutes. If you did not ask for it, ignore this message: your password stays as it is.',
      link: 'Create a new password',
    },
    invitation: {
      subject: '{by} invites you to {tenant} on Aliado',
      subjectByOperator: 'Invitation to {tenant} on Aliado',
      whatByOperator:
        'The operator of the network invites you to work in the virtual office of {tenant} on Aliado, the benefits network for merchants and companies. You will be the first person who manages it, or one of them.',
      what: '{by} invites you to work in the virtual office of {tenant} on Aliado, the benefits network for merchants and companies.',
      advice: 'The link expires in 7 days. If you did not expect this invitation, ignore this message.',
      link: 'Accept the invitation',
    },
    operator_invitation: {
      subject: 'Invitation to operate the Aliado network',
      what: 'You are invited to work in the operator’s office of the Aliado network. To get in you will need a password and two-step verification.',
      whatBy:
        '{by} invites you to work in the operator’s office of the Aliado network. To get in you will need a password and two-step verification.',
    },
    password_changed: {
      subject: 'Your Aliado password changed',
      what: 'The password of your account changed and your other sessions were ended.',
    },
    two_step_enabled: {
      subject: 'Two-step verification is on',
      what: 'From now on your account asks for a code when you sign in.',
    },
    two_step_replaced: {
      subject: 'Your authenticator app changed',
      what: 'The codes of your account now come from another app or phone.',
    },
    two_step_disabled: {
      subject: 'Two-step verification is off',
      what: 'Your account no longer asks for a code when you sign in.',
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes',
      what: 'New recovery codes were created; the old ones no longer work.',
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      what: 'A recovery code of your account was used. {left, plural, =0 {None is left: create new ones.} one {# is left.} other {# are left.}}',
    },
  },
  rectification_asked: {
    subject: 'A datum to correct at {company}',
    what: 'A person of {company} asked the operator of the Aliado network to have a datum about them corrected (Ley 172-13).',
    next: 'Their page says what they ask. Correct it there, or tell the operator if the datum is right, no later than {day}',
    link: 'See what is to be corrected',
    footer: 'You get this email because you manage the collaborators of {company} on Aliado.',
  },
  approval_proposed: {
    subject: 'Waiting for your approval: {what}',
    what: '{by} proposes: {what} ({at}).',
    advice:
      'Another person must approve or refuse it within 24 hours. Look first at what would happen, and talk to whoever proposes it if anything is unclear.',
    link: 'See the approvals',
    footer: 'You get this mail because you work in the office of the operator of the Aliado network.',
    kinds: {
      disable_merchant: 'disable a merchant',
      raise_limit: 'raise a limit beyond the usual',
      erase_person: 'erase a person’s data',
      export_data: 'export a person’s data',
      invite_operator: 'invite somebody to the operator’s team',
    },
  },
  team: {
    done: '{by} did it, on {at}',
    footer: 'You receive this because you work in this virtual office on Aliado, or did.',
    network: 'the Aliado network',
    membership_changed: {
      subject: 'Your permissions in {tenant} changed',
      what: 'From now on, in the virtual office of {tenant} you can:',
      link: 'Open the office',
    },
    membership_removed: {
      subject: 'You are no longer in the team of {tenant}',
      what: 'Your Aliado account no longer has access to the virtual office of {tenant}. The account remains yours.',
    },
  },
  credentials: {
    merchant: 'Merchant: {merchant}',
    done: 'By: {by}, on {at}',
    doneFrom: 'By: {by}, on {at}, from {address}',
    advice: {
      live: 'If you did not expect this change, open Integrations, revoke or delete the credential and review the activity of your business.',
      over: 'If you did not expect this change, review the activity of your business and create another credential for the system that used this one.',
    },
    link: 'See the credential',
    footer: 'Aliado will never ask for your secrets, passwords or codes by email or by telephone.',
    api_key_created: {
      subject: 'The API key “{name}” was created',
      what: 'The API key “{name}” was created. It expires on {at}',
    },
    api_key_revoked: {
      subject: 'The API key “{name}” was revoked',
      what: 'The API key “{name}” was revoked. No call with it is accepted any more.',
    },
    api_key_expiring: {
      subject: 'The API key “{name}” expires {days, plural, one {in less than a day} other {in # days or less}}',
      what: 'The API key “{name}” expires on {at}',
      next: 'From then on it will be refused.',
      tills: '{count, plural, one {This till loses access with it:} other {# tills lose access with it:}}',
      moreTills: '{count, plural, one {and one more} other {and # more}}',
      advice: 'Create another key, put it into the system that uses this one, then revoke the old one.',
    },
    api_key_restricted: {
      subject: 'The addresses of API key “{name}” changed',
      what: '{count, plural, =0 {API key “{name}” is now accepted from any address.} other {API key “{name}” is now accepted only from these addresses:\n{addresses}}}',
    },
    oauth_client_restricted: {
      subject: 'The addresses of OAuth client “{name}” changed',
      what: '{count, plural, =0 {OAuth client “{name}” is now accepted from any address.} other {OAuth client “{name}” is now accepted only from these addresses:\n{addresses}}}',
    },
    oauth_client_created: {
      subject: 'The OAuth client “{name}” was created',
      what: 'The OAuth client “{name}” was created.',
    },
    oauth_client_rotated: {
      subject: 'The secret of the OAuth client “{name}” was rotated',
      what: 'The secret of the OAuth client “{name}” was rotated. The previous secret no longer works. Tokens already issued live for 15 minutes at most.',
    },
    credential_reminder: {
      subject: 'Your reminder: the credential “{name}”',
      what: 'The hour with the fewest calls of the credential “{name}” begins: a good moment to rotate, revoke or delete it.',
      advice: 'You asked for this reminder. If it is done already, nothing more is needed.',
    },
    credentials_ended: {
      subject: 'All credentials of {merchant} were stopped',
      what: 'All API keys of {merchant} were revoked and all of its OAuth clients deleted, with their tokens. None of its systems can connect to Aliado until it gets a new credential. These ended:',
      advice:
        'If you did not expect this change, talk to the person who made it and review the activity of the business. The incident sheet says what each of them did and what is missing to sell again.',
      link: 'Open the incident sheet',
    },
    oauth_client_deleted: {
      subject: 'The OAuth client “{name}” was deleted',
      what: 'The OAuth client “{name}” was deleted. Its secret and all of its tokens have stopped working.',
    },
    hand_off_opened: {
      subject: 'The hand-off of the secret of “{name}” was opened',
      what: 'Somebody opened the link by which you handed over the secret of “{name}”, and saw it. The link no longer works.',
      branch: 'Branch: {text}',
      terminal: 'Till: {text}',
      at: 'Date: {at}',
      from: 'From: {text}',
      with: 'With: {text}',
      advice:
        'If that was not the person you gave it to, open Integrations and revoke or delete the credential, or rotate its secret.',
    },
  },
  silence: {
    subject:
      '{count, plural, one {One terminal does not call, and always sells} other {# terminals do not call, and always sell}} at this hour',
    oneSubject: '{name} does not call, and always sells at this hour',
    branchSubject: '{name}: no terminal calls, and they always sell at this hour',
    allSubject: 'No terminal of {merchant} calls, and they always sell at this hour',
    all: 'No terminal of {merchant} has called Aliado since {at}',
    allAdvice:
      'At this hour they always sell. If you did not open today, there is nothing to do. If you did, check the power and the Internet connection.',
    what: 'No calls to Aliado at an hour at which they always sell:',
    terminal: '{name}: since {at}',
    terminalOf: '{name} ({branch}): since {at}',
    branch: '{branch}: none of its terminals, since {at}',
    more: '{count, plural, one {and one more} other {and # more}}',
    advice:
      'All we know is that no calls come: a terminal may be switched off, without a connection or without customers. If it is open, check the machine and its Internet connection.',
    mute: 'We tell you once for each silence. If you want no more mails of a terminal, turn them off on its page.',
    link: '{count, plural, one {See the terminal} other {See the terminals}}',
  },
  affiliations: {
    footer: 'You receive this because you manage these affiliations on Aliado.',
    affiliation_requested: {
      subject: '{who} asks to be affiliated with {own}',
      what: '{to, select, merchant {The company {who} wants to offer the discounts of {own} to its collaborators.} other {The merchant {who} wants {own} to offer its discounts to its collaborators.}}',
      next: 'You can accept or decline the request in your virtual office. Nothing changes until you answer.',
      link: 'See the request',
    },
    affiliation_accepted: {
      subject: '{own} and {who} are affiliated',
      what: '{to, select, merchant {The company {who} can now grant the discounts of {own} to its collaborators.} other {{own} can now grant the discounts of the merchant {who} to its collaborators.}}',
      link: 'See the affiliation',
    },
    affiliation_declined: {
      subject: '{who} declined the request of {own}',
      what: '{who} did not accept the affiliation request of {own}. Nothing changes for either side.',
      link: 'See the requests',
    },
    affiliation_withdrawn: {
      subject: '{who} withdrew its request to {own}',
      what: '{who} withdrew its affiliation request to {own}. It needs no answer.',
      link: 'See the requests',
    },
    affiliation_ended: {
      subject: '{who} ended the affiliation with {own}',
      what: '{to, select, merchant {The company {who} is no longer affiliated with {own}: its collaborators no longer have the discounts that it granted.} other {The merchant {who} is no longer affiliated with {own}: your collaborators no longer have the discounts that you granted.}}',
      next: '{grants, plural, =0 {No benefit was granted.} one {{number} benefit was withdrawn.} other {{number} benefits were withdrawn.}} Authorizations that were active at a till stay valid until they expire.',
      link: 'See the affiliations',
    },
    affiliation_made: {
      subject: '{own} and {who} are affiliated',
      what: '{to, select, merchant {The operator of the network affiliated {own} with the company {who} on behalf of both.} other {The operator of the network affiliated {own} with the merchant {who} on behalf of both.}}',
      next: {
        merchant:
          'The company can now grant the published discounts to its collaborators. You can end the affiliation at any time.',
        company: 'No collaborator gets anything until your company grants it. You can end the affiliation at any time.',
      },
      link: 'See the affiliation',
    },
    affiliation_ended_by_operator: {
      subject: 'The affiliation between {own} and {who} ended',
      what: '{to, select, merchant {The operator of the network ended the affiliation of {own} with the company {who}: its collaborators no longer have the discounts that it granted.} other {The operator of the network ended the affiliation of {own} with the merchant {who}: your collaborators no longer have the discounts that you granted.}}',
      next: '{grants, plural, =0 {No benefit was granted.} one {{number} benefit was withdrawn.} other {{number} benefits were withdrawn.}} Authorizations that were active at a till stay valid until they expire.',
      link: 'See the affiliations',
    },
  },
  merchants: {
    why: 'Reason: {cause}.',
    link: 'Go to the virtual office',
    footer: 'You get this email because you manage the team or the integrations of this merchant on Aliado.',
    merchant_disabled: {
      subject: '{merchant} was disabled on Aliado',
      what: 'The operator of the network disabled {merchant}: from now on its tills cannot validate, apply or notify.',
      next: 'Reservations that were active can no longer be confirmed and expire by themselves. Your virtual office stays open: it shows the reason and whom to write to.',
    },
    merchant_disabling_ordered: {
      subject: '{merchant} will be disabled on Aliado',
      what: 'The operator of the network will disable {merchant} on {at}',
      next: 'Until then its tills keep working. Your virtual office shows the reason and whom to write to.',
    },
    merchant_disabling_undone: {
      subject: '{merchant} will not be disabled',
      what: 'The operator of the network withdrew the order to disable {merchant}: its tills keep working as always.',
      next: 'There is nothing that you have to do.',
    },
    merchant_enabled: {
      subject: '{merchant} is enabled again on Aliado',
      what: 'The operator of the network enabled {merchant}: its tills can work with the same credentials.',
      next: 'Published discounts that are still valid are available again.',
    },
  },
  benefitsInvitation: {
    subject: 'Your benefits from {company}',
    what: '{company} gives you discounts at the merchants that work with Aliado.',
    has: 'Today you can use:',
    benefit: '{merchant}: {name} ({worth})',
    more: '{more, plural, one {and {number} more benefit} other {and {number} more benefits}}',
    none: 'You have none available today. When your company grants you one, you will see it on your page.',
    how: 'To use them, tell the cashier that you are a collaborator of {company} and show your ID ({type}) before you pay. The discount is applied right there: there is nothing to print.',
    page: 'Your page has the benefits you can use today and those you have used. To sign in, enter this email address and we will send you a link.',
    footer:
      'You are receiving this email because {company} registered you in Aliado with this address. Aliado will never ask for your ID number or your card by email or phone.',
  },
  benefits: {
    subject: 'Your benefits on Aliado',
    greeting: 'Hello, {name}',
    what: 'With this link you see the benefits that {company} grants you, and what you have used.',
    advice:
      'It works once and expires in {minutes} minutes. If you did not ask for it, ignore this message: nobody can get in without it.',
    link: 'See my benefits',
    footer: 'Aliado will never ask for your identification or your card by email or by telephone.',
  },
}
