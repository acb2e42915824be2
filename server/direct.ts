import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { commonHeaders, faultAnswer } from '@/lib/http/envelope'
import type { Answer, Answering, ApiRequest, Peer } from '@/lib/http/exchange'
import { languageOf } from '@/lib/http/language'
import { describeError } from '@/lib/http/log'
import type { RouteModule } from '@/lib/http/methods'
import { cutConnection, plainAddress } from '@/lib/http/peer-address'
import { requestIdOf } from '@/lib/http/request-id'
import { writeDown } from '@/lib/http/route'
import { service } from '@/lib/http/service'
import { Fault } from '@/lib/kernel/fault'
import { plainHost, type WholeRequest } from './whole-request'

/**
 * A till's call on Node's own request and response (ADR-0075). Only what is sent in the usual way goes this way: POST to a path as it
 * stands, with one plain host and a declared length. Whatever else HTTP allows is read by the adapter.
 */

/** Of these Node keeps the first line alone, where the platform's `Headers` join all. */
const kept = ['authorization', 'content-type', 'user-agent'] as const

/** What answers such a call; undefined for every other request. */
export function directly(
  { method, url = '', headers, rawHeaders }: IncomingMessage,
  routes: Readonly<Record<string, RouteModule>>,
): Answering | undefined {
  const answering = method === 'POST' ? answeringAt(url, routes) : undefined
  if (answering === undefined) return undefined
  if (headers['content-length'] === undefined || headers['transfer-encoding'] !== undefined) return undefined
  if (!plainHost.test(headers.host ?? '') || repeats(rawHeaders)) return undefined
  return answering
}

/** What answers a POST to that path without an object of the platform. */
export const answeringAt = (path: string, routes: Readonly<Record<string, RouteModule>>): Answering | undefined =>
  Object.hasOwn(routes, path) ? routes[path]?.POST.answering : undefined

/** Whether a header of which Node keeps one line stands on several. */
function repeats(rawHeaders: readonly string[]): boolean {
  const seen = [0, 0, 0]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    for (let i = 0; i < kept.length; i++) {
      if (name.length !== kept[i]?.length || name.toLowerCase() !== kept[i]) continue
      seen[i] = (seen[i] ?? 0) + 1
      if (seen[i] === 2) return true
    }
  }
  return false
}

/** Answers by what `directly` found. */
export async function answerDirectly(
  answering: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = new DirectRequest(incoming)
  const answer = await answerOrFault(request, answering)
  if (answer.cut) cutConnection(request)
  else if (!outgoing.destroyed) write(outgoing, answer)
  writeDown(answer)
}

/** The answer; `internal_error` when there was none, which is a bug of ours. */
export async function answerOrFault(request: ApiRequest, answering: Answering): Promise<Answer> {
  try {
    return await answering(request)
  } catch (error) {
    service().log.error(describeError(error), 'a call was not answered')
    return faultAnswer(new Fault('internal_error'), languageOf(request), commonHeaders(requestIdOf(request)))
  }
}

function write(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  // Name by name in one list, as Node takes them too: a copy of the object would cost more.
  const list: string[] = []
  for (const name in headers) list.push(name, headers[name] ?? '')
  list.push('Content-Length', String(Buffer.byteLength(body)))
  outgoing.writeHead(status, list).end(body)
}

class DirectRequest implements ApiRequest {
  readonly method = 'POST'
  readonly body = null
  readonly headers: ApiRequest['headers']
  readonly peer: Peer
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
    this.headers = new DirectHeaders(incoming.headers)
    this.peer = { address: plainAddress(incoming.socket.remoteAddress ?? ''), incoming }
  }

  get url(): string {
    return `http://${this.#incoming.headers.host}${this.#incoming.url}`
  }

  /** Not by `node:stream/consumers`, which makes a Blob of it first: that costs more than all else that such a call does. */
  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = Buffer.concat(await this.#incoming.toArray())
    return buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

/** A request that its connection has read. */
export class WholeApiRequest implements ApiRequest {
  readonly method = 'POST'
  readonly body = null
  readonly headers: ApiRequest['headers']
  readonly peer: Peer
  readonly #request: WholeRequest

  constructor(request: WholeRequest, address: string, socket: Socket) {
    this.#request = request
    this.headers = new DirectHeaders(request.headers)
    this.peer = { address, arrived: { body: request.body, socket } }
  }

  get url(): string {
    return `http://${this.#request.headers.host}${this.#request.path}`
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#request.body).buffer
  }
}

/** The names are asked for in lower case. */
class DirectHeaders {
  readonly #headers: IncomingMessage['headers']

  constructor(headers: IncomingMessage['headers']) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name]
    return typeof value === 'string' ? value : null
  }

  has(name: string): boolean {
    return this.#headers[name] !== undefined
  }
}
