import { checksumOf, type PublicName, publicNameOf, randomLength, secretLength } from './shape'

/** CRC-32 (ISO 3309), as `node:zlib` has it, which no browser has. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const isSecretOf = (name: string, secret: string): boolean =>
  checksumOf(crc32(name + secret.slice(0, randomLength))) === secret.slice(randomLength)

/**
 * What somebody found and pasted: `whole` has its secret, without a mistake; `mistyped` has one that its checksum refuses; `name`
 * has none. `stranger` looks like a secret, of none of these credentials or mistyped; `token` like an access token.
 */
export type Found =
  | { readonly reading: 'whole' | 'mistyped' | 'name'; readonly of: PublicName }
  | { readonly reading: 'empty' | 'stranger' | 'token' | 'nothing' }

const textMax = 20_000

/**
 * Reads a text that may hold a credential: a key, a client id, a secret, each alone or within a line of a configuration. A secret
 * alone names nobody, but its checksum is over the public name too (D52): among the public names of one merchant it fits its own, and
 * another by a chance of one in 2^32. All of it happens where the text is.
 */
export function readFound(pasted: string, publicNames: readonly string[]): Found {
  const text = pasted.slice(0, textMax).trim()
  if (text === '') return { reading: 'empty' }
  const words = text.match(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g) ?? []
  const secrets = words.filter((word) => word.length === secretLength)
  const key = /(?<![A-Za-z0-9])ck_([A-Za-z0-9]{16})(?:\.([A-Za-z0-9]*)|(?![A-Za-z0-9]))/.exec(text)
  if (key?.[1] !== undefined) return readNamed(key[1], key[2] ? [key[2]] : secrets)
  const clientId = words.find((word) => publicNameOf(word)?.kind === 'oauth_client')
  if (clientId !== undefined) return readNamed(clientId, secrets)
  for (const secret of secrets) {
    const owner = publicNames.find((name) => isSecretOf(name, secret))
    if (owner !== undefined) return readNamed(owner, [secret])
  }
  if (secrets.length > 0) return { reading: 'stranger' }
  const prefix = words.find((word) => publicNames.includes(word))
  if (prefix !== undefined) return readNamed(prefix, [])
  if (words.some((word) => word.length === randomLength)) return { reading: 'token' }
  return words.length === 1 ? readAlone(text) : { reading: 'nothing' }
}

function readNamed(name: string, secrets: readonly string[]): Found {
  const of = publicNameOf(name)
  if (of === undefined) return { reading: 'nothing' }
  if (secrets.length === 0) return { reading: 'name', of }
  const isWhole = secrets.some((secret) => secret.length === secretLength && isSecretOf(name, secret))
  return { reading: isWhole ? 'whole' : 'mistyped', of }
}

/** Sixteen letters and digits and nothing else may be the prefix of a key that this merchant does not have. */
function readAlone(text: string): Found {
  const of = publicNameOf(text)
  return of === undefined ? { reading: 'nothing' } : { reading: 'name', of }
}
