/** How many failures in a row are free, and how the wait grows after each further one: doubled, up to a longest. */
export type Throttle = { readonly free: number; readonly firstWaitSeconds: number; readonly longestWaitSeconds: number }

/**
 * What is tried, and how often. Per account whatever the address, so that guessing from many addresses is as slow; per address
 * more freely, since a whole shop may sit behind one. A day without a failure starts anew. (NIST SP 800-63B, 3.2.2)
 */
export const throttles = {
  sign_in_account: { free: 5, firstWaitSeconds: 15, longestWaitSeconds: 900 },
  sign_in_address: { free: 30, firstWaitSeconds: 15, longestWaitSeconds: 900 },
  /** Codes of the authenticator and recovery codes together. */
  second_step_account: { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 3600 },
  /** Mails that anybody can cause. */
  password_reset_account: { free: 3, firstWaitSeconds: 300, longestWaitSeconds: 3600 },
  password_reset_address: { free: 20, firstWaitSeconds: 60, longestWaitSeconds: 3600 },
  /** Links to a collaborator's own benefits. A whole company may ask from one address on one day. */
  benefits_link_email: { free: 3, firstWaitSeconds: 300, longestWaitSeconds: 3600 },
  benefits_link_address: { free: 100, firstWaitSeconds: 30, longestWaitSeconds: 900 },
  /** Links with a token that nobody was sent. */
  link_address: { free: 30, firstWaitSeconds: 15, longestWaitSeconds: 900 },
  /** Searches of a tenant for one to be affiliated to that found nobody: who guesses would learn who is in the network. */
  affiliation_search: { free: 20, firstWaitSeconds: 60, longestWaitSeconds: 3600 },
} as const satisfies Record<string, Throttle>

export type ThrottleScope = keyof typeof throttles
