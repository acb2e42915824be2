import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What HTTP clients do not let one send: every byte of a connection, and the answers in the order in which they come. */

export type WireAnswer = { status: number; headers: Headers; text: string }

export const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n')

export const chunked = (...pieces: readonly string[]): string =>
  [...pieces, ''].map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join('')

export async function open(url: string, options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...options })
  // A connection that the other side resets ends too: who waits for it hears `close`.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends those bytes and gives the answers, once there are as many or the other side has hung up. */
export async function converse(url: string, bytes: string | Buffer, count: number): Promise<WireAnswer[]> {
  const socket = await open(url)
  let received = Buffer.alloc(0)
  const done = new Promise<WireAnswer[]>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const answers = answersIn(received)
      if (answers.length >= count) resolve(answers)
    })
    socket.once('close', () => resolve(answersIn(received)))
  })
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  const answers = await done
  socket.destroy()
  return answers
}

/** Sends each of those once the one before is answered, all on one connection, and gives the answers until the other side hangs up. */
export async function takeTurns(url: string, turns: readonly string[]): Promise<WireAnswer[]> {
  const socket = await open(url)
  let received = Buffer.alloc(0)
  const done = new Promise<WireAnswer[]>((resolve) => {
    const speak = () => {
      const answers = answersIn(received)
      const turn = turns[answers.length]
      if (turn === undefined) resolve(answers)
      else socket.write(turn, 'latin1')
    }
    let heard = 0
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const { length } = answersIn(received)
      if (length > heard) speak()
      heard = length
    })
    socket.once('close', () => resolve(answersIn(received)))
    speak()
  })
  const answers = await done
  socket.destroy()
  return answers
}

/** The whole answers at the beginning of what has come. */
export function answersIn(received: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = received
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [first = '', ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Headers(
      fields.map((field): [string, string] => [
        field.slice(0, field.indexOf(':')),
        field.slice(field.indexOf(':') + 1),
      ]),
    )
    const bodyAt = end + 4
    const isChunked = headers.get('transfer-encoding') === 'chunked'
    const body = isChunked ? chunksIn(rest, bodyAt) : plainIn(rest, bodyAt, Number(headers.get('content-length') ?? 0))
    if (!body) return answers
    answers.push({ status: Number(first.split(' ')[1]), headers, text: body.text })
    rest = rest.subarray(body.end)
  }
}

type Body = { text: string; end: number }

const plainIn = (bytes: Buffer, at: number, length: number): Body | undefined =>
  bytes.length < at + length ? undefined : { text: bytes.toString('utf8', at, at + length), end: at + length }

function chunksIn(bytes: Buffer, at: number): Body | undefined {
  const pieces: Buffer[] = []
  let next = at
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', next)
    if (lineEnd < 0) return undefined
    const [size, start] = [Number.parseInt(bytes.toString('latin1', next, lineEnd), 16), lineEnd + 2]
    next = start + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { text: Buffer.concat(pieces).toString('utf8'), end: next }
    pieces.push(bytes.subarray(start, start + size))
  }
}

/** Status and code of an answer: `400 invalid_request`. */
export const kindOf = ({ status, text }: WireAnswer): string => {
  const { code, error }: { code?: string; error?: string } = text === '' ? {} : JSON.parse(text)
  return [status, code ?? error].filter((part) => part !== undefined).join(' ')
}
