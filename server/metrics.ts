import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { overdueSeconds } from '@/db/queries/tills/sweep'
import { DatabaseBudget } from '@/lib/http/database-budget'
import { commonHeaders } from '@/lib/http/envelope'
import { describeError } from '@/lib/http/log'
import type { Metrics } from '@/lib/http/metrics'
import { maySeeMetrics } from '@/lib/http/metrics-token'
import { requestIdOf } from '@/lib/http/request-id'
import type { Service } from '@/lib/http/service'
import { shareMetrics } from './worker-metrics'
import { isWorker } from './workers'

/** Where the Node door shows them. No operation of the API: it stands in no catalogue and in no OpenAPI document. */
export const metricsPath = '/metrics'

/** To 3 s, which is what D12 promises of the slowest answer. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3]
/** To the second after which the gate refuses. */
const waitBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

/** The answer to a request for the metrics; undefined for a caller that must not learn that there are any. */
export type Scrape = (request: Request) => Promise<Response> | undefined

/** Starts to count what the service does, and shows it to whoever sends `token` as a bearer. */
export function openMetrics(service: Service, token: string): Scrape {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  service.metrics = countRequests(registry)
  watchDatabase(registry, service)
  watchSweeper(registry, service)
  const textOf = isWorker ? shareMetrics(registry) : () => registry.metrics()
  return (request) => (maySeeMetrics(request, token) ? show(registry, textOf, request) : undefined)
}

async function show(registry: Registry, textOf: () => Promise<string>, request: Request): Promise<Response> {
  const headers = { ...commonHeaders(requestIdOf(request)), 'Content-Type': registry.contentType }
  // A process that is gone or busy can keep the metrics of the others from being collected.
  const text = await textOf().catch(() => undefined)
  return new Response(text ?? null, { status: text === undefined ? 503 : 200, headers })
}

function countRequests(registry: Registry): Metrics {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `aliado_${name}_total`, help, labelNames, registers: [registry] })
  const requests = counter('requests', 'Requests answered.', 'operation', 'status')
  const replays = counter('idempotent_replays', 'Writes answered with the record of before.', 'operation')
  const conflicts = counter('idempotency_conflicts', 'Writes refused for a key used before (409).', 'operation')
  const limited = counter('rate_limited', 'Requests refused by the rate limit (429).', 'rule')
  const issued = counter('tokens_issued', 'Access tokens issued.')
  const refused = counter('tokens_refused', 'Token requests refused, by error of RFC 6749.', 'error')
  const authorizations = counter('authorizations', 'Authorizations that came to be this.', 'outcome')
  const dropped = counter('request_records_dropped', 'Calls that the list of their merchant lacks.')
  for (const outcome of ['authorized', 'consumed', 'released', 'expired']) authorizations.inc({ outcome }, 0)
  const duration = new Histogram({
    name: 'aliado_request_duration_seconds',
    help: 'From the request to its answer.',
    labelNames: ['operation'],
    buckets: requestBuckets,
    registers: [registry],
  })

  return {
    request: ({ operation, status = 500, ms = 0, replayed, faultCode, limitedBy }) => {
      requests.inc({ operation, status })
      duration.observe({ operation }, ms / 1000)
      if (replayed) replays.inc({ operation })
      if (faultCode === 'idempotency_key_reused') conflicts.inc({ operation })
      if (limitedBy !== undefined) limited.inc({ rule: limitedBy })
    },
    tokenRequest(error) {
      if (error === undefined) issued.inc()
      else refused.inc({ error })
    },
    authorizations: (outcome, count) => authorizations.inc({ outcome }, count),
    requestsDropped: (count) => dropped.inc(count),
  }
}

/** How the statements stand at the gate in front of the pool. */
function watchDatabase(registry: Registry, { db: { gate } }: Service): void {
  const registers = [registry]
  new Gauge({
    name: 'aliado_database_statements',
    help: 'Statements that run, and that wait for a connection, now.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(gate.load)) this.set({ state }, count)
    },
  })
  const wait = new Histogram({
    name: 'aliado_database_wait_seconds',
    help: 'How long statements waited for a connection; those that did not wait are left out.',
    buckets: waitBuckets,
    registers,
  })
  const refusals = new Counter({
    name: 'aliado_database_refusals_total',
    help: 'Statements whose turn did not come in time (503).',
    registers,
  })
  gate.onWait = (waitedMs, served) => {
    wait.observe(waitedMs / 1000)
    if (!served) refusals.inc()
  }
}

/** Read from the database when the metrics are asked for: one probe of an index, within the budget of any call. */
function watchSweeper(registry: Registry, { db, log }: Service): void {
  new Gauge({
    name: 'aliado_sweeper_lag_seconds',
    // Every process asks the same database.
    aggregator: 'max',
    help: 'Since when the most overdue authorization should have been marked; NaN when the database does not tell.',
    registers: [registry],
    async collect() {
      try {
        this.set(await new DatabaseBudget().for(overdueSeconds(db)))
      } catch (error) {
        log.warn(describeError(error), 'the sweeper’s lag is unknown')
        this.set(Number.NaN)
      }
    },
  })
}
