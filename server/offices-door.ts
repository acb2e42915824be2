import http, { type RequestListener, type Server } from 'node:http'
import { Fault } from '@/lib/kernel/fault'
import { closeDoor, endAfterAnswers } from './close-door'
import { isDocument, withoutScripts } from './documents'
import { openDoor, refuse } from './door'

/**
 * The door of the offices: loaded before `next start` (`--import`), so that Next uses a server of ours. By itself Next closes the
 * connection when a client asks for another protocol, redirects a target in absolute form to itself for ever, and answers TRACE
 * with 500. This is not Next's custom server, which has had advisories of its own (CVE-2026-64649): Next starts as it always
 * does.
 */

/** The methods that a Request of the platform can have (Fetch, 2.2.1), and that Next passes on. */
const handedOn = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The paths of the API, whose routes themselves refuse the methods that they do not take. */
const api = /^\/(?:(?:api|connect)\/|health\/(?:live|ready)\/?$|\.well-known\/oauth-authorization-server\/?$)/

const guard =
  (answer: RequestListener): RequestListener =>
  (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    if (handedOn.has(incoming.method ?? '')) {
      if (isDocument(path)) withoutScripts(incoming, outgoing)
      return answer(incoming, outgoing)
    }
    if (!api.test(path)) {
      return refuse(incoming, outgoing, new Fault('method_not_allowed', { headers: { Allow: 'GET, HEAD, POST' } }))
    }
    // As at the other door: 405 where the path exists, 404 where it does not.
    incoming.method = 'PUT'
    answer(incoming, outgoing)
  }

/** Headers must arrive as soon as at the other door; a file that is uploaded has the time that Node gives. */
const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 15_000, connectionsCheckingInterval: 2_000 }

/** Less than `npm start` gives a process to end, and enough for a file that is being uploaded. */
const drainMsMax = 20_000

/**
 * What `next start` calls when it is told to stop, to go on when the last connection has ended. Node's own close waits for ever for
 * a connection that was opened ahead of any request.
 */
function endsItsConnections(server: Server): Server {
  server.close = (done) => {
    endAfterAnswers(server)
    void closeDoor(server, drainMsMax).then((cut) => {
      if (cut > 0) console.error(`The offices cut ${cut} connections that had not ended after ${drainMsMax} ms`)
      done?.()
    })
    return server
  }
  return server
}

/** The function that `next start` calls, with its listener as the only argument. */
Object.defineProperty(http, 'createServer', {
  value: (answer: RequestListener) => endsItsConnections(openDoor(timeouts, guard(answer))),
})
