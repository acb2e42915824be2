import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { canonical } from './canonical'
import { deriveKey, type KeyPurpose } from './derive-key'

/** How Ed25519 keys begin in PKCS #8 (RFC 8410, 7): their 32 bytes follow. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export type SigningPurpose = Extract<KeyPurpose, `${string} signing ${string}`>

/** The key of a seed of 32 bytes. */
export const signingKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })

/** The key with which an installation whose DATA_KEY was never changed signs for a purpose. */
export const signingKeyFor = (dataKey: string, purpose: SigningPurpose): KeyObject =>
  signingKeyOf(deriveKey(dataKey, purpose))

export type PublishedKey = {
  /** The thumbprint of the key (RFC 7638, RFC 8037). */
  readonly id: string
  readonly pem: string
  readonly jwk: {
    readonly kty: 'OKP'
    readonly crv: 'Ed25519'
    readonly x: string
    readonly kid: string
    readonly use: 'sig'
    readonly alg: 'EdDSA'
  }
}

/** What is published of a key, its own or one that was read. */
export function publishedKey(key: KeyObject): PublishedKey {
  const own = key.type === 'private' ? createPublicKey(key) : key
  const x = own.export({ format: 'jwk' }).x ?? ''
  const id = createHash('sha256')
    .update(canonical({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const pem = own.export({ format: 'pem', type: 'spki' }).toString()
  return { id, pem, jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: id, use: 'sig', alg: 'EdDSA' } }
}

/** A public key as it is published, PEM or JWK; undefined for what is none of Ed25519. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = text.trimStart().startsWith('{')
      ? createPublicKey({ key: JSON.parse(text), format: 'jwk' })
      : createPublicKey(text)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
