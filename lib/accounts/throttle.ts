/** How many failures in a row are free, and how the wait grows after each further one: it doubles, up to a longest. */
export type Throttle = { readonly free: number; readonly firstWaitSeconds: number; readonly longestWaitSeconds: number }

const passwords = { free: 5, firstWaitSeconds: 15, longestWaitSeconds: 900 } as const
const codes = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 3600 } as const
const mails = { free: 3, firstWaitSeconds: 300, longestWaitSeconds: 3600 } as const

/**
 * What is tried, and how often. An account has one count for all addresses, so that guessing from many addresses is as slow; an
 * address has more free failures, since a whole shop may share one. A day without a failure starts anew. (NIST SP 800-63B,
 * 3.2.2)
 *
 * Anybody who knows an e-mail can use up what is counted by account or by address, and nothing else: a `…_device` that its
 * owner signed in with before, and a session past both steps, are counted apart. How many guesses a day that allows is in
 * ADR-0021.
 */
export const throttles = {
  sign_in_account: passwords,
  sign_in_address: { free: 30, firstWaitSeconds: 15, longestWaitSeconds: 900 },
  sign_in_device: passwords,
  /** The password, when a session is asked for it again. */
  signed_in_password: passwords,
  /** Codes of the authenticator and recovery codes together, after the right password. */
  second_step_account: codes,
  second_step_device: codes,
  /** The same codes in a session past its second step: step-up, and changes of how its user signs in. */
  signed_in_code: codes,
  /** Mails that anybody can cause. */
  password_reset_account: mails,
  password_reset_address: { free: 20, firstWaitSeconds: 60, longestWaitSeconds: 3600 },
  password_reset_device: mails,
  /** Links to a collaborator's own benefits. A whole company may ask from one address on one day. */
  benefits_link_email: mails,
  benefits_link_address: { free: 100, firstWaitSeconds: 30, longestWaitSeconds: 900 },
  benefits_link_device: mails,
  /** Links with a token that was never sent to anybody. */
  link_address: { free: 30, firstWaitSeconds: 15, longestWaitSeconds: 900 },
  /** Searches for a tenant to be affiliated to that found none: guessing would tell who is in the network. */
  affiliation_search: { free: 20, firstWaitSeconds: 60, longestWaitSeconds: 3600 },
  /** A member's searches for a credential by its public name that found none. */
  credential_search: { free: 30, firstWaitSeconds: 30, longestWaitSeconds: 900 },
} as const satisfies Record<string, Throttle>

export type ThrottleScope = keyof typeof throttles
