import { type DataKeys, heldKeys, keyOf, oldestKey } from '@/lib/kernel/data-keys'
import { deriveKey } from '@/lib/kernel/derive-key'
import { openSealed, seal } from '@/lib/kernel/seal'
import type { SigningPurpose } from '@/lib/kernel/signing-key'

/**
 * What was derived from an earlier DATA_KEY and must outlive it (ADR-0060): the keys of the fingerprints by which a repeated call is
 * known, whenever it comes (D44), and the seeds of the keys that sign what others keep. They are kept sealed with the present one.
 */
export type CarriedKeys = {
  readonly fingerprints: readonly Buffer[]
  readonly signing: Readonly<Record<SigningPurpose, Buffer>>
}

const signingPurposes: readonly SigningPurpose[] = ['aliado audit signing v1', 'aliado certificate signing v1']

const ofEachPurpose = <T>(value: (purpose: SigningPurpose) => T): Record<SigningPurpose, T> =>
  Object.fromEntries(signingPurposes.map((purpose) => [purpose, value(purpose)])) as Record<SigningPurpose, T>

/** As the row of the installation has them. */
export type Kept = { readonly keyGeneration: number; readonly carriedKeys: Buffer | null }

type Written = { readonly fingerprints: readonly string[]; readonly signing: Record<SigningPurpose, string> }

const sealKey = (key: string) => deriveKey(key, 'aliado carried keys v1')

export function sealCarriedKeys(key: string, carried: CarriedKeys): Buffer {
  const written: Written = {
    fingerprints: carried.fingerprints.map((each) => each.toString('base64')),
    signing: ofEachPurpose((purpose) => carried.signing[purpose].toString('base64')),
  }
  return seal(sealKey(key), Buffer.from(JSON.stringify(written)))
}

/** Undefined where nothing was carried: DATA_KEY was never changed. Throws without the key of the row's generation. */
export function openCarriedKeys(keys: DataKeys | string, kept: Kept | undefined): CarriedKeys | undefined {
  if (!kept?.carriedKeys) return undefined
  const held = new Map(heldKeys(keys).map(({ generation, key }) => [generation, key]))
  const opened = openSealed(sealKey(keyOf(held, kept.keyGeneration)), kept.carriedKeys)
  const written = JSON.parse(opened.toString('utf8')) as Written
  return {
    fingerprints: written.fingerprints.map((each) => Buffer.from(each, 'base64')),
    signing: ofEachPurpose((purpose) => Buffer.from(written.signing[purpose], 'base64')),
  }
}

/** What the keys of the generation before leave behind. */
export function carriedFrom(oldKey: string, kept: Kept): CarriedKeys {
  const before = openCarriedKeys({ key: oldKey, generation: kept.keyGeneration }, kept)
  return {
    fingerprints: [...(before?.fingerprints ?? []), deriveKey(oldKey, 'aliado fingerprint v1')],
    signing: ofEachPurpose((purpose) => before?.signing[purpose] ?? deriveKey(oldKey, purpose)),
  }
}

/**
 * The keys of fingerprints that others may have made: processes that have only the older or only the newer key, and those of before
 * a change. A process makes its own with the oldest that it was given, which all others can compare.
 */
export function formerFingerprintKeys(keys: DataKeys, kept: Kept | undefined): readonly Buffer[] {
  const others = heldKeys(keys).filter(({ generation }) => generation !== oldestKey(keys).generation)
  const ours = others.map(({ key }) => deriveKey(key, 'aliado fingerprint v1'))
  return [...ours, ...(openCarriedKeys(keys, kept)?.fingerprints ?? [])]
}

/** The seed of the key that signs for a purpose: the same for as long as the installation lives. */
export function signingSeed(keys: DataKeys | string, kept: Kept | undefined, purpose: SigningPurpose): Buffer {
  const oldest = oldestKey(keys)
  if (oldest.generation === 1) return deriveKey(oldest.key, purpose)
  return openCarriedKeys(keys, kept)?.signing[purpose] ?? deriveKey(oldest.key, purpose)
}
