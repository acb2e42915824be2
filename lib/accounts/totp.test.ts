import { describe, expect, it } from 'vitest'
import { newTotpSecret, totpStepOf, totpUri } from './totp'

// RFC 6238, appendix B: the ASCII secret "12345678901234567890". Our codes are the last six digits of the ones there.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const at = (seconds: number) => new Date(seconds * 1000)

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s is that of RFC 6238', (seconds, code) => {
    expect(totpStepOf(rfcSecret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is six digits and nothing else', () => {
    for (const text of ['', '28708', '2870820', '28708a', '２８７０８２', ' 287082']) {
      expect(totpStepOf(rfcSecret, text, at(59))).toBeUndefined()
    }
  })
})

describe('a secret', () => {
  it('has 160 bits and says to an authenticator whose it is', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(totpUri(secret, 'luisa@mercado.example'))
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain('Aliado:luisa@mercado.example')
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect(uri.searchParams.get('issuer')).toBe('Aliado')
  })
})
