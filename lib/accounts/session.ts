import { digest, Secret } from '@/lib/credentials/secret'
import { newAlphanumeric } from '@/lib/kernel/random-text'

/** NIST SP 800-63B, 2.2.3 (AAL2): at most 30 minutes idle and 12 hours in all. */
export const sessionIdleMinutes = 30
export const sessionHours = 12

/** A session of one of the people who run the network ends sooner, whatever else they are a member of. */
export const operatorSessionHours = 8

/** How long a code counts for actions that ask for a fresh one (step-up). */
export const stepUpSeconds = 300

const tokenLength = 43 // 256 random bits in base 62

/** A new session's token, for the cookie, and what the database keeps of it. */
export function mintSessionToken(): { token: Secret; tokenHash: Buffer } {
  const text = newAlphanumeric(tokenLength)
  return { token: new Secret(text), tokenHash: digest(text) }
}

/** The token of a link in a mail: password reset, invitation. Made and kept like a session's. */
export const mintLinkToken = (): ReturnType<typeof mintSessionToken> => mintSessionToken()

/** Whether a text has the shape of such a token: no other text is looked up. */
export const isWellFormedToken = (text: string): boolean => /^[A-Za-z0-9]{43}$/.test(text)

/**
 * How far a sign-in has come. `second_step`: a code must still be given, and nothing else is accessible. `not_enrolled`: there
 * is no second step yet; the account is accessible, no merchant's data is. `complete`: both steps were passed.
 */
export type SessionStage = 'second_step' | 'not_enrolled' | 'complete'

export function stageOf(session: { twoStepEnrolled: boolean; secondStepAgeSeconds: number | null }): SessionStage {
  if (!session.twoStepEnrolled) return 'not_enrolled'
  return session.secondStepAgeSeconds === null ? 'second_step' : 'complete'
}

/** Whether the last code is too old for an action that asks for a fresh one. */
export const needsStepUp = ({ secondStepAgeSeconds }: { secondStepAgeSeconds: number | null }): boolean =>
  secondStepAgeSeconds === null || secondStepAgeSeconds > stepUpSeconds
