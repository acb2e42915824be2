import type { common as es } from '@/lib/messages/es/common'
import type { SameShape } from '@/lib/messages/same-shape'

export const common: SameShape<typeof es> = {
  description: 'The benefits network for merchants: discounts of companies for their collaborators.',
  environment: { test: 'Test environment', production: 'Production' },
  language: 'Language',
  languages: { es: 'Español', en: 'English' },
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  skipToContent: 'Skip to content',
  signIn: 'Sign in',
  signOut: 'Sign out',
  retry: 'Try again',
  backHome: 'Back to the start',
  notFoundTitle: 'This page does not exist',
  notFoundText: 'The address may be misspelt, or what was here is no longer available to you.',
  errorTitle: 'Something failed on our side',
  errorText: 'It has been recorded. Please try again; if it stays the same, write to us with this reference.',
  errorReference: 'Reference: {reference}',
}
