/**
 * A till's request that came in one packet, as it is usually sent: POST, HTTP/1.1, headers in plain characters, and a body of a declared
 * length (ADR-0095). What is read here is what Node reads of the same bytes; whatever else HTTP allows is left to Node.
 */
export type WholeRequest = {
  /** The target as it stands in the request's first line. */
  readonly path: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Half of what Node is told to accept, so that what is longer is refused by Node, and by nobody else. */
const headBytesMax = 8 * 1024

/** One line for the target, and one for each header: a name of a token's plain characters, and a value of visible ones and spaces (RFC 9112, 3 and 5). */
const plainHead = /^POST (\/[\w./-]*) HTTP\/1\.1(?:\r\n[A-Za-z][\w-]*: ?[!-~](?:[ -~]*[!-~])?)+$/

/** A host that no two readers understand differently. */
export const plainHost = /^[a-z0-9.-]+(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}))?$/

const space = 0x20
const plainLength = /^(?:0|[1-9]\d{0,5})$/

/** Of the headers that say how a connection or a body goes on, and of the one that Node reads as a list, the first that there is. */
const leftToNode = (headers: WholeRequest['headers']): string | undefined =>
  headers['transfer-encoding'] ??
  headers.expect ??
  headers.upgrade ??
  headers['proxy-connection'] ??
  headers.trailer ??
  headers['set-cookie']

/** The request of which a packet consists; undefined when it holds anything but one such request, or not the whole of it. */
export function wholeRequestOf(packet: Buffer): WholeRequest | undefined {
  const end = packet.indexOf('\r\n\r\n')
  if (end < 0 || end > headBytesMax) return undefined
  const lines = packet.toString('latin1', 0, end)
  const path = plainHead.exec(lines)?.[1]
  if (path === undefined) return undefined
  const headers = headersOf(lines)
  if (headers === undefined || leftToNode(headers) !== undefined) return undefined
  const { connection, host = '', 'content-length': length = '' } = headers
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  if (!plainHost.test(host) || !plainLength.test(length)) return undefined
  const body = packet.subarray(end + 4)
  return body.length === Number(length) ? { path, headers, body } : undefined
}

/** Undefined when a name stands on more than one line, or is `constructor`, which any object has. */
function headersOf(lines: string): Record<string, string> | undefined {
  // Not one without a prototype, which V8 keeps as a table: each name would cost more to write and to read.
  const headers: Record<string, string> = {}
  for (let start = lines.indexOf('\r\n') + 2; start > 1; ) {
    const next = lines.indexOf('\r\n', start)
    const colon = lines.indexOf(':', start)
    const name = lines.slice(start, colon).toLowerCase()
    if (headers[name] !== undefined) return undefined
    headers[name] = lines.slice(
      lines.charCodeAt(colon + 1) === space ? colon + 2 : colon + 1,
      next < 0 ? undefined : next,
    )
    start = next + 2
  }
  return headers
}
