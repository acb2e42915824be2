import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const lingerMs = 1_000

/** What may pass unread: as much as a body may have (D7). */
const unreadBytesMax = 256 * 1024

/**
 * Says the last word, reads no more, and ends the connection a moment later. At once would be a reset for who is still sending,
 * who then never sees the word; and without an end of ours, who does not hang up would keep it half open for ever.
 */
export function hangUp(socket: Socket, lastWord?: string): void {
  socket.pause()
  socket.destroySoon = () => {}
  if (lastWord === undefined) socket.end()
  else socket.end(lastWord)
  const linger = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(linger))
}

/**
 * Calls `then` when every request that has come whole on the connection is answered. A request that has not will not: what
 * cannot be read is within it.
 */
export function afterAnswers(socket: Socket & { _httpMessage?: ServerResponse | null }, then: () => void): void {
  const answering = socket._httpMessage
  if (answering?.req.complete) answering.once('close', () => afterAnswers(socket, then))
  else then()
}

/**
 * Bounds what is taken in of a body that nobody reads, a refused call's: what an honest sender may have sent before it sees the
 * answer passes, and then the connection ends. Node alone would take in whatever comes.
 */
export function boundUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'content-length': declared = '0', 'transfer-encoding': coding } = incoming.headers
  if (Number(declared) > unreadBytesMax) outgoing.shouldKeepAlive = false
  else if (coding === undefined) return
  // Before Node's own listener, which takes in, unseen, a body that nobody has begun to read.
  outgoing.prependOnceListener('finish', () => {
    if (incoming.complete) return
    const { socket } = incoming
    let bytesLeft = unreadBytesMax
    const count = (chunk: Buffer): void => {
      bytesLeft -= chunk.length
      if (bytesLeft < 0) end()
    }
    const end = (): void => {
      incoming.off('data', count).pause()
      hangUp(socket)
    }
    // What Node calls after an answer that ends the connection.
    socket.destroySoon = end
    incoming.on('data', count).read()
  })
}
