import { timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'
import { crc32 } from 'node:zlib'
import type { Environment } from '@/lib/kernel/environment'
import { newAlphanumeric, newLowerAlphanumeric } from '@/lib/kernel/random-text'
import { sha256 } from '@/lib/kernel/sha256'
import { checksumOf, randomLength, secretLength } from './shape'

/** A secret that cannot print itself: JSON, templates and loggers show `[secret]`. Only `reveal` returns it. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}

/** CRC-32 of a text as six characters of base 62, so that a typo is refused without a look-up (D52). */
const checksum = (text: string): string => checksumOf(crc32(text))

/** Letters and digits: 256 random bits and the checksum over them and `context` (the part that is not secret). */
function mintSecretText(context: string): string {
  const random = newAlphanumeric(randomLength)
  return random + checksum(context + random)
}

/** Whether a text has the shape and checksum of a secret minted for `context`. No look-up, no secret compared. */
export function isWellFormedSecret(context: string, text: string): boolean {
  if (text.length !== secretLength || !/^[A-Za-z0-9]+$/.test(text)) return false
  return checksum(context + text.slice(0, randomLength)) === text.slice(randomLength)
}

/** High-entropy secrets are stored as SHA-256 (D52). 32 bytes. */
export const digest = (secretText: string): Buffer => sha256(secretText)

/** Compared when there is no hash to compare, so that unknown and wrong take as long. */
const dummyHash = digest('no secret has this digest')

/** Whether the digest of a presented secret is the stored one, in constant time, also when there is none (D52). */
export function isSameHash(presented: Buffer, hash: Buffer | undefined): boolean {
  const equal = timingSafeEqual(presented, hash ?? dummyHash)
  return hash !== undefined && equal
}

/** What public names of the test environment begin with, so that people and scanners tell them apart (D66). */
const testMark = 'test'

/** A random text of that length, whose first characters are the mark in the test environment alone (D66). */
const publicText = (environment: Environment, length: number, random: (length: number) => string): string =>
  environment === 'test' ? testMark + random(length - testMark.length) : random(length)

/** A new API key: `ck_` + prefix of 16 + `.` + secret (contract, 5). */
export function mintApiKey(environment: Environment): { prefix: string; apiKey: Secret; secretHash: Buffer } {
  const prefix = publicText(environment, 16, newAlphanumeric)
  const secretText = mintSecretText(prefix)
  return { prefix, apiKey: new Secret(`ck_${prefix}.${secretText}`), secretHash: digest(secretText) }
}

const apiKeyPattern = /^ck_([A-Za-z0-9]{16})\.([A-Za-z0-9]+)$/

/** The two parts of a presented API key; undefined when it cannot be one of ours. */
export function parseApiKey(text: string): { prefix: string; secretText: string } | undefined {
  const [, prefix, secretText] = apiKeyPattern.exec(text) ?? []
  if (prefix === undefined || secretText === undefined || !isWellFormedSecret(prefix, secretText)) return undefined
  return { prefix, secretText }
}

/** The prefix of what looks like an API key, even with a malformed secret: the office identifies the key by it. */
export const apiKeyPrefix = (text: string): string | undefined => apiKeyPattern.exec(text)?.[1]

/** `m<merchant id>-` + 103 random bits, 82 in the test environment: not secret, never reused. */
export const mintClientId = (environment: Environment, merchantId: number): string =>
  `m${merchantId}-${publicText(environment, 20, newLowerAlphanumeric)}`

/** A new secret for an OAuth client. */
export function mintClientSecret(clientId: string): { clientSecret: Secret; secretHash: Buffer } {
  const secretText = mintSecretText(clientId)
  return { clientSecret: new Secret(secretText), secretHash: digest(secretText) }
}

/** A new access token: opaque, 256 random bits (D49). */
export function mintAccessToken(): { accessToken: Secret; tokenHash: Buffer } {
  const text = newAlphanumeric(randomLength)
  return { accessToken: new Secret(text), tokenHash: digest(text) }
}

/** Whether a text has the shape of an access token. */
export const isWellFormedAccessToken = (text: string): boolean => /^[A-Za-z0-9]{43}$/.test(text)
