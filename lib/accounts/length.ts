/**
 * How long a new password may be, in characters. Not in the module that judges passwords, so that a page can say it without
 * loading the list of common ones.
 */
export const passwordLength = { min: 12, max: 128 } as const
