import postgres from 'postgres'

/** Bounds of every statement of the tills: with the wait for a connection they stay under the 3 s of D12. */
const statementTimeoutMs = 2_000
const lockTimeoutMs = 1_500
const reconnectWaitSecondsMax = 0.5

export type Sql = postgres.Sql

/**
 * A pool of connections to a PostgreSQL. Statements are prepared. `numeric` and `bigint` arrive as text; instants as Date.
 * The wait for a connection is bounded by the `gate` in front of it (D12), since postgres.js has no bound of its own.
 */
export function connect(
  databaseUrl: string,
  options: { poolMax: number; applicationName: string; statementTimeoutMs?: number; lockTimeoutMs?: number },
): Sql {
  return postgres(databaseUrl, {
    max: options.poolMax,
    idle_timeout: 60,
    connect_timeout: 2,
    backoff: (attempt) => Math.min(0.05 * attempt, reconnectWaitSecondsMax),
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs ?? statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs ?? lockTimeoutMs,
      TimeZone: 'UTC',
    },
  })
}
