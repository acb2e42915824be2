/** How long a new password may be, in characters. Apart from what judges it, so that a page can say it without the list of common ones. */
export const passwordLength = { min: 12, max: 128 } as const
