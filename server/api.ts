import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { setPeerAddress } from '@/lib/http/address'
import { commonHeaders, faultBody } from '@/lib/http/envelope'
import { describeError } from '@/lib/http/log'
import { type RouteModule, refuseWith, unknownPath } from '@/lib/http/methods'
import { requestIdOf } from '@/lib/http/request-id'
import { closeService, service } from '@/lib/http/service'
import { Fault } from '@/lib/kernel/fault'
import { startJobs } from './jobs'
import { metricsPath, openMetrics, type Scrape } from './metrics'
import { routes } from './routes'

/** The Node door of the integration API: the route modules on Node's own http, without Next (architecture, Processes). */

const drainMsMax = 20_000
const idleLookMs = 50
const unknown = unknownPath()
/** Without METRICS_TOKEN there is nothing to see, as for whoever does not send it. */
let scrape: Scrape = () => undefined

/** The path of a URL; a slash at its end does not count, as with Next. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start < 0) return '/'
  const query = url.indexOf('?', start)
  const path = query < 0 ? url.slice(start) : url.slice(start, query)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function route(request: Request, incoming: IncomingMessage): Response | Promise<Response> {
  setPeerAddress(request, incoming.socket.remoteAddress ?? '')
  const path = pathOf(request.url)
  const metrics = path === metricsPath ? scrape(request) : undefined
  if (metrics) return metrics
  const module: RouteModule = Object.hasOwn(routes, path) ? (routes[path] ?? unknown) : unknown
  const method = request.method as keyof RouteModule
  // A method that HTTP knows and we do not is refused like PUT: 405 where the path exists, 404 where it does not.
  const handler = Object.hasOwn(module, method) ? module[method] : module.PUT
  return handler(request)
}

/** Stands for a request of which nothing can be known. */
const unreadable = () => new Request('http://localhost/')

const listener = getRequestListener((request, { incoming }) => route(request, incoming as IncomingMessage), {
  errorHandler: (error) => {
    service().log.warn(describeError(error), 'unreadable request')
    return refuseWith(new Fault('invalid_request'), unreadable())
  },
})

/** What cannot be read as HTTP gets the envelope too (D1), and the connection ends. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
  const body = faultBody(new Fault('invalid_request'), 'es')
  const headers = {
    ...commonHeaders(requestIdOf(unreadable())),
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve((server.address() as AddressInfo).port))
  })
}

async function main(): Promise<void> {
  const { env, log } = service()
  // Without requireHostHeader a request that lacks one reaches the listener, which refuses it in the envelope.
  const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 20_000 }
  const server = createServer({ ...timeouts, requireHostHeader: false }, listener)
  // Node would answer an expectation that it does not know with an empty 417; RFC 9110, 10.1.1 lets us pass over it.
  server.on('checkExpectation', listener)
  server.on('clientError', refuseUnreadable)
  if (env.METRICS_TOKEN !== undefined) scrape = openMetrics(service(), env.METRICS_TOKEN)
  const jobs = startJobs()
  const port = await listen(server, env.API_PORT)
  log.info({ port, environment: env.SERVICE_ENVIRONMENT }, 'the integration API listens')
  process.send?.({ listening: port })

  let stopping = false
  const stop = async (why: string, exitCode: number): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ why }, 'the integration API stops')
    service().draining = true
    setTimeout(() => process.exit(1), drainMsMax + 5_000).unref()
    await jobs.stop()
    // What was accepted is answered; idle connections are closed at once, busy ones after their answer.
    const force = setTimeout(() => server.closeAllConnections(), drainMsMax)
    // Node looks for idle connections once; one that becomes idle later would be kept alive until its client leaves.
    const idle = setInterval(() => server.closeIdleConnections(), idleLookMs)
    await new Promise<void>((resolve) => server.close(() => resolve()))
    clearInterval(idle)
    clearTimeout(force)
    await closeService()
    process.exit(exitCode)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  // The supervisor decides; a Ctrl-C in the terminal reaches the whole group.
  process.on('SIGINT', () => {
    if (!process.connected) void stop('SIGINT', 0)
  })
  process.on('disconnect', () => void stop('the supervisor is gone', 0))
  process.on('uncaughtException', (error) => {
    // The driver can throw where nobody catches (trust.md A8.4): a process in doubt ends, and the supervisor starts another.
    log.fatal(describeError(error), 'uncaught')
    void stop('uncaught', 1)
  })
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
