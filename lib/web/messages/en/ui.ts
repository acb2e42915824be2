import type { ui as es } from '../es/ui'
import type { SameShape } from '../same-shape'

export const ui: SameShape<typeof es> = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'It could not be copied. Select it and copy it by hand.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  optional: 'optional',
  working: 'Working…',
  loading: 'Loading…',
  dismiss: 'Dismiss notice',
  notices: 'Notices',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  showTable: 'Show as table',
  showChart: 'Show as chart',
  total: 'Total',
  language: 'Language of the example',
  refusedTitle: 'This could not be completed',
  unexpected: 'Something failed on our side. What you typed is still here: please try again in a moment.',
  offline: 'There was no answer. Check your connection and try again; what you typed is still here.',
  requestId: 'Reference for support: {requestId}',
}
