import type { Env } from '@/lib/env'
import type { ApiRequest } from './exchange'
import { peerOf } from './peer-address'

/** Which proxies are ours: how many stand in a row, and from where the nearest one connects. */
export type Proxies = Pick<Env, 'TRUSTED_PROXY_HOPS' | 'TRUSTED_PROXIES'>

/**
 * The caller's address. `peer` is the address at the other end of the socket. Where `peer` is one of our proxies, the
 * caller's address is the one that our farthest proxy saw: the entry of `X-Forwarded-For` whose position from the end is
 * the number of our proxies. An entry that a caller wrote there is never believed, not even when the caller reaches the
 * port past our proxies. Null where the address is not known.
 */
export function callerAddress(peer: string | null, forwardedFor: string | null, proxies: Proxies): string | null {
  if (peer === null || proxies.TRUSTED_PROXY_HOPS === 0 || !proxies.TRUSTED_PROXIES.holds(peer)) return peer
  const seen = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .at(-proxies.TRUSTED_PROXY_HOPS)
  return seen && seen.length <= 64 ? seen : peer
}

/** The address of the caller that sent this request to the API, at either door. */
export const clientAddress = (request: ApiRequest, proxies: Proxies): string | null =>
  callerAddress(peerOf(request), request.headers.get('x-forwarded-for'), proxies)
