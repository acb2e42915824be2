import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { assert } from '@/lib/kernel/assert'

/** The keys that guard identifications, derived from DATA_KEY (D32). */
export type IdentificationKeys = { readonly hmac: Buffer; readonly encryption: Buffer }

/** Derives both keys from the 32 bytes of DATA_KEY; neither tells the other (RFC 5869). */
export function deriveIdentificationKeys(dataKeyBase64: string): IdentificationKeys {
  const secret = Buffer.from(dataKeyBase64, 'base64')
  assert(secret.length === 32, 'DATA_KEY is 32 bytes')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32))
  return { hmac: derive('aliado identification hmac v1'), encryption: derive('aliado identification encryption v1') }
}

/** D23: 1 to 30 letters and digits. No check digit: valid cedulas fail it. */
export const identificationPattern = /^[A-Za-z0-9]{1,30}$/

/** Letters compare case-insensitively (D23); the type is part of what is hashed. */
const normal = (identificationTypeId: number, identification: string) =>
  `${identificationTypeId}:${identification.toUpperCase()}`

/** The 32 bytes by which a collaborator is looked up. */
export function hmacIdentification(
  keys: IdentificationKeys,
  identificationTypeId: number,
  identification: string,
): Buffer {
  return createHmac('sha256', keys.hmac).update(normal(identificationTypeId, identification)).digest()
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext. What is shown is what was written, in its own case. */
export function encryptIdentification(keys: IdentificationKeys, identification: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce)
  const sealed = Buffer.concat([cipher.update(identification, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The identification as it was written. Throws when the bytes were altered or sealed with another key. */
export function decryptIdentification(keys: IdentificationKeys, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
