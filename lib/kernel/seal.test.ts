import { describe, expect, it } from 'vitest'
import { deriveKey } from './derive-key'
import { openSealed, seal } from './seal'

const dataKey = Buffer.alloc(32, 7).toString('base64')
const key = deriveKey(dataKey, 'aliado import encryption v1')
const plain = Buffer.from('Café')

describe('what is sealed', () => {
  it('opens as it was, and never looks the same', () => {
    const [one, two] = [seal(key, plain, 'articles of merchant 7'), seal(key, plain, 'articles of merchant 7')]
    expect(one.equals(two)).toBe(false)
    expect(openSealed(key, one, 'articles of merchant 7')).toEqual(plain)
    expect(openSealed(key, seal(key, Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
  })

  it('opens neither with another key, nor under other words, nor altered, nor with a shorter tag', () => {
    const sealed = seal(key, plain, 'articles of merchant 7')
    const other = deriveKey(dataKey, 'aliado totp encryption v1')
    expect(() => openSealed(other, sealed, 'articles of merchant 7')).toThrow()
    expect(() => openSealed(key, sealed, 'articles of merchant 8')).toThrow()
    expect(() => openSealed(key, sealed)).toThrow()
    for (const at of sealed.keys()) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => openSealed(key, altered, 'articles of merchant 7'), `byte ${at}`).toThrow()
    }
    for (let length = 0; length < 28; length++) {
      expect(() => openSealed(key, sealed.subarray(0, length), ''), `${length} bytes`).toThrow()
    }
  })
})

describe('a derived key', () => {
  it('is another for each purpose and each DATA_KEY, which is 32 bytes', () => {
    const otherDataKey = Buffer.alloc(32, 8).toString('base64')
    expect(deriveKey(dataKey, 'aliado import encryption v1')).toEqual(key)
    expect(deriveKey(dataKey, 'aliado fingerprint v1')).not.toEqual(key)
    expect(deriveKey(otherDataKey, 'aliado import encryption v1')).not.toEqual(key)
    expect(() => deriveKey(Buffer.alloc(31).toString('base64'), 'aliado fingerprint v1')).toThrow(
      'DATA_KEY is 32 bytes',
    )
  })
})
