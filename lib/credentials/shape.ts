/** The shapes of credentials, by which people and machines know them (contract, 5; D52). A browser can read them: nothing secret here. */

/** Random characters of a secret, in base 62: 256 random bits. */
export const randomLength = 43
const checksumLength = 6
export const secretLength = randomLength + checksumLength

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A CRC-32 as six characters of base 62: the end of every secret. */
export function checksumOf(crc: number): string {
  let rest = crc
  let encoded = ''
  for (let i = 0; i < checksumLength; i++) {
    encoded = base62.charAt(rest % 62) + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}

/** The public name of a credential: the prefix of a key, or a client id. */
export type PublicName = { readonly kind: 'api_key' | 'oauth_client'; readonly name: string }

/** The credential that a public name alone is of; undefined for everything else, a whole secret among it. */
export function publicNameOf(text: string): PublicName | undefined {
  if (/^[A-Za-z0-9]{16}$/.test(text)) return { kind: 'api_key', name: text }
  return isWellFormedClientId(text) ? { kind: 'oauth_client', name: text } : undefined
}

/** Whether a text has the shape of a client id. A secret in its place, by mistake, does not. */
export const isWellFormedClientId = (text: string): boolean => /^m\d{1,10}-[a-z0-9]{16,40}$/.test(text)
