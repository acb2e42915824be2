import type { companyFaults as es } from '@/lib/messages/es/company-faults'
import type { SameShape } from '@/lib/messages/same-shape'

export const companyFaults: SameShape<typeof es> = {
  first_name_missing: 'Enter the first names.',
  first_name_too_long: 'The first names can have up to 100 characters.',
  last_name_missing: 'Enter the surnames.',
  last_name_too_long: 'The surnames can have up to 100 characters.',
  text_unshowable: 'It has characters that cannot be shown. Enter it again.',
  email_invalid: 'Enter a complete email address, like name@company.com, or leave the field empty.',
  identification_type_missing: 'Choose the identification type.',
  identification_type_unknown: 'That identification type no longer exists. Reload the page.',
  identification_missing: 'Enter the identification.',
  identification_malformed: 'The identification has 1 to 30 letters and digits.',
  identification_reserved: 'That identification is kept for tests and does not exist in production.',
  identification_not_of_test:
    'In the test environment only test identifications are added: 999… for a cédula, PRUEBA… for other types.',
  identification_not_found: 'No one in your company has that identification and type.',
  already_here: 'This person is already on your list: {name}.',
  already_here_inactive:
    'This person is already on your list, inactive: {name}. Find them by their identification and activate them.',
  employed_elsewhere:
    'This person is active in another company on Aliado. Their previous company must deactivate them first.',
  collaborator_inactive: '{name} is inactive. Activate them before you send the invitation.',
  collaborator_without_email: '{name} has no email. Add it to their details.',
  invited_today: 'An invitation was already sent to {name} at that email today. You can send another one tomorrow.',
  invitations_spent:
    '{name} has received {most} invitations in the last {days} days. Wait before you send another one.',
  invitations_of_day_spent:
    'Your company has sent {most, number} invitations today, the most for one day. Continue tomorrow.',
  nobody_to_invite: 'Everyone on this list who has an email and is active has been invited.',
  type_unknown: 'That collaborator type no longer exists. Reload the page.',
  type_name_missing: 'Enter the type name.',
  type_name_too_long: 'The name can have up to 60 characters.',
  type_name_taken: 'There is already a type named “{name}”. Use another name.',
  recipients_missing: 'Choose the recipients: the whole team or at least one type.',
  already_granted: '“{name}” has been granted already. Refresh the page.',
  nothing_chosen: 'Choose at least one discount.',
  not_found: 'This no longer exists in your company. Reload the page.',
  permission_missing:
    'You no longer have permission to do this. Nothing was changed. Ask the person who manages your company’s team.',
  two_step_missing: 'First turn on two-step verification, under Security in your account.',
  invalid_input: 'Check this field.',
  foreign_origin: 'The request did not come from this page. Reload it and try again.',
}
