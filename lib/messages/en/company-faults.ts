import type { companyFaults as es } from '@/lib/messages/es/company-faults'
import type { SameShape } from '@/lib/messages/same-shape'

export const companyFaults: SameShape<typeof es> = {
  first_name_missing: 'Write the first names.',
  first_name_too_long: 'The first names can have up to 100 characters.',
  last_name_missing: 'Write the surnames.',
  last_name_too_long: 'The surnames can have up to 100 characters.',
  text_unshowable: 'It has characters that cannot be shown. Write it again.',
  email_invalid: 'Write a whole e-mail address, like name@company.com, or leave the field empty.',
  identification_type_missing: 'Choose the identification type.',
  identification_type_unknown: 'That identification type no longer exists. Reload the page.',
  identification_missing: 'Write the identification.',
  identification_malformed: 'The identification has 1 to 30 letters and digits.',
  identification_not_found: 'Nobody in your company has that identification of that type.',
  already_here: 'This person is on your list already: {name}.',
  already_here_inactive:
    'This person is on your list already, inactive: {name}. Find them by their identification and activate them.',
  employed_elsewhere:
    'This person is active in another company of Aliado. They can be so in one alone: their previous company has to deactivate them first.',
  type_unknown: 'That collaborator type no longer exists. Reload the page.',
  type_name_missing: 'Write the name of the type.',
  type_name_too_long: 'The name can have up to 60 characters.',
  type_name_taken: 'There is a type called “{name}” already. Use another name.',
  recipients_missing: 'Choose to whom: the whole team, or one type at least.',
  not_found: 'This no longer exists in your company. Reload the page.',
  permission_missing: 'You may no longer do this. Nothing was changed. Ask your contact at Aliado.',
  two_step_missing: 'Turn on two-step verification first, in the security of your account.',
  invalid_input: 'Check this.',
  foreign_origin: 'The request did not come from this page. Reload it and try again.',
}
