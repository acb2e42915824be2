import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const lingerMs = 1_000

/** How much may pass unread: as much as a body may have (D7). */
const unreadBytesMax = 256 * 1024

/**
 * Sends the last word, reads no more, and ends the connection a moment later. Ended at once, it would be reset for a client that
 * is still sending, which would then never see the last word. Never ended by us, it would stay half open for ever when the client
 * does not end it.
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
 * Calls `then` when every request that arrived whole on the connection is answered. An incomplete request gets no answer: the
 * bytes that cannot be read belong to it.
 */
export function afterAnswers(socket: Socket & { _httpMessage?: ServerResponse | null }, then: () => void): void {
  const answering = socket._httpMessage
  if (answering?.req.complete) answering.once('close', () => afterAnswers(socket, then))
  else then()
}

/**
 * Bounds how much is read of a body that nobody uses, such as that of a refused call. What an honest sender may have sent before
 * it sees the answer is accepted; then the connection ends. Node alone would read any amount.
 */
export function boundUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { 'content-length': declared = '0', 'transfer-encoding': coding } = incoming.headers
  if (Number(declared) > unreadBytesMax) outgoing.shouldKeepAlive = false
  else if (coding === undefined) return
  // Before Node's own listener, which reads and discards a body that nobody has begun to read.
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
