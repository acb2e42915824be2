/** Who is at the other end of the socket, as the door knows it. A Request of the platform does not say. */
const peers = new WeakMap<Request, string>()

/** Said by the Node door for each request. */
export const setPeerAddress = (request: Request, address: string): void => {
  peers.set(request, address)
}

/**
 * The caller's address: the socket's, or, behind `trustedHops` proxies of ours, what the farthest of them saw. What the caller
 * itself wrote into `X-Forwarded-For` is never believed. Null where neither is known.
 */
export function clientAddress(request: Request, trustedHops: number): string | null {
  if (trustedHops > 0) {
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const seen = hops.at(-trustedHops)
    if (seen && seen.length <= 64) return seen
  }
  return peers.get(request) ?? null
}
