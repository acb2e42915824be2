import { hkdfSync } from 'node:crypto'
import { assert } from './assert'

/** What the keys of an installation are for. What stands here was kept under: a purpose is added, never changed (D32). */
export type KeyPurpose =
  | 'aliado fingerprint v1'
  | 'aliado identification encryption v1'
  | 'aliado identification hmac v1'
  | 'aliado import encryption v1'
  | 'aliado session cookie v1'
  | 'aliado totp encryption v1'

/** The 32 bytes of a key for one purpose, of the 32 bytes of DATA_KEY; none tells another, nor DATA_KEY (RFC 5869). */
export function deriveKey(dataKeyBase64: string, purpose: KeyPurpose): Buffer {
  const secret = Buffer.from(dataKeyBase64, 'base64')
  assert(secret.length === 32, 'DATA_KEY is 32 bytes')
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32))
}
