/** Who is at the other end of the socket, as the door knows it. A Request of the platform does not say. */
const peers = new WeakMap<Request, string>()

/** Said by the Node door for each request. */
export const setPeerAddress = (request: Request, address: string): void => {
  peers.set(request, plainAddress(address))
}

/** An address as people know it: an IPv4 one that a socket of both kinds shows as IPv6 (RFC 4291, 2.5.5.2) is written as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** What the farthest of `trustedHops` proxies of ours saw: it is at that place from the end of `X-Forwarded-For`, behind what they added. */
export function forwardedAddress(forwardedFor: string | null, trustedHops: number): string | undefined {
  if (trustedHops === 0) return undefined
  const seen = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .at(-trustedHops)
  return seen && seen.length <= 64 ? seen : undefined
}

/**
 * The caller's address: the socket's, or, behind `trustedHops` proxies of ours, what the farthest of them saw. What the caller
 * itself wrote into `X-Forwarded-For` is never believed. Null where neither is known.
 */
export function clientAddress(request: Request, trustedHops: number): string | null {
  return forwardedAddress(request.headers.get('x-forwarded-for'), trustedHops) ?? peers.get(request) ?? null
}
