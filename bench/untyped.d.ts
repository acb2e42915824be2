/** The parts that the bench uses of packages without types. */

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** What a client takes its next request from (autocannon/lib/requestIterator.js). */
  export type RequestIterator = {
    currentRequest: { requestBuffer: Buffer }
    resetted: boolean
    nextRequest(): void
    recordBody(request: unknown, status: number, body: string, headers: readonly string[]): void
  }

  export type Client = EventEmitter & { requestIterator: RequestIterator }

  export default function autocannon(
    options: {
      url: string
      connections: number
      duration: number
      sampleInt: number
      setupClient: (client: Client) => void
    },
    done: (error: Error | null) => void,
  ): EventEmitter & { stop(): void }
}

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): RequestListener
  }
}
