import { isIPv6 } from 'node:net'

/** The network that an address is counted with: an IPv6 address's first 64 bits (RFC 4291, 2.5.1), an IPv4 address itself. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const given = [...groups(head), ...groups(tail)]
  const left = tail === undefined ? 0 : 8 - given.length - (given.at(-1)?.includes('.') ? 1 : 0)
  const all = [...groups(head), ...Array<string>(left).fill('0'), ...groups(tail)]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
