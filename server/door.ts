import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { commonHeaders, faultBody, faultHeaders } from '@/lib/http/envelope'
import { languageOfHeader } from '@/lib/http/language'
import { headersTooLarge } from '@/lib/http/refusals'
import { requestIdOfHeader } from '@/lib/http/request-id'
import { Fault } from '@/lib/kernel/fault'
import { admit } from './admission'
import { keepConnections } from './close-door'
import { afterAnswers, hangUp } from './hang-up'

/** Decisions that Node's http leaves open, made once for both doors: what is refused, and with which words. */

/**
 * A server whose every refusal is the error envelope (D1). It ignores a wish to speak another protocol, such as the `h2c` that
 * Java's HttpClient asks for by itself, and answers the request as it is (RFC 9110, 7.8). For that nothing may listen for
 * `upgrade`: Node would hand over the socket instead.
 */
export function openDoor(options: ServerOptions, answer: RequestListener): Server {
  // Without requireHostHeader a request that lacks one reaches the listener, which refuses it in the envelope.
  const server = createServer(
    { maxHeaderSize: 16 * 1024, ...options, requireHostHeader: false },
    (incoming, outgoing) => {
      if (admit(incoming)) answer(incoming, outgoing)
      else refuse(incoming, outgoing, new Fault('invalid_request'))
    },
  )
  keepConnections(server)
  server.on('newListener', (event, listener) => {
    if (event === 'upgrade') process.nextTick(() => server.off('upgrade', listener))
  })
  // Node would answer an expectation that it does not know with an empty 417; RFC 9110, 10.1.1 lets us ignore it.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.on('clientError', refuseUnreadable)
  server.on('connect', (_, socket) => refuseUnreadable(new Error('no tunnels'), socket as Socket))
  return server
}

/** Answers with a fault before anything else has seen the request. */
export function refuse({ headers }: IncomingMessage, outgoing: ServerResponse, fault: Fault): void {
  const given = headers['x-request-id']
  const body = faultBody(fault, languageOfHeader(headers['accept-language'] ?? null))
  outgoing
    .writeHead(fault.status, {
      ...faultHeaders(fault, commonHeaders(requestIdOfHeader(typeof given === 'string' ? given : null))),
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}

const refused = new WeakSet<Socket>()

/** What cannot be read as HTTP gets the envelope too (D1), after the answers to what came before it, and the connection ends. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (refused.has(socket)) return
  refused.add(socket)
  const isOverflow = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isOverflow
    ? '431 Request Header Fields Too Large'
    : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : '400 Bad Request'
  const fault = isOverflow ? headersTooLarge() : new Fault('invalid_request')
  const body = faultBody(fault, 'es')
  const headers = {
    ...faultHeaders(fault, commonHeaders(requestIdOfHeader(null))),
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  afterAnswers(socket, () => {
    if (socket.writable) hangUp(socket, [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
  })
}
