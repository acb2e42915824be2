import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { env as settings } from '@/lib/env'
import { beginStaging } from '@/lib/http/begin-staging'
import { frontDoor } from '@/lib/http/front-door'
import { isWatched } from '@/lib/http/health'
import { describeError } from '@/lib/http/log'
import { methods, type RouteModule, refuseWith, unknownPath } from '@/lib/http/methods'
import { setPeerAddress } from '@/lib/http/peer-address'
import { closeService, service } from '@/lib/http/service'
import { staging } from '@/lib/http/staging'
import { closeDoor, endAfterAnswers } from './close-door'
import { confirmTimeouts } from './confirm-timeouts'
import { answerDirectly, answeringAt, directly } from './direct'
import { openDoor } from './door'
import { faultThrown } from './fault-thrown'
import { boundUnread } from './hang-up'
import { startJobs } from './jobs'
import { metricsPath, openMetrics, type Scrape } from './metrics'
import { routes } from './routes'
import { takeWholeRequests } from './till-connections'
import { isFirst, isWorker, runWorkers } from './workers'

/** The Node door of the integration API: the route modules on Node's own http, without Next (architecture, Processes). */

/**
 * How long a process that is told to stop still accepts connections, so that a balancer learns of it, and clients with their next
 * answer.
 */
const noticeMs = { watched: 5_000, unwatched: 100 }
const drainMsMax = 12_000
const endMsMax = 24_000
/** How long a process after an uncaught error waits for the calls under way: another is to take its place within 2 s. */
const doubtMsMax = 500
const unknown = unknownPath()
/** At the other door `/` is the first page of the offices. */
const root = methods({ GET: frontDoor })
/** Without METRICS_TOKEN there are no metrics, as for a caller that does not send it. */
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
  setPeerAddress(request, incoming.socket.remoteAddress ?? '', incoming)
  const path = pathOf(request.url)
  const metrics = path === metricsPath ? scrape(request) : undefined
  if (metrics) return metrics
  const module: RouteModule = path === '/' ? root : Object.hasOwn(routes, path) ? (routes[path] ?? unknown) : unknown
  const method = request.method as keyof RouteModule
  // A method that HTTP knows and we do not is refused like PUT: 405 where the path exists, 404 where it does not.
  const handler = Object.hasOwn(module, method) ? module[method] : module.PUT
  return handler(request)
}

/** Stands for a request that the adapter does not give: it could not be read, or its handler threw. */
const noRequest = () => new Request('http://localhost/')

const answer = getRequestListener((request, { incoming }) => route(request, incoming as IncomingMessage), {
  // `boundUnread` bounds unread bodies instead, with another bound than the 64 MB there.
  autoCleanupIncoming: false,
  errorHandler: (error) => refuseWith(faultThrown(error, service().log), noRequest()),
})

function listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  boundUnread(incoming, outgoing)
  const answering = directly(incoming, routes)
  return answering ? answerDirectly(answering, incoming, outgoing) : answer(incoming, outgoing)
}

/** Without a host, on every interface. */
function listen(server: Server, port: number, host: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => resolve((server.address() as AddressInfo).port))
  })
}

async function main(): Promise<void> {
  if (!isWorker && settings().API_PROCESSES > 1) return runWorkers(settings())
  // Connections come through the channel to the first process, which the supervisor's preload has unreferenced.
  if (isWorker) process.channel?.ref()
  const { env, log } = service()
  const timeouts = { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 20_000 }
  // Node looks for late senders every 30 s unless told otherwise: a bound of 20 s would be one of 50.
  const server = openDoor({ ...timeouts, connectionsCheckingInterval: 2_000 }, listener)
  takeWholeRequests(server, timeouts, ({ path }) => answeringAt(path, routes))
  if (env.METRICS_TOKEN !== undefined) scrape = openMetrics(service(), env.METRICS_TOKEN)
  // One of several processes sweeps for all.
  const jobs = isFirst() ? startJobs() : undefined
  if (!env.DATABASE_PREPARE) void confirmTimeouts(service())
  await beginStaging()
  const port = await listen(server, env.API_PORT, env.HOST)
  log.info({ port, host: env.HOST, environment: env.SERVICE_ENVIRONMENT }, 'the integration API listens')
  process.send?.({ listening: port })

  let stopping = false
  const stop = async (why: string, exitCode: number): Promise<void> => {
    if (stopping) process.exit(1)
    stopping = true
    endAfterAnswers(server)
    log.info({ why }, 'the integration API stops')
    service().draining = true
    staging()?.hurry()
    const isInDoubt = exitCode !== 0
    setTimeout(() => process.exit(1), isInDoubt ? doubtMsMax : endMsMax).unref()
    if (!isInDoubt) await Promise.all([jobs?.stop(), wait(isWatched() ? noticeMs.watched : noticeMs.unwatched)])
    const cut = await closeDoor(server, drainMsMax, () => log.info('the integration API takes no new connection'))
    if (cut > 0) log.warn({ cut, ms: drainMsMax }, 'connections were cut that had not ended')
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
    // The driver can throw where nobody catches (trust.md A8.4): after an uncaught error the process ends, and the supervisor
    // starts another.
    log.fatal(describeError(error), 'uncaught')
    void stop('uncaught', 1)
  })
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
