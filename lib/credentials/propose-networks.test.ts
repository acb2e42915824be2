import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowedFrom } from './allowed-addresses'
import { proposeNetworks } from './propose-networks'

describe('the list that a credential’s calls propose (ADR-0041)', () => {
  it.each([
    [[], []],
    [['203.0.113.7'], ['203.0.113.7']],
    [['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.7']],
    [
      ['203.0.113.1', '203.0.113.2', '203.0.113.3'],
      ['203.0.113.1', '203.0.113.2', '203.0.113.3'],
    ],
    [
      ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '198.51.100.9'],
      ['203.0.113.0/24', '198.51.100.9'],
    ],
    [
      ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:db8:0:8::1'],
      ['2001:db8:0:7::/64', '2001:db8:0:8::/64'],
    ],
    [['::1'], ['::/64']],
    [['fe80::1%eth0', 'unknown', ''], []],
  ])('of %j is %j', (addresses, proposal) => {
    expect(proposeNetworks(addresses)).toEqual(proposal)
  })

  it('refuses none of the calls that it was made of', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6())
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 30 }), (addresses) => {
        const proposal = proposeNetworks(addresses)
        for (const one of addresses) expect(isAllowedFrom(proposal, () => one)).toBe(true)
      }),
    )
  })
})
