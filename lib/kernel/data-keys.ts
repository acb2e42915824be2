import { assert } from './assert'
import { deriveKey, type KeyPurpose } from './derive-key'

/**
 * The keys that a process was given (ADR-0060): DATA_KEY, its generation, and during a change the key of the generation before.
 */
export type DataKeys = { readonly key: string; readonly generation: number; readonly old?: string | undefined }

type HeldKey = { readonly generation: number; readonly key: string }

/** The keys by generation, the newest first. A text is a key of generation 1. */
export function heldKeys(given: DataKeys | string): readonly [HeldKey, ...HeldKey[]] {
  if (typeof given === 'string') return [{ generation: 1, key: given }]
  const { key, generation, old } = given
  return [{ generation, key }, ...(old === undefined ? [] : [{ generation: generation - 1, key: old }])]
}

/** The oldest of them: what processes that have no newer one can work with too. */
export const oldestKey = (given: DataKeys | string): HeldKey => heldKeys(given).at(-1) ?? heldKeys(given)[0]

/** The keys for one purpose, by their generation. */
export type Keyring = ReadonlyMap<number, Buffer>

export const keyring = (given: DataKeys | string, purpose: KeyPurpose): Keyring =>
  new Map(heldKeys(given).map(({ generation, key }) => [generation, deriveKey(key, purpose)]))

/** The key of a generation. Throws when this process was not given it: what it guards is there, and is not read. */
export function keyOf<Key>(ring: ReadonlyMap<number, Key>, generation: number): Key {
  const key = ring.get(generation)
  assert(key !== undefined, `the data key of generation ${generation} is given`)
  return key
}
