import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { assert } from '@/lib/kernel/assert'

/** The key that seals shared secrets of two-step verification, derived from DATA_KEY; it tells nothing of the others (RFC 5869). */
export function deriveTotpKey(dataKeyBase64: string): Buffer {
  const secret = Buffer.from(dataKeyBase64, 'base64')
  assert(secret.length === 32, 'DATA_KEY is 32 bytes')
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'aliado totp encryption v1', 32))
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext, which opens for that user alone. */
export function sealTotpSecret(key: Buffer, userId: number, secret: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(userId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The shared secret. Throws when the bytes were altered, sealed with another key or for another user. */
export function openTotpSecret(key: Buffer, userId: number, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(boundTo(userId))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const boundTo = (userId: number) => Buffer.from(`user ${userId}`)
