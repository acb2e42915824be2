import { createHmac } from 'node:crypto'
import { deriveKey } from '@/lib/kernel/derive-key'
import { openSealed, seal } from '@/lib/kernel/seal'

/** The keys that guard identifications, derived from DATA_KEY (D32). */
export type IdentificationKeys = { readonly hmac: Buffer; readonly encryption: Buffer }

/** Derives both keys from DATA_KEY; neither can be computed from the other. */
export const deriveIdentificationKeys = (dataKey: string): IdentificationKeys => ({
  hmac: deriveKey(dataKey, 'aliado identification hmac v1'),
  encryption: deriveKey(dataKey, 'aliado identification encryption v1'),
})

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

/** The identification, encrypted for storage. Its case is kept, because pages show it as it was written. */
export const encryptIdentification = (keys: IdentificationKeys, identification: string): Buffer =>
  seal(keys.encryption, Buffer.from(identification))

/** The identification as it was written. Throws when the bytes were altered or sealed with another key. */
export const decryptIdentification = (keys: IdentificationKeys, bytes: Buffer): string =>
  openSealed(keys.encryption, bytes).toString('utf8')
