import { BlockList, isIP, isIPv4 } from 'node:net'

/** Networks of addresses; `holds` tells whether an address belongs to one of them. */
export type Networks = { holds(address: string): boolean }

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Reads addresses and networks (`10.0.0.0/8`) between commas or spaces. Undefined when one of them is neither. */
export function readNetworks(text: string): Networks | undefined {
  const list = new BlockList()
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix, ...more] = part.split('/')
    const bits = isIPv4(address) ? 32 : 128
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    // A zone (RFC 4007) names an interface of this machine, not a network.
    if (isIP(address) === 0 || address.includes('%') || more.length > 0 || !(length <= bits)) return undefined
    list.addSubnet(address, length, family(address))
  }
  return {
    holds: (address) => {
      const plain = address.replace(/%.*$/, '')
      return isIP(plain) !== 0 && list.check(plain, family(plain))
    },
  }
}
