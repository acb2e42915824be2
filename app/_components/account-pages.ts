import { operatorHomePath } from '@/lib/web/own-path'

/** The pages of a user's own account, which every office leads to. */
export const accountPages = [
  { key: 'profile', href: '/account' },
  { key: 'security', href: '/account/security' },
  { key: 'sessions', href: '/account/sessions' },
] as const

/** The way to the operator's office, for who has another office too. */
export const operatorLink = { key: 'operator', href: operatorHomePath } as const
