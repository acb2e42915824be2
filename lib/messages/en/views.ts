import type { views as spanish } from '../es/views'
import type { SameShape } from '../same-shape'

export const views: SameShape<typeof spanish> = {
  views: 'My views',
  none: 'Save the filters, order and columns of now to come back to them in one click. Only you see your views.',
  save: 'Save this view',
  saveLead: 'The filters, order and columns of now are saved. Only you see it.',
  saveSubmit: 'Save view',
  saved: 'View saved.',
  name: 'Name',
  nameHint: 'If you have a view with that name, this one replaces it.',
  edit: 'Change the view {name}',
  opens: 'Open the list with this view',
  opensHint: 'When you come in through the menu.',
  changeSubmit: 'Save changes',
  changed: 'View updated.',
  remove: 'Delete this view',
  removed: 'View deleted.',
  faults: {
    name_missing: 'Enter a name.',
    name_too_long: 'The name is too long.',
    name_unshowable: 'The name has characters that cannot be shown.',
    name_taken: 'You already have a view named {name}.',
    too_many: 'You have {max} views, which is the most. Delete one to save another.',
    query_too_long: 'These filters are too long to save.',
    not_found: 'That view no longer exists. Refresh the page.',
    permission_missing: 'You no longer have permission to see this list.',
    two_step_missing: 'Turn on two-step verification to continue.',
    foreign_origin: 'The request did not come from this page. Refresh it and try again.',
  },
}
