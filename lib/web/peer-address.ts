import { randomBytes } from 'node:crypto'
import { type IncomingMessage, Server } from 'node:http'
import { plainAddress } from '@/lib/http/address'

/**
 * Next shows a page no socket, and passes on an `X-Forwarded-For` that the caller wrote as if a proxy had. So the address is put
 * into a header of our own before Next sees the request, whatever the caller sent under that name, beside a word that only this
 * process knows.
 */
const header = 'x-aliado-peer'

const holder = globalThis as typeof globalThis & { aliadoPeerWord?: string }

/** Marks every request of this process from now on. Once is enough, and a second time changes nothing. */
export function markPeers(): void {
  if (holder.aliadoPeerWord !== undefined) return
  const word = randomBytes(16).toString('hex')
  holder.aliadoPeerWord = word
  const emit = Server.prototype.emit
  Server.prototype.emit = function emitMarked(this: Server, event: string | symbol, ...details: unknown[]) {
    if (event === 'request') {
      const request = details[0] as IncomingMessage
      request.headers[header] = `${word} ${request.socket.remoteAddress ?? ''}`
    }
    return Reflect.apply(emit, this, [event, ...details])
  } as typeof emit
}

/** The address at the other end of the socket; null for a request that came before `markPeers`. */
export function peerAddress(headers: Headers): string | null {
  const [word, address] = headers.get(header)?.split(' ') ?? []
  return word !== undefined && word === holder.aliadoPeerWord && address ? plainAddress(address) : null
}
