import { describe, expect, it } from 'vitest'
import { readNetworks } from './networks'

describe('networks', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7', '10.0.0.8'],
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
    ['192.0.2.0/24, 2001:db8::/32', '2001:db8:7::1', '2001:db9::1'],
    ['192.0.2.0/24 ::1', '192.0.2.255', '::2'],
    ['fe80::/10', 'fe80::1%eth0', 'fec0::1'],
    ['0.0.0.0/0', '203.0.113.1', '::1'],
  ])('%s hold %s, and not %s', (text, inside, outside) => {
    const networks = readNetworks(text)
    expect([networks?.holds(inside), networks?.holds(outside)]).toEqual([true, false])
  })

  it('hold no word', () => {
    expect(readNetworks('0.0.0.0/0 ::/0')?.holds('unknown')).toBe(false)
  })

  it.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.0/8/8', '::1/129', '10.0.0.0/-1', 'fe80::1%eth0'])(
    'are not read from %s',
    (text) => {
      expect(readNetworks(text)).toBeUndefined()
    },
  )
})
