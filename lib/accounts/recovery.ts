import { newUnambiguous } from '@/lib/kernel/random-text'

export const recoveryCodeCount = 10

const prefixLength = 4
const length = 12

/**
 * Ten new codes like `7KQM-2WXA-94TR`. The first four characters, all different and not secret, find the one hash to verify; the
 * other eight are 39 random bits, hence hashed as a password is (ASVS 6.5.2).
 */
export function newRecoveryCodes(): string[] {
  const prefixes = new Set<string>()
  while (prefixes.size < recoveryCodeCount) prefixes.add(newUnambiguous(prefixLength))
  return [...prefixes].map((prefix) => grouped(prefix + newUnambiguous(length - prefixLength)))
}

const grouped = (text: string) => text.match(/.{4}/g)?.join('-') ?? ''

/** A recovery code in the form in which it was given out, however it was typed; undefined when the text cannot be one. */
export function parseRecoveryCode(text: string): { prefix: string; code: string } | undefined {
  const bare = text.toUpperCase().replace(/[\s-]/g, '')
  if (!/^[A-HJKMNP-Z2-9]{12}$/.test(bare)) return undefined
  return { prefix: bare.slice(0, prefixLength), code: grouped(bare) }
}
