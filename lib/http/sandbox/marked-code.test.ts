import { describe, expect, it } from 'vitest'
import { newCode } from '@/lib/kernel/random-text'
import { identities } from '@/lib/sandbox/identities'
import { identityOfCode, markCode } from './marked-code'

describe('the code of an authorization for a staged identity', () => {
  it('has the form of every code, and names the identity, in any case of its letters (D42)', () => {
    for (const identity of identities) {
      const code = markCode(newCode(), identity)
      expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){4}[A-HJKMNP-Z2-9]{4}$/)
      expect(identityOfCode(code)).toBe(identity)
      expect(identityOfCode(code.toLowerCase())).toBe(identity)
    }
  })

  it('is another each time', () => {
    const [identity] = identities
    if (!identity) throw new Error('no identity')
    const codes = Array.from({ length: 200 }, () => markCode(newCode(), identity))
    expect(new Set(codes).size).toBe(200)
    // Twelve letters by chance: its hour, which the codes of these moments share, is not among them (ADR-0092).
    expect(new Set(codes.map((code) => code.slice(0, 3))).size).toBeGreaterThan(100)
  })

  it.each(['7KQM-2WXA-9DPT-HV4C-N8RB', 'AAAA-AAAA-AAAA-TEST-PRKK', 'AAAA-AAAA-AAAA-TEST-PRZZ', '', 'TEST-PRDA'])(
    'is not seen in %s',
    (code) => {
      expect(identityOfCode(code)).toBeUndefined()
    },
  )
})
