import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * What the endpoints read of a request, and what they answer, without an object of the platform. At Next's door the platform's own
 * `Request` is read and its `Response` made of the answer; the Node door hands a till's call over as it is (ADR-0075).
 */

/** The other end of a connection, and the request as its door has it: as Node's own, or whole with its connection. */
export type Peer = {
  readonly address: string
  readonly incoming?: IncomingMessage | undefined
  readonly arrived?: { readonly body: Uint8Array; readonly socket: Socket }
}

export type ApiRequest = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: { get(name: string): string | null; has(name: string): boolean }
  readonly body: ReadableStream<Uint8Array> | null
  arrayBuffer(): Promise<ArrayBuffer>
  /** Undefined for a `Request`, whose peer its door remembers beside it. */
  readonly peer?: Peer
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Nobody gets it: the connection is reset instead. */
  readonly cut?: boolean
  /** What is written down of the call once its answer is on its way: nobody waits for that. */
  readonly after?: () => void
}

/** Answers a request, faults too. */
export type Answering = (request: ApiRequest) => Promise<Answer>

/** A handler as both doors mount it: Next calls it, and the Node door may ask for the answer itself. */
export type Route = ((request: Request) => Promise<Response>) & { readonly answering: Answering }
