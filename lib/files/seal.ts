import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { assert } from '@/lib/kernel/assert'

/** The key that seals what was read of uploaded files, derived from DATA_KEY; it tells nothing of the others (RFC 5869). */
export function deriveImportKey(dataKeyBase64: string): Buffer {
  const secret = Buffer.from(dataKeyBase64, 'base64')
  assert(secret.length === 32, 'DATA_KEY is 32 bytes')
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'aliado import encryption v1', 32))
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, then the ciphertext, which opens under the same words alone. */
export function sealRows(key: Buffer, boundTo: string, rows: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(rows), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** What was sealed. Throws when the bytes were altered, sealed with another key or under other words. */
export function openRows(key: Buffer, boundTo: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}
