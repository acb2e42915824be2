import { Readable } from 'node:stream'
import { Client } from 'undici'
import type { Answer } from '../fixtures/client'

/** A request with every byte decided. */
export type RawRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | undefined
  /** Sent without a length. */
  readonly chunked: boolean
}

const connections = 6
const pipelining = 4

/**
 * Sends `count` requests over keep-alive connections, some in flight on each, and hands over every answer. Stops early, without
 * an error, when `onAnswer` says that it has seen enough. An answer that does not come is an error.
 */
export async function sendPipelined(
  url: string,
  count: number,
  requestOf: (n: number) => RawRequest,
  onAnswer: (n: number, answer: Answer) => 'go on' | 'enough',
): Promise<void> {
  let next = 0
  const sendAll = async (client: Client): Promise<void> => {
    while (next < count) {
      const n = next++
      if (onAnswer(n, await sendOne(client, requestOf(n))) === 'enough') next = count
    }
  }
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining }))
  try {
    await Promise.all(clients.flatMap((client) => Array.from({ length: pipelining }, () => sendAll(client))))
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
}

export async function sendOne(client: Client, request: RawRequest): Promise<Answer> {
  const { statusCode, headers, body } = await client.request({
    method: request.method,
    path: request.path,
    headers: request.headers.flat(),
    // The connection is ours alone, so a POST may follow one that is not answered yet.
    idempotent: true,
    ...(request.body === undefined
      ? {}
      : { body: request.chunked ? Readable.from(inPieces(request.body)) : request.body }),
  })
  const text = await body.text()
  return { status: statusCode, headers: new Headers(toPairs(headers)), text, body: parsed(text) }
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / 3))
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const toPairs = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
