import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Hmac, hmacOf } from './hmac'

const hex = (text: string) => Buffer.from(text, 'hex')

describe('HMAC with SHA-256', () => {
  // RFC 4231, 4.2, 4.3, 4.7: a short key, a text that is not random, a key longer than a block.
  it.each([
    [hex('0b'.repeat(20)), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      hex('aa'.repeat(131)),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('is what RFC 4231 has, example %#', (key, text, expected) => {
    expect(new Hmac(key).of(text).toString('hex')).toBe(expected)
  })

  it('is what Node computes, for every key and text, one after the other', () => {
    const key = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(key, fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 5 }), (bytes, texts) => {
        for (const text of texts) {
          const expected = createHmac('sha256', bytes).update(text).digest()
          expect(hmacOf(bytes, text).equals(expected)).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
