import type { Env } from '@/lib/env'
import { peerOf } from './peer-address'

/** Which proxies are ours: how many stand in a row, and from where the nearest one connects. */
export type Proxies = Pick<Env, 'TRUSTED_PROXY_HOPS' | 'TRUSTED_PROXIES'>

/**
 * The caller's address: `peer`, the socket's, or, where that is a proxy of ours, what the farthest of ours saw, which is at its place
 * from the end of `X-Forwarded-For`, behind what they added. What a caller wrote there itself is never believed, also not when it
 * reaches the port past our proxies. Null where it is not known.
 */
export function callerAddress(peer: string | null, forwardedFor: string | null, proxies: Proxies): string | null {
  if (peer === null || proxies.TRUSTED_PROXY_HOPS === 0 || !proxies.TRUSTED_PROXIES.holds(peer)) return peer
  const seen = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .at(-proxies.TRUSTED_PROXY_HOPS)
  return seen && seen.length <= 64 ? seen : peer
}

/** The address of who sent this request to the API, at either door. */
export const clientAddress = (request: Request, proxies: Proxies): string | null =>
  callerAddress(peerOf(request), request.headers.get('x-forwarded-for'), proxies)
