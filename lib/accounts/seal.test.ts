import { describe, expect, it } from 'vitest'
import { deriveKey } from '@/lib/kernel/derive-key'
import { openTotpSecret, sealTotpSecret } from './seal'

const key = deriveKey(Buffer.alloc(32, 7).toString('base64'), 'aliado totp encryption v1')

describe('a sealed secret', () => {
  it('opens for its user, and never looks the same', () => {
    const [one, two] = [sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP'), sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP')]
    expect(one.equals(two)).toBe(false)
    expect(openTotpSecret(key, 5, one)).toBe('JBSWY3DPEHPK3PXP')
  })

  it('opens neither for another user, nor with another key, nor altered', () => {
    const sealed = sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP')
    expect(() => openTotpSecret(key, 6, sealed)).toThrow()
    expect(() =>
      openTotpSecret(deriveKey(Buffer.alloc(32, 8).toString('base64'), 'aliado totp encryption v1'), 5, sealed),
    ).toThrow()
    const altered = Buffer.from(sealed)
    altered[20] = (altered[20] ?? 0) ^ 1
    expect(() => openTotpSecret(key, 5, altered)).toThrow()
  })
})
