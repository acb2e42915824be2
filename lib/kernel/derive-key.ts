import { hkdfSync } from 'node:crypto'
import { assert } from './assert'

/** The purposes of an installation's keys. Kept data depends on each of them: a purpose is added, never changed (D32). */
export type KeyPurpose =
  | 'aliado audit signing v1'
  | 'aliado carried keys v1'
  | 'aliado certificate signing v1'
  | 'aliado fingerprint v1'
  | 'aliado identification encryption v1'
  | 'aliado identification hmac v1'
  | 'aliado import encryption v1'
  | 'aliado session cookie v1'
  | 'aliado totp encryption v1'

/**
 * The 32-byte key for one purpose, derived from the 32 bytes of DATA_KEY. Neither DATA_KEY nor the key for another
 * purpose can be computed from it (RFC 5869).
 */
export function deriveKey(dataKeyBase64: string, purpose: KeyPurpose): Buffer {
  const secret = Buffer.from(dataKeyBase64, 'base64')
  assert(secret.length === 32, 'DATA_KEY is 32 bytes')
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32))
}
