import { describe, expect, it } from 'vitest'
import { keyring } from '@/lib/kernel/data-keys'
import { openTotpSecret, sealTotpSecret } from './seal'

const key = keyring(Buffer.alloc(32, 7).toString('base64'), 'aliado totp encryption v1')

describe('a sealed secret', () => {
  it('opens for its user, and never looks the same', () => {
    const [one, two] = [sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP', 1), sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP', 1)]
    expect(one.sealed.equals(two.sealed)).toBe(false)
    expect(openTotpSecret(key, 5, one)).toBe('JBSWY3DPEHPK3PXP')
  })

  it('opens neither for another user, nor with another key, nor altered', () => {
    const sealed = sealTotpSecret(key, 5, 'JBSWY3DPEHPK3PXP', 1)
    expect(() => openTotpSecret(key, 6, sealed)).toThrow()
    expect(() =>
      openTotpSecret(keyring(Buffer.alloc(32, 8).toString('base64'), 'aliado totp encryption v1'), 5, sealed),
    ).toThrow()
    expect(() => openTotpSecret(key, 5, { ...sealed, generation: 2 })).toThrow('generation 2')
    const altered = Buffer.from(sealed.sealed)
    altered[20] = (altered[20] ?? 0) ^ 1
    expect(() => openTotpSecret(key, 5, { ...sealed, sealed: altered })).toThrow()
  })
})
