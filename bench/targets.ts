import { apiOptions } from '@/server/build'
import type { Cleanups } from './cleanups'
import type { BenchDatabase, Cluster } from './cluster'
import { type Bundles, type RunningProcess, startServer } from './processes'
import type { Operation } from './requests'

/** Something that answers a till's requests over HTTP, on a database of its own. */
export type HttpTarget = {
  readonly name: string
  readonly url: string
  readonly pid: number
  readonly database: BenchDatabase
  readonly tokenPath: string
  /** How many terminals each merchant's calls name; 0 when they name none. */
  readonly terminals: number
  readonly operations: readonly Operation[]
  /** It writes down each call for its merchant. */
  readonly keepsCalls: boolean
  /** What else is read when a window begins and ends, such as the CPU seconds of another process. */
  readonly meters?: Readonly<Record<string, () => Promise<number>>>
  stop(): Promise<void>
}

const sales: readonly Operation[] = ['eligibility', 'apply', 'consumption']

const target = (
  name: string,
  running: RunningProcess & { url: string },
  database: BenchDatabase,
  operations: readonly Operation[],
  tokenPath = '/connect/token',
): HttpTarget => ({
  ...{ name, url: running.url, pid: running.pid, database, tokenPath, terminals: 0, operations, stop: running.stop },
  keepsCalls: false,
})

/** The API process as it is shipped; only the rate limits are out of the way. `nodeOptions` are for profiling, `more` is set besides. */
export async function startApi(
  { api }: Pick<Bundles, 'api'>,
  cluster: Cluster,
  cleanups: Cleanups,
  name = 'Aliado',
  databaseName = 'bench_api',
  nodeOptions: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<HttpTarget> {
  const database = await cluster.copy(databaseName)
  return startApiOn(database, { api }, cluster, cleanups, name, nodeOptions, more)
}

/** The same on a database that is there. */
export async function startApiOn(
  database: BenchDatabase,
  { api }: Pick<Bundles, 'api'>,
  cluster: Cluster,
  cleanups: Cleanups,
  name: string,
  nodeOptions: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<HttpTarget> {
  const running = await startApiProcess({ api }, cluster, cleanups, database, more, nodeOptions)
  return { ...target(name, running, database, [...sales, 'token']), keepsCalls: true }
}

/** One such process on a database. `variables` are what is set besides. */
export const startApiProcess = (
  { api }: Pick<Bundles, 'api'>,
  cluster: Cluster,
  cleanups: Cleanups,
  database: BenchDatabase,
  variables: Record<string, string>,
  nodeOptions: readonly string[] = [],
) => {
  const settings = {
    DATABASE_URL: database.url,
    DATA_KEY: cluster.dataKey,
    API_PORT: '0',
    LOG_LEVEL: 'info',
    // No sweep of expired authorizations falls into a window, as with the others.
    AUTHORIZATION_TTL_SECONDS: '86400',
    RATE_LIMIT_PER_MINUTE: '6000000000',
    RATE_LIMIT_BURST: '1000000000',
    RATE_LIMIT_MISSES_PER_MINUTE: '6000000000',
    ...variables,
  }
  return startServer(api, settings, cleanups, [...apiOptions, ...nodeOptions])
}

export async function startNaive(
  bundles: Bundles,
  cluster: Cluster,
  cleanups: Cleanups,
  databaseName = 'bench_naive',
): Promise<HttpTarget> {
  const database = await cluster.copy(databaseName)
  const variables = { DATABASE_URL: database.url, DATA_KEY: cluster.dataKey }
  return target('Fastify, naive', await startServer(bundles.naive, variables, cleanups), database, sales)
}

export async function startSingleStatement(
  bundles: Bundles,
  cluster: Cluster,
  cleanups: Cleanups,
): Promise<HttpTarget> {
  const database = await cluster.copy('bench_single')
  const variables = { DATABASE_URL: database.url, DATA_KEY: cluster.dataKey }
  return target('Fastify, one statement', await startServer(bundles.single, variables, cleanups), database, sales)
}

export async function startOidcProvider(bundles: Bundles, cluster: Cluster, cleanups: Cleanups): Promise<HttpTarget> {
  const database = await cluster.empty('bench_oidc')
  const variables = {
    DATABASE_URL: database.url,
    DATA_KEY: cluster.dataKey,
    OIDC_CLIENTS: JSON.stringify(cluster.credentials.clients),
  }
  return target('oidc-provider', await startServer(bundles.oidc, variables, cleanups), database, ['token'], '/token')
}
