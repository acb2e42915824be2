import type { common as es } from '@/lib/messages/es/common'
import type { SameShape } from '@/lib/messages/same-shape'

export const common: SameShape<typeof es> = {
  description: 'The benefits network for merchants: discounts that companies give their collaborators.',
  environment: { test: 'Test environment', production: 'Production' },
  language: 'Language',
  languages: { es: 'Español', en: 'English' },
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  skipToContent: 'Skip to content',
  signIn: 'Sign in',
  signOut: 'Sign out',
  retry: 'Try again',
  backHome: 'Back to home',
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may be misspelled, or the page may no longer be available to you.',
  errorTitle: 'Something went wrong on our end',
  errorText: 'We have a record of it. Try again; if it keeps happening, write to us with this reference.',
  errorReference: 'Reference: {reference}',
}
