import postgres from 'postgres'

/** Settings that bound every statement of the tills (trust.md A8): no wait without an end. */
const statementTimeoutMs = 2_500
const lockTimeoutMs = 2_000

export type Sql = postgres.Sql

/**
 * A pool of connections to a PostgreSQL. Statements are prepared. `numeric` and `bigint` arrive as text; instants as Date.
 * `poolMax` is the number of connections; nobody waits for one here: `gate` in lib/http bounds how many calls get in.
 */
export function connect(
  databaseUrl: string,
  options: { poolMax: number; applicationName: string; statementTimeoutMs?: number; lockTimeoutMs?: number },
): Sql {
  return postgres(databaseUrl, {
    max: options.poolMax,
    idle_timeout: 60,
    connect_timeout: 3,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs ?? statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs ?? lockTimeoutMs,
      TimeZone: 'UTC',
    },
  })
}
