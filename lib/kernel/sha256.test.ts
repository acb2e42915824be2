import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256'

describe('SHA-256', () => {
  it('is what FIPS 180-4 has for "abc"', () => {
    expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('is what Node computes, of every text and of all bytes, and stays what it was', () => {
    const data = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    )
    fc.assert(
      fc.property(fc.array(data, { maxLength: 5 }), (all) => {
        const digests = all.map(sha256)
        for (const [at, one] of all.entries())
          expect(digests[at]?.equals(createHash('sha256').update(one).digest())).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
