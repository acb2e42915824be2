import type { KeyedPerson, RekeyedPerson } from '@/db/queries/offices/data-keys'
import {
  decryptIdentification,
  encryptIdentification,
  hmacIdentification,
  type IdentificationKeys,
} from '@/lib/identification/identification'

/** The same person under the present keys. Who was erased has no identification left, and keeps what stands in its place. */
export function rekeyed(
  keys: IdentificationKeys,
  { id, identificationTypeId, ciphertext, keyGeneration, hmac, isErased }: KeyedPerson,
): RekeyedPerson {
  const { generation } = keys
  if (isErased) return { id, ciphertext, hmac, keyGeneration: generation }
  const identification = decryptIdentification(keys, ciphertext, keyGeneration)
  return {
    id,
    keyGeneration: generation,
    ciphertext: encryptIdentification(keys, identification),
    hmac: hmacIdentification(keys, identificationTypeId, identification),
  }
}
