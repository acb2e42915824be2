/** The states of a credential, and the actions allowed in each. UI, verbs and tests share these tables. */
export const credentialActions = {
  apiKey: { live: ['replace', 'restrict', 'revoke'], expired: ['revoke'], revoked: [] },
  oauthClient: { live: ['rotate', 'replace', 'restrict', 'delete'], deleted: [] },
} as const

export type ApiKeyStatus = keyof typeof credentialActions.apiKey
export type OAuthClientStatus = keyof typeof credentialActions.oauthClient

/** Days before a key's expiry at which its merchant is warned, by mail and by a badge. */
export const expiryWarningDays = [30, 7, 1] as const
export type ExpiryWarningDays = (typeof expiryWarningDays)[number]

const daySeconds = 86_400

export const apiKeyStatus = (key: { revokedAt: Date | null; secondsLeft: number }): ApiKeyStatus =>
  key.revokedAt !== null ? 'revoked' : key.secondsLeft <= 0 ? 'expired' : 'live'

/** The warning for the time that a key has left; undefined when that is still long, or over. */
export function expiryWarning(secondsLeft: number): ExpiryWarningDays | undefined {
  if (secondsLeft <= 0) return undefined
  return expiryWarningDays.findLast((days) => secondsLeft <= days * daySeconds)
}
