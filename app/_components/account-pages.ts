/** The pages of a user's own account, which every office leads to. */
export const accountPages = [
  { key: 'profile', href: '/account' },
  { key: 'security', href: '/account/security' },
  { key: 'sessions', href: '/account/sessions' },
] as const
