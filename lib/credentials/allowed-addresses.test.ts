import { describe, expect, it } from 'vitest'
import { isAllowedFrom } from './allowed-addresses'

const from = (rules: string[] | null, address: string | null) => isAllowedFrom(rules, () => address)

describe('where a credential is accepted from (ADR-0041)', () => {
  it('is anywhere without rules, and then nobody asks for the address', () => {
    expect(
      isAllowedFrom(null, () => {
        throw new Error('asked')
      }),
    ).toBe(true)
    expect(from(null, null)).toBe(true)
  })

  it.each([
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '203.0.113.8', false],
    [['203.0.113.0/24'], '203.0.113.255', true],
    [['203.0.113.0/24'], '203.0.114.0', false],
    [['203.0.113.77/24'], '203.0.113.1', true],
    [['2001:db8::/32'], '2001:db8:1::9', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:0DB8:0:0::1'], '2001:db8::1', true],
    [['198.51.100.1', '2001:db8::/48', '203.0.113.0/28'], '203.0.113.15', true],
    [['198.51.100.1', '2001:db8::/48', '203.0.113.0/28'], '203.0.113.16', false],
    // The same machine, as a socket of both families names it (RFC 4291, 2.5.5.2).
    [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '::ffff:198.51.100.7', false],
    [['0.0.0.0/0'], '198.51.100.7', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
  ])('%j takes %s: %s', (rules, address, allowed) => {
    expect(from(rules, address)).toBe(allowed)
  })

  it('is nowhere for an address that is not known or is none, and by rules that cannot be read', () => {
    for (const address of [null, '', 'unknown', '203.0.113.7:443'])
      expect(from(['203.0.113.0/24'], address)).toBe(false)
    expect(from(['203.0.113.0/33'], '203.0.113.7')).toBe(false)
  })
})
