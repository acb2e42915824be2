import { randomBytes } from 'node:crypto'
import { type IncomingMessage, Server } from 'node:http'

/**
 * The address at the other end of the socket, as the door that took the request knows it. The platform's Request does
 * not have it.
 */

/** Set by the Node door for each request. */
const peers = new WeakMap<Request, string>()

export const setPeerAddress = (request: Request, address: string): void => {
  peers.set(request, plainAddress(address))
}

/**
 * Next gives neither a page nor a route its socket, and passes on an `X-Forwarded-For` that the caller wrote as if a
 * proxy had written it. So the address is put into a header of our own before Next sees the request, in place of
 * whatever the caller sent under that name, beside a random token that only this process knows.
 */
const header = 'x-aliado-peer'

const holder = globalThis as typeof globalThis & { aliadoPeerToken?: string }

/** Marks every request of this process from now on. Once is enough, and a second time changes nothing. */
export function markPeers(): void {
  if (holder.aliadoPeerToken !== undefined) return
  const token = randomBytes(16).toString('hex')
  holder.aliadoPeerToken = token
  const emit = Server.prototype.emit
  Server.prototype.emit = function emitMarked(this: Server, event: string | symbol, ...details: unknown[]) {
    if (event === 'request') {
      const request = details[0] as IncomingMessage
      request.headers[header] = `${token} ${request.socket.remoteAddress ?? ''}`
    }
    return Reflect.apply(emit, this, [event, ...details])
  } as typeof emit
}

/** The address at the other end of the socket, as it was marked; null for a request that came before `markPeers`. */
export function markedPeer(headers: Headers): string | null {
  const [token, address] = headers.get(header)?.split(' ') ?? []
  return token !== undefined && token === holder.aliadoPeerToken && address ? plainAddress(address) : null
}

/** The address at the other end of the socket, whichever door took the request; null where no door has set it. */
export const peerOf = (request: Request): string | null => peers.get(request) ?? markedPeer(request.headers)

/** An address as people know it: an IPv4 one that a socket of both kinds shows as IPv6 (RFC 4291, 2.5.5.2) is written as IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
