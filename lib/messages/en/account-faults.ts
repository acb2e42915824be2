import type { accountFaults as es } from '@/lib/messages/es/account-faults'
import type { SameShape } from '@/lib/messages/same-shape'

export const accountFaults: SameShape<typeof es> = {
  sign_in_refused: 'The email or password is incorrect. Check them and try again.',
  too_many_attempts: 'Too many attempts. Wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
  busy: 'Many people are signing in right now. Try again in a few seconds.',
  email_invalid: 'Enter a complete email address, such as name@business.com.',
  code_wrong: 'The code is incorrect. Enter the one your app shows now.',
  code_used: 'That code was already used. Wait for the next one, in less than 30 seconds.',
  code_required: 'Enter the code.',
  password_required: 'Enter your password.',
  password_wrong: 'The password is incorrect.',
  password_short: 'Use at least {min} characters. Several words in a row are easy to remember.',
  password_long: 'Use at most {max} characters.',
  password_common: 'That password is too common. Choose another, such as several unrelated words.',
  password_personal:
    'That password is too similar to your name, your email or the name of the service. Choose another.',
  name_missing: 'Enter your name.',
  name_too_long: 'The name can have up to 200 characters.',
  name_unshowable: 'The name has characters that cannot be shown. Enter it again.',
  link_invalid: 'This link no longer works: it was used, it expired, or a newer one replaced it.',
  account_exists: 'There is already an account with this email. Sign in to accept the invitation.',
  invitation_of_another: 'This invitation is for another email. Sign out and sign in with that account.',
  setup_outdated: 'The setup changed in the meantime. Start again.',
  two_step_missing: 'First turn on two-step verification, under Security in your account.',
  step_up_required: 'Enter a code from your app to continue.',
  permission_missing: 'You no longer have permission to do this. Ask the person who manages the team.',
  permission_not_yours: 'You cannot give a permission that you do not have.',
  permissions_required: 'Choose a role or check at least one permission.',
  last_holder:
    'Only {name} has that permission and you do not, so you cannot remove it. If they no longer work with you, ask Aliado to disable their account.',
  last_team_manager: 'This is the only person who manages the team. Give that permission to someone else first.',
  member_changed:
    'Someone else changed {name}’s permissions while you were viewing them. Reload the page and check them.',
  already_member: 'This person is already on the team.',
  already_proposed: 'That invitation waits for approval already.',
  invitations_full: 'Too many invitations are pending. Withdraw one before you send another.',
  not_found: 'This no longer exists. Reload the page.',
  invalid_input: 'Check this field.',
  foreign_origin: 'The request did not come from this page. Reload it and try again.',
}
