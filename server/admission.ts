import type { IncomingMessage } from 'node:http'

/** A name or an address, and a port. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const absoluteForm = /^https?:\/\/[^/?#]*/i

/** The host of a request of HTTP/1.0, which need not name one. */
const unnamed = 'localhost'

/**
 * Whether a request names exactly one host and a path (RFC 9112, 3.2). A target in absolute form, as proxies send it, becomes its
 * path, and its authority takes the place of `Host` (RFC 9112, 3.2.2). Two lines of `Host` are refused even when they are the
 * same: a proxy in front may have believed the other one.
 */
export function admit(incoming: IncomingMessage): boolean {
  const { headers, rawHeaders, url: target = '' } = incoming
  if (countHosts(rawHeaders) > 1) return false
  if (headers.host === undefined && incoming.httpVersion === '1.0') headers.host = unnamed
  if (!hostForm.test(headers.host ?? '')) return false
  if (target.startsWith('/')) return true
  const [origin] = absoluteForm.exec(target) ?? []
  if (origin === undefined || !URL.canParse(origin)) return false
  const rest = target.slice(origin.length)
  headers.host = new URL(origin).host
  incoming.url = rest.startsWith('/') ? rest : `/${rest}`
  return hostForm.test(headers.host)
}

/** On the path of every call: names are compared only where their length fits. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
