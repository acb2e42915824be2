import postgres from 'postgres'
import { Gate } from '@/lib/kernel/gate'
import { Abandoned } from './abandoned'
import { arrayTypes } from './array-types'
import { type ConnectionOptions, connectionSettings, type Sql } from './client'
import { isQuery, sendBy } from './driver-query'
import { Pool, PoolGroup } from './pool'

/**
 * How long a page waits for a connection. Each statement is bounded by `statement_timeout`; a transaction may have any number of
 * statements.
 */
const gateWaitMsMax = 30_000
const gateQueueMax = 1_000
const answerGraceMs = 1_000

/** How a single statement is sent by the connection that it has to itself. */
type Within = (sql: Sql, work: (sql: Sql) => Promise<unknown>) => Promise<unknown>

/**
 * The offices' connections, as a client of the driver, since drizzle works with one. Each single statement and each transaction
 * has a connection of its own, with no other statement queued on it: so a connection in doubt can be given up without a loss to
 * another caller (ADR-0018).
 */
export function openOfficePool(
  databaseUrl: string,
  options: ConnectionOptions & { poolMax: number; statementTimeoutMs: number },
  within: Within = (sql, work) => work(sql),
): Sql {
  // This client makes the queries and never connects: the clients of the pool send them.
  const maker = postgres(databaseUrl, { ...connectionSettings(options), max: 1, fetch_types: false, types: arrayTypes })
  const gate = new Gate({ size: options.poolMax, waitMsMax: gateWaitMsMax, queueMax: gateQueueMax })
  const pool = new Pool(
    databaseUrl,
    options,
    new PoolGroup(options.poolMax, new Abandoned(databaseUrl, options, gate)),
    (sql) => {
      // Drizzle has set its parsers and serializers on the maker only.
      Object.assign(sql.options.parsers, maker.options.parsers)
      Object.assign(sql.options.serializers, maker.options.serializers)
    },
  )
  const timeoutMs = options.statementTimeoutMs + answerGraceMs
  const routed = (made: unknown): unknown =>
    isQuery(made) ? sendBy(made, (send) => gate.run(() => pool.run((sql) => within(sql, send), timeoutMs))) : made

  const own: Readonly<Record<string | symbol, unknown>> = {
    unsafe: (...given: Parameters<Sql['unsafe']>) => routed(maker.unsafe(...given)),
    begin: (...given: unknown[]) =>
      gate.run(() => pool.run((sql) => Reflect.apply(sql.begin, sql, given), Number.POSITIVE_INFINITY)),
    end: () => pool.close(),
  }
  return new Proxy(maker, {
    apply: (target, _, given) => routed(Reflect.apply(target, undefined, given)),
    get: (target, name) => (Object.hasOwn(own, name) ? own[name] : Reflect.get(target, name)),
  })
}
