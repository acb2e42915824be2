import { createHash } from 'node:crypto'
import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Environment } from '@/lib/kernel/environment'
import {
  digest,
  isSameHash,
  isWellFormedAccessToken,
  isWellFormedSecret,
  mintAccessToken,
  mintApiKey,
  mintClientId,
  mintClientSecret,
  parseApiKey,
  Secret,
} from './secret'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `text` with another character at `at`. */
const mistyped = (text: string, at: number, character: string) => text.slice(0, at) + character + text.slice(at + 1)

describe('a Secret', () => {
  const secret = new Secret('hunter2-hunter2')

  it('gives its text away through reveal alone', () => {
    expect(secret.reveal()).toBe('hunter2-hunter2')
    const shown = [
      `${secret}`,
      JSON.stringify({ secret, list: [secret] }),
      inspect({ secret }, { showHidden: true, depth: null }),
      format('%s %o %O %j', secret, secret, secret, secret),
      Object.entries(secret).join(),
      JSON.stringify(structuredClone({ ...secret })),
    ]
    for (const text of shown) expect(text).not.toContain('hunter2')
  })
})

describe('an API key', () => {
  it('is ck_, 16 letters and digits, a period and the secret (D52)', () => {
    const { prefix, apiKey, secretHash } = mintApiKey('test')
    expect(apiKey.reveal()).toMatch(/^ck_[A-Za-z0-9]{16}\.[A-Za-z0-9]{49}$/)
    const [first, secretText] = apiKey.reveal().split('.')
    expect(first).toBe(`ck_${prefix}`)
    expect(parseApiKey(apiKey.reveal())).toEqual({ prefix, secretText })
    expect(secretHash).toEqual(sha256(secretText ?? ''))
  })

  it('never comes twice, and holds at least 192 random bits beside its checksum (D52)', () => {
    const minted = Array.from({ length: 500 }, () => mintApiKey('test'))
    expect(new Set(minted.map((one) => one.prefix)).size).toBe(500)
    const randomParts = minted.map((one) => one.apiKey.reveal().slice(20, -6))
    expect(new Set(randomParts).size).toBe(500)
    const seen = new Set(randomParts.join(''))
    expect((randomParts[0]?.length ?? 0) * Math.log2(seen.size)).toBeGreaterThanOrEqual(192)
  })

  it('with one character mistyped, wherever, is recognised as a typo without a look-up (D52)', () => {
    fc.assert(
      fc.property(fc.nat(64), fc.constantFrom(...alphanumeric), (place, character) => {
        const text = mintApiKey('test').apiKey.reveal()
        const at = place < 16 ? 3 + place : 4 + place
        fc.pre(text[at] !== character)
        expect(parseApiKey(mistyped(text, at, character))).toBeUndefined()
      }),
    )
  })

  it.each([
    ['two neighbours swapped', (key: string) => key.replace(/(..)$/, (pair) => [...pair].reverse().join(''))],
    ['cut short', (key: string) => key.slice(0, -1)],
    ['with a character too many', (key: string) => `${key}A`],
    ['in another case', (key: string) => key.replace('ck_', 'CK_')],
    ['without its period', (key: string) => key.replace('.', '')],
    ['with a line feed', (key: string) => `${key}\n`],
    [
      'with the secret of another key',
      (key: string) => key.slice(0, 20) + mintApiKey('test').apiKey.reveal().slice(20),
    ],
  ])('%s is no key', (_, spoil) => {
    let key = mintApiKey('test').apiKey.reveal()
    // A swap of two equal characters would be the key itself.
    while (spoil(key) === key) key = mintApiKey('test').apiKey.reveal()
    expect(parseApiKey(spoil(key))).toBeUndefined()
  })

  it('of an earlier build stays a key: the checksum is a promise', () => {
    expect(parseApiKey('ck_AAAAAAAAAAAAAAAA.0123456789abcdefghijklmnopqrstuvwxyzABCDEFG4e2L7e')).toEqual({
      prefix: 'AAAAAAAAAAAAAAAA',
      secretText: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFG4e2L7e',
    })
  })
})

describe('the names of credentials', () => {
  const names = (environment: Environment) =>
    Array.from({ length: 50 }, () => [mintApiKey(environment).prefix, mintClientId(environment, 7).replace('m7-', '')])

  it('begin with test in the test environment, within their lengths (D66)', () => {
    for (const [prefix, random] of names('test')) {
      expect(prefix).toMatch(/^test[A-Za-z0-9]{12}$/)
      expect(random).toMatch(/^test[a-z0-9]{16}$/)
    }
  })

  it('are random from their first character in production (D66)', () => {
    const made = names('production')
    for (const of of [0, 1] as const) {
      expect(new Set(made.map((pair) => pair[of]?.slice(0, 4))).size).toBeGreaterThan(40)
    }
    for (const [prefix, random] of made) {
      expect(prefix).toMatch(/^[A-Za-z0-9]{16}$/)
      expect(random).toMatch(/^[a-z0-9]{20}$/)
    }
  })
})

describe('an OAuth client', () => {
  it('has an id that begins with m, its merchant and a hyphen (contract, 5)', () => {
    expect(mintClientId('test', 7)).toMatch(/^m7-[a-z0-9]{20}$/)
    expect(mintClientId('test', 7)).not.toBe(mintClientId('test', 7))
  })

  it('has a secret that is well-formed for its own id alone, stored as SHA-256 (D52)', () => {
    const { clientSecret, secretHash } = mintClientSecret('m7-abc')
    expect(isWellFormedSecret('m7-abc', clientSecret.reveal())).toBe(true)
    expect(isWellFormedSecret('m8-abc', clientSecret.reveal())).toBe(false)
    expect(secretHash).toEqual(sha256(clientSecret.reveal()))
  })
})

describe('an access token', () => {
  it('is opaque, of 256 random bits, and stored as SHA-256 (D49)', () => {
    const { accessToken, tokenHash } = mintAccessToken()
    expect(accessToken.reveal()).toMatch(/^[A-Za-z0-9]{43}$/)
    expect(accessToken.reveal()).not.toBe(mintAccessToken().accessToken.reveal())
    expect(tokenHash).toEqual(sha256(accessToken.reveal()))
    expect(accessToken.reveal().length * Math.log2(62)).toBeGreaterThanOrEqual(256)
  })

  it.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}-`, `${'a'.repeat(43)}\n`])('is not %j', (text) => {
    expect(isWellFormedAccessToken(text)).toBe(false)
  })
})

describe('a comparison with a stored hash (D52)', () => {
  it('accepts the secret behind the hash and nothing else', () => {
    expect(isSameHash(digest('right'), digest('right'))).toBe(true)
    expect(isSameHash(digest('wrong'), digest('right'))).toBe(false)
    expect(isSameHash(digest(''), digest('right'))).toBe(false)
  })

  it('accepts nothing where there is no hash, not even the text behind the dummy', () => {
    expect(isSameHash(digest('no secret has this digest'), undefined)).toBe(false)
    expect(isSameHash(digest(''), undefined)).toBe(false)
  })
})
