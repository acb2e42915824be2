import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Addresses of one network of a shop from which they are proposed as that network. */
const manyOfOne = 4

/**
 * The networks that hold all of these addresses: each IPv4 address as it is, or its 256 neighbours where there are four or more of
 * them; each IPv6 address as its /64, within which a machine changes its address by itself (RFC 8981). What is no address is left out.
 */
export function proposeNetworks(addresses: readonly string[]): string[] {
  const networks = new Map<string, Set<string>>()
  for (const address of addresses.map(plainOf)) {
    const network = isIPv4(address)
      ? ipv4Network(address)
      : isIPv6(address) && !address.includes('%')
        ? ipv6Network(address)
        : undefined
    if (network !== undefined) networks.set(network, (networks.get(network) ?? new Set()).add(address))
  }
  return [...networks].flatMap(([network, members]) =>
    network.includes(':') || members.size >= manyOfOne ? network : [...members],
  )
}

/** An IPv4 address that a socket of both families shows as an IPv6 one (RFC 4291, 2.5.5.2). */
const plainOf = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const ipv4Network = (address: string): string => `${address.slice(0, address.lastIndexOf('.'))}.0/24`

function ipv6Network(address: string): string {
  // In its shortest form, of which at most one part is left out.
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  const [head = '', tail] = short.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const all = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last]
  return `${new SocketAddress({ address: `${all.slice(0, 4).join(':')}::`, family: 'ipv6' }).address}/64`
}
