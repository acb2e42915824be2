import { type DataKeys, heldKeys, keyOf } from '@/lib/kernel/data-keys'
import { deriveKey } from '@/lib/kernel/derive-key'
import { unavailable } from '@/lib/kernel/gate'
import { hmacOf } from '@/lib/kernel/hmac'
import { openSealed, seal } from '@/lib/kernel/seal'

type KeyPair = { readonly generation: number; readonly hmac: Buffer; readonly encryption: Buffer }

/**
 * The keys that guard identifications, derived from DATA_KEY (D32): those of one generation, with which is written, and all that
 * the process was given, by which is looked up and read (ADR-0060).
 */
export type IdentificationKeys = KeyPair & { readonly held: ReadonlyMap<number, KeyPair> }

/** Derives the keys, of the newest generation first; none can be computed from another. */
export function deriveIdentificationKeys(given: DataKeys | string): IdentificationKeys {
  const pairs = heldKeys(given).map(({ generation, key }) => ({
    generation,
    hmac: deriveKey(key, 'aliado identification hmac v1'),
    encryption: deriveKey(key, 'aliado identification encryption v1'),
  }))
  const held = new Map(pairs.map((pair) => [pair.generation, pair]))
  return { ...keyOf(held, heldKeys(given)[0].generation), held }
}

/** The same, to write with another generation. */
export const ofGeneration = (keys: IdentificationKeys, generation: number): IdentificationKeys => ({
  ...keyOf(keys.held, generation),
  held: keys.held,
})

/** The oldest that are held: digests of calls agree by them, whichever process of a change saw each call. */
export const oldestOf = ({ held, ...newest }: IdentificationKeys): KeyPair => [...held.values()].at(-1) ?? newest

/** Under which keys rows stand: those of the present generation, and of the one before while a change is not over. */
export type LiveKeys = { readonly keyGeneration: number; readonly halfRekeyed: boolean }

/**
 * Throws `service_unavailable` to a process that lacks a key under which rows stand: it would not find who is there, and say that there
 * is no such person.
 */
export function requireLiveKeys({ held }: IdentificationKeys, { keyGeneration, halfRekeyed }: LiveKeys): void {
  const live = halfRekeyed ? [keyGeneration, keyGeneration - 1] : [keyGeneration]
  const missing = live.filter((generation) => !held.has(generation))
  if (missing.length > 0) throw unavailable(new Error(`DATA_KEY of generation ${missing.join(', ')} is not given`))
}

/** D23: 1 to 30 letters and digits. No check digit: valid cedulas fail it. */
export const identificationPattern = /^[A-Za-z0-9]{1,30}$/

/** Letters compare case-insensitively (D23); the type is part of what is hashed. */
const normal = (identificationTypeId: number, identification: string) =>
  `${identificationTypeId}:${identification.toUpperCase()}`

/** The 32 bytes by which a collaborator is kept. */
export function hmacIdentification(
  keys: Pick<IdentificationKeys, 'hmac'>,
  identificationTypeId: number,
  identification: string,
): Buffer {
  return hmacOf(keys.hmac, normal(identificationTypeId, identification))
}

/** All by which a collaborator may stand, the newest first: while rows are re-keyed, each stands under one of them. */
export const hmacsOf = (keys: IdentificationKeys, identificationTypeId: number, identification: string): Buffer[] =>
  [...keys.held.values()].map((pair) => hmacIdentification(pair, identificationTypeId, identification))

/** The identification, encrypted for storage. Its case is kept, because pages show it as it was written. */
export const encryptIdentification = (keys: IdentificationKeys, identification: string): Buffer =>
  seal(keys.encryption, Buffer.from(identification))

/** The identification as it was written. Throws when the bytes were altered, or are of another generation. */
export const decryptIdentification = (keys: IdentificationKeys, bytes: Buffer, generation: number): string =>
  openSealed(keyOf(keys.held, generation).encryption, bytes).toString('utf8')
