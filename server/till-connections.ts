import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer, Answering } from '@/lib/http/exchange'
import { plainAddress } from '@/lib/http/peer-address'
import { writeDown } from '@/lib/http/route'
import { assert } from '@/lib/kernel/assert'
import { answerOrFault, WholeApiRequest } from './direct'
import { type WholeRequest, wholeRequestOf } from './whole-request'

/**
 * A till's connections, as long as each packet is one whole request (ADR-0095). With the first packet that is anything else, a connection
 * goes over to Node's own http for good, as do all once the process stops.
 */

type Timeouts = { readonly keepAliveTimeout: number; readonly headersTimeout: number }

const kept = new WeakMap<Server, { isStopping: boolean; readonly connections: Set<TillConnection> }>()

/** Reads whole requests of a server's connections before Node does. `find` says what answers a request, if it is one of a till. */
export function takeWholeRequests(
  server: Server,
  { keepAliveTimeout, headersTimeout }: Timeouts,
  find: (request: WholeRequest) => Answering | undefined,
): void {
  const [toNode] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  assert(toNode, 'a server of Node reads its connections by its own first listener')
  const state = { isStopping: false, connections: new Set<TillConnection>() }
  kept.set(server, state)
  const keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1_000)}\r\n`
  server.off('connection', toNode).prependListener('connection', (socket: Socket) => {
    const connection = new TillConnection(socket, {
      find: (packet) => {
        if (state.isStopping) return undefined
        const request = wholeRequestOf(packet)
        const answering = request && find(request)
        return answering && { request, answering }
      },
      handOver: () => {
        state.connections.delete(connection)
        toNode.call(server, socket)
      },
      isLate: () => server.emit('clientError', lateError(), socket),
      keepAlive,
      keepAliveMs: keepAliveTimeout,
    })
    socket.setTimeout(headersTimeout)
    state.connections.add(connection)
    socket.once('close', () => state.connections.delete(connection))
  })
}

/** From now on every connection goes over to Node with its next packet. */
export function endWholeRequests(server: Server): void {
  const state = kept.get(server)
  if (state) state.isStopping = true
}

/** Ends the connections on which no call is under way. */
export function endIdleTills(server: Server): void {
  for (const connection of kept.get(server)?.connections ?? []) connection.endIdle()
}

/** What Node says of a sender who is late. */
const lateError = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

type Door = {
  find(packet: Buffer): { readonly request: WholeRequest; readonly answering: Answering } | undefined
  handOver(): void
  isLate(): void
  /** The last lines of the head of an answer after which the connection goes on. */
  readonly keepAlive: string
  readonly keepAliveMs: number
}

class TillConnection {
  readonly #socket: Socket
  readonly #door: Door
  readonly #address: string
  #isAsked = false
  #isAnswering = false
  #hasEnded = false
  /** What came while a call was under way. */
  #waiting: Buffer[] = []

  constructor(socket: Socket, door: Door) {
    this.#socket = socket
    this.#door = door
    this.#address = plainAddress(socket.remoteAddress ?? '')
    socket.on('data', this.#read).on('end', this.#end).on('timeout', this.#timeOut).on('error', this.#ignore)
  }

  endIdle(): void {
    if (!this.#isAnswering) this.#socket.destroy()
  }

  readonly #read = (packet: Buffer): void => {
    if (this.#isAnswering) {
      this.#waiting.push(packet)
      this.#socket.pause()
      return
    }
    const found = this.#door.find(packet)
    if (found === undefined) {
      this.#handOver([packet])
      return
    }
    if (!this.#isAsked) {
      this.#isAsked = true
      this.#socket.setTimeout(this.#door.keepAliveMs)
    }
    this.#isAnswering = true
    void this.#answer(new WholeApiRequest(found.request, this.#address, this.#socket), found.answering)
  }

  async #answer(request: WholeApiRequest, answering: Answering): Promise<void> {
    const answer = await answerOrFault(request, answering)
    const socket = this.#socket
    if (answer.cut) socket.resetAndDestroy()
    else if (socket.writable) this.#write(answer)
    this.#isAnswering = false
    writeDown(answer)
    if (!socket.writable) return
    if (this.#waiting.length > 0) this.#handOver(this.#waiting)
    else if (this.#hasEnded) socket.end()
  }

  #write(answer: Answer): void {
    const socket = this.#socket
    const isLast = answer.headers.Connection === 'close'
    const hasRoom = socket.write(textOf(answer, isLast ? '' : this.#door.keepAlive))
    if (isLast) socket.destroySoon()
    // Whoever does not read what was answered is not read from.
    else if (!hasRoom) socket.pause().once('drain', () => socket.resume())
  }

  #handOver(packets: Buffer[]): void {
    const socket = this.#socket
    socket.off('data', this.#read).off('end', this.#end).off('timeout', this.#timeOut).off('error', this.#ignore)
    socket.setTimeout(0)
    this.#door.handOver()
    for (const packet of packets) socket.emit('data', packet)
    if (socket.isPaused()) socket.resume()
  }

  readonly #end = (): void => {
    this.#hasEnded = true
    if (!this.#isAnswering) this.#socket.end()
  }

  readonly #timeOut = (): void => {
    if (this.#isAnswering) return
    if (this.#isAsked) this.#socket.destroy()
    else this.#door.isLate()
  }

  /** The socket closes itself after an error. */
  readonly #ignore = (): void => {}
}

/** What must not stand in a header: anything that could end it. */
const unsafe = /[^\t -~]/

function textOf({ status, headers, body }: Answer, keepAlive: string): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) {
    const value = headers[name] ?? ''
    assert(!unsafe.test(value), `the value of ${name} is plain`)
    head += `${name}: ${value}\r\n`
  }
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${httpDate()}\r\n${keepAlive}\r\n${body}`
}

let second = -1
let secondAsText = ''

/** The time in the form of HTTP (RFC 9110, 5.6.7), written once a second. */
function httpDate(): string {
  const now = Math.floor(Date.now() / 1_000)
  if (now !== second) {
    second = now
    secondAsText = new Date(now * 1_000).toUTCString()
  }
  return secondAsText
}
