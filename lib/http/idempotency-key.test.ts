import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical } from '@/lib/kernel/canonical'
import { Fault } from '@/lib/kernel/fault'
import { fingerprint, readIdempotencyKey } from './idempotency-key'

const key = '7b0f5f0e-2f5c-4a52-9b0c-6a8d3c1f2e4d'
const another = '00000000-0000-0000-0000-000000000000'

const read = (...lines: string[]) => {
  const headers = new Headers()
  for (const line of lines) headers.append('Idempotency-Key', line)
  return readIdempotencyKey(new Request('http://localhost/', { headers }))
}

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error.code
    throw error
  }
  return 'none'
}

describe('an Idempotency-Key (D44)', () => {
  it.each([
    ['bare', [key]],
    ['in double quotes', [`"${key}"`]],
    ['in upper case', [key.toUpperCase()]],
    ['between spaces', [`  ${key}  `]],
    ['on two lines that agree', [key, key]],
    ['on two lines that agree but for case and quotes', [key, `"${key.toUpperCase()}"`]],
  ])('is read %s', (_, lines) => {
    expect(read(...lines)).toBe(key)
  })

  it('may be any UUID, of whatever version', () => {
    expect(read(another)).toBe(another)
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(read(uuid.toUpperCase())).toBe(uuid)
      }),
    )
  })

  it.each([[[]], [['']], [['   ']]])('is missing in %j', (lines) => {
    expect(codeOf(() => read(...lines))).toBe('idempotency_key_missing')
  })

  it.each([
    ['a word', ['purchase-17']],
    ['without hyphens', [key.replaceAll('-', '')]],
    ['in braces', [`{${key}}`]],
    ['as a URN', [`urn:uuid:${key}`]],
    ['in single quotes', [`'${key}'`]],
    ['with one quote', [`"${key}`]],
    ['too short', [key.slice(1)]],
    ['too long', [`${key}0`]],
    ['with a letter that is no digit', [key.replace('7', 'g')]],
    ['with its hyphens elsewhere', ['7b0f5f0-e2f5c-4a52-9b0c-6a8d3c1f2e4d']],
    ['twice, differing', [key, another]],
    ['twice on one line, differing', [`${key}, ${another}`]],
    ['with an empty second', [`${key},`]],
    ['with a word beside it', [key, 'x']],
  ])('is refused %s', (_, lines) => {
    expect(codeOf(() => read(...lines))).toBe('idempotency_key_invalid')
  })
})

/** The same value with the names of every object in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, entry]) => [name, shuffled(entry)]),
  )
}

describe('a fingerprint (D44)', () => {
  const secret = Buffer.alloc(32, 1)
  const of = (input: unknown, operation = 'applyDiscount', under = secret) =>
    fingerprint(under, operation, input).toString('hex')

  it('does not see the order of names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(of(shuffled(value))).toBe(of(value))
      }),
    )
  })

  it('is of text that keeps the whole value, so that two different values never share one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value)))).toBe(true)
      }),
    )
  })

  it('does not see a field that is absent, but sees null, the order of a list and the scale of a number', () => {
    expect(of({ a: 1, b: undefined })).toBe(of({ a: 1 }))
    expect(of({ a: null })).not.toBe(of({}))
    expect(of({ a: [1, 2] })).not.toBe(of({ a: [2, 1] }))
    expect(of({ a: 1000n })).not.toBe(of({ a: 100n }))
  })

  it('differs between operations and between keys of the service', () => {
    expect(of({ a: 1 }, 'registerConsumption')).not.toBe(of({ a: 1 }))
    expect(of({ a: 1 }, 'applyDiscount', Buffer.alloc(32, 2))).not.toBe(of({ a: 1 }))
  })

  it('is 32 bytes that do not hold what they are of (D32)', () => {
    const bytes = fingerprint(secret, 'applyDiscount', { identification: '00100000001' })
    expect(bytes).toHaveLength(32)
    expect(bytes.toString('latin1')).not.toContain('00100000001')
  })
})
