import { Fault } from '@/lib/kernel/fault'
import type { ApiRequest } from './exchange'
import { arrivedBody, isArriving } from './peer-address'
import { codedBody } from './refusals'

/** D7. */
const bodyBytesMax = 256 * 1024
const depthMax = 64

/** Whether the request says that its body has a content coding; `identity` is not one (D65). */
export const isCoded = (request: ApiRequest): boolean =>
  (request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'

/** The media type of a body, without its parameters. */
export function mediaTypeOf(request: ApiRequest): string {
  const declared = request.headers.get('content-type') ?? ''
  const end = declared.indexOf(';')
  return (end < 0 ? declared : declared.slice(0, end)).trim().toLowerCase()
}

/**
 * Waits until the parser has handed over all that is here of a request: of the packet in which it came, and of what came in this turn of the
 * event loop.
 */
export async function untilParsed(request: ApiRequest): Promise<void> {
  // Promises go on when a packet is parsed.
  await parsed
  if (isArriving(request)) await new Promise((resolve) => setImmediate(resolve))
}

const parsed = Promise.resolve()

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * The bytes of a body. Throws `payload_too_large` as soon as there are more than `bytesMax`, and then reads no further;
 * `malformed_json` when the sender disconnects before the body's end. With `turn`, each part of the body is read after it.
 */
export async function readBytes(
  request: ApiRequest,
  bytesMax: number,
  turn?: () => Promise<void>,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > bytesMax) throw tooLarge()
  // The HTTP parser enforces a declared length, so the body is read in one step; without one its bytes are counted.
  if (!turn && Number.isInteger(declared) && !request.headers.has('transfer-encoding')) {
    if (isArriving(request)) await untilParsed(request)
    return arrivedBody(request, declared) ?? new Uint8Array(await request.arrayBuffer().catch(senderIsGone))
  }
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    await turn?.()
    const { done, value } = await reader.read().catch(senderIsGone)
    if (done) break
    length += value.byteLength
    // The stream is not cancelled: that would end the connection before the answer.
    if (length > bytesMax) throw tooLarge()
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

const senderIsGone = (cause: unknown): never => {
  throw new Fault('malformed_json', { cause })
}

const tooLarge = () => new Fault('payload_too_large', { headers: { Connection: 'close' } })

/**
 * The JSON of a request, bounded in size and depth before it is parsed. Throws `unsupported_media_type` (D6, D65),
 * `payload_too_large`, `malformed_json`, and `invalid_request` for U+0000 or a lone surrogate in a text (D7).
 */
export async function readJson(request: ApiRequest): Promise<unknown> {
  requireJson(request)
  return jsonOf(await readBytes(request, bodyBytesMax))
}

/** The same at once, of a request whose whole body is here; undefined when it must be waited for. */
export function arrivedJson(request: ApiRequest): { readonly json: unknown } | undefined {
  requireJson(request)
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  const bytes = request.headers.has('transfer-encoding') ? undefined : arrivedBody(request, declared)
  return bytes && { json: jsonOf(bytes) }
}

function requireJson(request: ApiRequest): void {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > bodyBytesMax) throw tooLarge()
  if (mediaTypeOf(request) !== 'application/json') throw new Fault('unsupported_media_type')
  if (isCoded(request)) throw codedBody()
}

function jsonOf(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  refuseDeep(text)
  const value = parse(text)
  // Only an escape can write U+0000 or a lone surrogate; raw text cannot hold them.
  if (text.includes('\\u')) refuseIllFormed(value, '')
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Fault('malformed_json', { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the body, which may hold an identification: the error is not kept as the cause.
    throw new Fault('malformed_json')
  }
}

function refuseDeep(text: string): void {
  let depth = 0
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inText) {
      if (c === 0x5c) i += 1
      else if (c === 0x22) inText = false
    } else if (c === 0x22) inText = true
    else if (c === 0x5b || c === 0x7b) {
      depth += 1
      if (depth > depthMax) throw new Fault('invalid_request', { problems: [{ problem: 'too_deep' }] })
    } else if (c === 0x5d || c === 0x7d) depth -= 1
  }
}

/** Names in the form of ours, which may stand in an answer; any other name that a caller wrote could be an identification. */
const sayable = /^[A-Za-z]{1,40}$/

function refuseIllFormed(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) {
      throw new Fault('invalid_request', {
        problems: [{ ...(path ? { field: path } : {}), problem: 'ill_formed_text' }],
      })
    }
  } else if (Array.isArray(value)) {
    value.forEach((entry, i) => {
      refuseIllFormed(entry, `${path}[${i}]`)
    })
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      refuseIllFormed(name, path)
      const said = sayable.test(name) ? name : '…'
      refuseIllFormed(entry, path ? `${path}.${said}` : said)
    }
  }
}
