import { randomBytes } from 'node:crypto'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiRequest, Peer } from './exchange'

/**
 * The address at the other end of the socket, as the door that took the request knows it. The platform's Request does
 * not have it.
 */

/** Of each `Request` that the Node door made. */
const peers = new WeakMap<object, Peer>()

export const setPeerAddress = (request: Request, address: string, incoming?: IncomingMessage): void => {
  peers.set(request, { address: plainAddress(address), incoming })
}

const knownPeer = (request: ApiRequest): Peer | undefined => request.peer ?? peers.get(request)

/** Whether the whole request is here, as far as its door knows: nobody waits for a sender then. */
export function hasArrived(request: ApiRequest): boolean {
  const peer = knownPeer(request)
  return peer?.arrived !== undefined || peer?.incoming?.complete === true
}

/** Whether something of the request is still to come, as far as its door knows. */
export const isArriving = (request: ApiRequest): boolean => knownPeer(request)?.incoming?.complete === false

/** The body of a request that is here, when it has that length; undefined when it must be waited for, or its door does not know. */
export function arrivedBody(request: ApiRequest, length: number): Uint8Array | undefined {
  const { arrived, incoming } = knownPeer(request) ?? {}
  if (arrived) return arrived.body.length === length ? arrived.body : undefined
  if (incoming?.complete !== true || incoming.readableLength !== length) return undefined
  return incoming.read() ?? undefined
}

/**
 * Next gives neither a page nor a route its socket, and passes on an `X-Forwarded-For` that the caller wrote as if a
 * proxy had written it. So the address is put into a header of our own before Next sees the request, in place of
 * whatever the caller sent under that name, beside a random token that only this process knows.
 */
const header = 'x-aliado-peer'

const holder = globalThis as typeof globalThis & {
  aliadoPeerToken?: string
  /** The sockets of the requests that Next is answering, by the number in their header; undefined unless they are wanted. */
  aliadoSockets?: Map<string, Socket>
}

/** From now on the connection of a request can be cut at Next's door too. */
export const rememberSockets = (): void => {
  holder.aliadoSockets ??= new Map()
}

let sockets = 0

/** The number under which the socket of a request is known until it is answered; empty where sockets are not wanted. */
function remember({ socket }: IncomingMessage, outgoing: ServerResponse): string {
  const { aliadoSockets } = holder
  if (aliadoSockets === undefined) return ''
  const number = String(++sockets)
  aliadoSockets.set(number, socket)
  outgoing.once('close', () => aliadoSockets.delete(number))
  return ` ${number}`
}

const socketOf = (request: ApiRequest): Socket | undefined => {
  const [token, , number = ''] = request.headers.get(header)?.split(' ') ?? []
  const marked = token === holder.aliadoPeerToken ? holder.aliadoSockets?.get(number) : undefined
  const { arrived, incoming } = knownPeer(request) ?? {}
  return arrived?.socket ?? incoming?.socket ?? marked
}

/** Whether the connection that a request came by can be cut: its door knows it. */
export const isCuttable = (request: ApiRequest): boolean => socketOf(request) !== undefined

/** Resets the connection that a request came by. */
export function cutConnection(request: ApiRequest): void {
  socketOf(request)?.resetAndDestroy()
}

/** Marks every request of this process from now on. Once is enough, and a second time changes nothing. */
export function markPeers(): void {
  if (holder.aliadoPeerToken !== undefined) return
  const token = randomBytes(16).toString('hex')
  holder.aliadoPeerToken = token
  const emit = Server.prototype.emit
  Server.prototype.emit = function emitMarked(this: Server, event: string | symbol, ...details: unknown[]) {
    if (event === 'request') {
      const request = details[0] as IncomingMessage
      const known = remember(request, details[1] as ServerResponse)
      request.headers[header] = `${token} ${request.socket.remoteAddress ?? ''}${known}`
    }
    return Reflect.apply(emit, this, [event, ...details])
  } as typeof emit
}

/** The address at the other end of the socket, as it was marked; null for a request that came before `markPeers`. */
export function markedPeer(headers: ApiRequest['headers']): string | null {
  const [token, address] = headers.get(header)?.split(' ') ?? []
  return token !== undefined && token === holder.aliadoPeerToken && address ? plainAddress(address) : null
}

/** The address at the other end of the socket, whichever door took the request; null where no door has set it. */
export const peerOf = (request: ApiRequest): string | null => knownPeer(request)?.address ?? markedPeer(request.headers)

/** An address as people know it: an IPv4 one that a socket of both kinds shows as IPv6 (RFC 4291, 2.5.5.2) is written as IPv4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
