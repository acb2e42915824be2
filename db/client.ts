import { Socket } from 'node:net'
import postgres from 'postgres'
import type { Place } from '@/lib/kernel/database-address'
import { primaryOf } from './primary'

/** Bounds of every statement of the tills: with the wait for a connection they stay under the 3 s of D12. */
const statementTimeoutMs = 2_000
export const lockTimeoutMs = 1_500
const reconnectWaitSecondsMax = 0.5
/** How long a connection is idle before TCP keep-alive asks whether the other side is still there. */
const keepAliveAfterMs = 30_000

export type Sql = postgres.Sql

/** What statements are made with, alone or within a transaction. */
export type StatementSql = postgres.ISql

export type ConnectionOptions = {
  applicationName: string
  prepare?: boolean
  /** More settings of PostgreSQL for these sessions. */
  settings?: Readonly<Record<string, string>>
  statementTimeoutMs?: number
  lockTimeoutMs?: number
}

/**
 * How every connection to PostgreSQL is made. Statements are prepared, unless `prepare` is false: for a pooler in between that
 * lends another session to every transaction (ADR-0006). `numeric` and `bigint` arrive as text; instants as Date.
 */
export const connectionSettings = (options: ConnectionOptions) => ({
  prepare: options.prepare ?? true,
  connect_timeout: 2,
  onnotice: () => {},
  connection: {
    application_name: options.applicationName,
    statement_timeout: options.statementTimeoutMs ?? statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? lockTimeoutMs,
    TimeZone: 'UTC',
    ...options.settings,
  },
})

/**
 * What the driver is told of an address with several servers (ADR-0061): one socket at a time, to the primary. Its own list of hosts takes
 * a standby for `read-write`, waits for each that is silent, and turns without a pause while there is no primary. It is still asked to
 * refuse a standby, which a server tells with its first words.
 */
export function primarySettings(databaseUrl: string, dial: (place: Place) => Socket = dialTo) {
  const primary = primaryOf(databaseUrl)
  if (!primary) return {}
  const socket = async (): Promise<Socket> => dial(await primary.find())
  return { host: 'primary', target_session_attrs: 'primary' as const, socket }
}

/**
 * Makes the driver's socket. It connects a turn later, when the driver listens to it: an error of the connect itself (no route, no
 * free port) comes before the driver would, and an error that nobody listens to ends the process. The driver writes before the
 * socket is connected, which Node allows.
 */
export function dialTo(place: Place | { readonly path: string }): Socket {
  const isPath = 'path' in place
  // The driver reads `host` for the name in the server's certificate.
  const socket = Object.assign(new Socket(), { host: isPath ? 'localhost' : place.host })
  if (!isPath) socket.setKeepAlive(true, keepAliveAfterMs)
  setImmediate(() => {
    if (!socket.destroyed) socket.connect(place)
  })
  return socket
}

/**
 * A pool of connections for a program's work. The serving processes use pools of another kind (`db/pool.ts`,
 * `db/office-pool.ts`).
 */
export function connect(databaseUrl: string, options: ConnectionOptions & { poolMax: number }): Sql {
  return postgres(databaseUrl, {
    ...connectionSettings(options),
    ...primarySettings(databaseUrl),
    max: options.poolMax,
    idle_timeout: 60,
    backoff: (attempt) => Math.min(0.05 * attempt, reconnectWaitSecondsMax),
  })
}
