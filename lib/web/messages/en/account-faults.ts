import type { accountFaults as es } from '../es/account-faults'
import type { SameShape } from '../same-shape'

export const accountFaults: SameShape<typeof es> = {
  sign_in_refused: 'The e-mail or the password does not match. Check them and try again.',
  too_many_attempts: 'Too many attempts. Wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
  busy: 'Many people are signing in right now. Try again in a few seconds.',
  email_invalid: 'Write a complete e-mail address, such as name@business.com.',
  code_wrong: 'The code is not right. Write the one that your app shows now.',
  code_used: 'That code was used already. Wait for the next one, in less than 30 seconds.',
  code_required: 'Write the code.',
  password_required: 'Write your password.',
  password_wrong: 'The password is not right.',
  password_short: 'Use at least {min} characters. Several words in a row are easy to remember.',
  password_long: 'Use at most {max} characters.',
  password_common:
    'That password is among the first that attackers try. Choose another, such as several unrelated words.',
  password_personal: 'That password resembles your name, your e-mail or the name of the service. Choose another.',
  name_required: 'Write your name.',
  link_invalid: 'This link no longer works: it was used, it expired, or a newer one replaced it.',
  account_exists: 'There is an account with this e-mail already. Sign in to accept the invitation.',
  invitation_of_another: 'This invitation is for another e-mail. Sign out and come back with that account.',
  setup_outdated: 'The setup changed in the meantime. Start again.',
  two_step_missing: 'First turn on two-step verification in the security of your account.',
  step_up_required: 'Write a code from your app to continue.',
  permission_missing: 'You no longer have permission to do this. Ask whoever manages the team of your business.',
  permission_not_yours: 'You cannot give a permission that you do not have.',
  permissions_required: 'Choose at least one permission.',
  already_member: 'This person is already on the team.',
  invitations_full: 'Too many invitations are pending. Withdraw one before you send another.',
  not_found: 'This no longer exists. Reload the page.',
  invalid_input: 'Check this field.',
  foreign_origin: 'This was not sent from this page. Reload it and try again.',
}
