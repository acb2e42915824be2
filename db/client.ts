import postgres from 'postgres'

/** Bounds of every statement of the tills: with the wait for a connection they stay under the 3 s of D12. */
const statementTimeoutMs = 2_000
const lockTimeoutMs = 1_500
const reconnectWaitSecondsMax = 0.5

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
 * A pool of connections for a program's work. The serving processes use pools of another kind (`db/pool.ts`,
 * `db/office-pool.ts`).
 */
export function connect(databaseUrl: string, options: ConnectionOptions & { poolMax: number }): Sql {
  return postgres(databaseUrl, {
    ...connectionSettings(options),
    max: options.poolMax,
    idle_timeout: 60,
    backoff: (attempt) => Math.min(0.05 * attempt, reconnectWaitSecondsMax),
  })
}
