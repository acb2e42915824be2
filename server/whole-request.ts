/**
 * A till's request that came in one packet, as it is usually sent: POST, HTTP/1.1, headers in plain characters, and a body of a declared
 * length (ADR-0095). What is read here is what Node reads of the same bytes; whatever else HTTP allows is left to Node.
 */
export type WholeRequest = {
  /** The target as it stands in the request's first line. */
  readonly path: string
  /** By lower-case name; the object has no prototype. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Half of what Node is told to accept, so that what is longer is refused by Node, and by nobody else. */
const headBytesMax = 8 * 1024

/** One line for the target, and one for each header: a name of a token's plain characters, and a value of visible ones and spaces (RFC 9112, 3 and 5). */
const plainHead = /^POST (\/[\w./-]*) HTTP\/1\.1(?:\r\n[A-Za-z][\w-]*: ?[!-~](?:[ -~]*[!-~])?)+$/

/** A host that no two readers understand differently. */
export const plainHost = /^[a-z0-9.-]+(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}))?$/

const plainLength = /^(?:0|[1-9]\d{0,5})$/

/** Headers that say how a connection or a body goes on, and the one that Node reads as a list. */
const leftToNode = ['transfer-encoding', 'expect', 'upgrade', 'proxy-connection', 'trailer', 'set-cookie'] as const

/** The request of which a packet consists; undefined when it holds anything but one such request, or not the whole of it. */
export function wholeRequestOf(packet: Buffer): WholeRequest | undefined {
  const end = packet.indexOf('\r\n\r\n')
  if (end < 0 || end > headBytesMax) return undefined
  const lines = packet.toString('latin1', 0, end)
  const path = plainHead.exec(lines)?.[1]
  if (path === undefined) return undefined
  const headers = headersOf(lines)
  if (headers === undefined) return undefined
  for (const name of leftToNode) if (headers[name] !== undefined) return undefined
  const { connection, host = '', 'content-length': length = '' } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  if (!plainHost.test(host) || !plainLength.test(length)) return undefined
  const body = packet.subarray(end + 4)
  return body.length === Number(length) ? { path, headers, body } : undefined
}

/** Undefined when a name stands on more than one line. */
function headersOf(lines: string): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null)
  for (let start = lines.indexOf('\r\n') + 2; start > 1; ) {
    const next = lines.indexOf('\r\n', start)
    const colon = lines.indexOf(':', start)
    const name = lines.slice(start, colon).toLowerCase()
    if (headers[name] !== undefined) return undefined
    headers[name] = lines.slice(lines[colon + 1] === ' ' ? colon + 2 : colon + 1, next < 0 ? undefined : next)
    start = next + 2
  }
  return headers
}
