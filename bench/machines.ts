import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@/server/ports'
import { type Cleanups, VoidRun } from './cleanups'
import type { BenchDatabase } from './cluster'
import { cpuSeconds, familyCpuSeconds, median } from './measure'
import { writeNginxConfiguration } from './nginx'
import type { Options } from './options'
import type { Operation } from './requests'
import { type HttpTarget, startApiProcess } from './targets'
import { measureRounds, type Stage } from './windows'

/**
 * One to three machines of the API behind one nginx, with one Redis for their limits and one PostgreSQL. The machines are processes
 * of one machine, each at a loopback address of its own: they share its cores, so that what a call costs is measured, and not how
 * many more calls more cores would serve.
 */
export type Machines = { readonly calls: readonly CallCost[]; readonly rows: readonly RowSize[] }

/** Microseconds of CPU, and bytes, for each call. */
type CallCost = {
  operation: Operation
  machines: number
  perSecond: number
  /** Calls per second, beside one machine in the same round. */
  ratio: number
  p50: number
  p99: number
  apiMicros: number
  postgresMicros: number
  nginxMicros: number
  redisMicros: number
  walBytes: number
  connections: number
}

/** What rows of a table take, their indexes included. */
type RowSize = { table: string; rows: number; heapBytes: number; indexBytes: number }

const most = 3
/** Three processes share what is sent, and each compiles for itself. */
const warmSeconds = 6
const grownTables = ['authorizations', 'consumptions', 'idempotency_keys', 'access_tokens', 'api_requests']

type Daemon = { readonly pid: number; readonly port: number }

/** A server of the system in the foreground, once it accepts connections. */
async function startDaemon(
  program: string,
  argumentsOf: (port: number) => Promise<readonly string[]>,
  cleanups: Cleanups,
): Promise<Daemon> {
  const port = await freePort(0, '127.0.0.1')
  if (port === undefined) throw new VoidRun('no free port')
  const child = spawn(program, await argumentsOf(port), { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' })
  const exited = once(child, 'exit')
  cleanups.add(async () => {
    child.kill('SIGTERM')
    await exited
  })
  for (let tries = 0; tries < 500 && child.exitCode === null; tries++) {
    const socket = connect(port, '127.0.0.1')
    const accepts = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (accepts) return { pid: child.pid ?? 0, port }
    await wait(20)
  }
  throw new VoidRun(`${program} does not start`)
}

/** Where a program of the system is. */
function findProgram(name: string, debianPackage: string): string {
  try {
    const path = `${process.env.PATH}:/usr/sbin:/sbin`
    return execFileSync('sh', ['-c', `command -v ${name}`], {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
    }).trim()
  } catch {
    throw new VoidRun(`${name} is not on this machine: apt-get install ${debianPackage}`)
  }
}

async function startMachines({ cluster, bundles, cleanups }: Stage, count: number, redis: Daemon): Promise<HttpTarget> {
  const database = await cluster.copy(`bench_machines_${count}`)
  const apis = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      startApiProcess(bundles, cluster, cleanups, database, {
        HOST: `127.0.0.${11 + at}`,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
        TRUSTED_PROXY_HOPS: '1',
      }),
    ),
  )
  const nginx = await startDaemon(
    findProgram('nginx', 'nginx-light'),
    async (port) => {
      const directory = join(cluster.directory, `nginx-${count}`)
      const urls = apis.map(({ url }) => url)
      return ['-p', directory, '-c', await writeNginxConfiguration(directory, port, urls), '-e', 'stderr']
    },
    cleanups,
  )
  const [first] = apis
  if (!first) throw new VoidRun('no machine')
  return {
    ...{ name: `${count}`, url: `http://127.0.0.1:${nginx.port}`, pid: first.pid, database },
    ...{ tokenPath: '/connect/token', terminals: 0, keepsCalls: true },
    operations: ['eligibility', 'apply', 'consumption', 'token'],
    meters: {
      api: async () => sum(await Promise.all(apis.map(({ pid }) => cpuSeconds(pid)))),
      nginx: () => familyCpuSeconds(nginx.pid),
      redis: () => cpuSeconds(redis.pid),
      wal: async () => {
        const [row] = await database.sql<{ bytes: number }[]>`
          select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`
        return row?.bytes ?? Number.NaN
      },
    },
    stop: async () => {
      for (const api of apis) await api.stop()
    },
  }
}

const sum = (figures: readonly number[]): number => figures.reduce((all, each) => all + each, 0)

/** Connections of tills to a database. */
async function connectionsTo({ name, sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = ${name} and application_name = 'aliado api'`
  return row?.count ?? Number.NaN
}

async function sizesOf({ sql }: BenchDatabase): Promise<RowSize[]> {
  const sizes: RowSize[] = []
  for (const table of grownTables) {
    const [row] = await sql<{ rows: number; heap: number; indexes: number }[]>`
      select (select count(*) from ${sql(table)})::float8 as rows,
        sum(pg_table_size(relid))::float8 as heap, sum(pg_indexes_size(relid))::float8 as indexes
      from (select ${table}::regclass as relid union select relid from pg_partition_tree(${table}::regclass)) parts`
    const { rows = 0, heap = Number.NaN, indexes = Number.NaN } = row ?? {}
    sizes.push({ table, rows, heapBytes: heap / (rows || Number.NaN), indexBytes: indexes / (rows || Number.NaN) })
  }
  return sizes
}

export async function measureMachines(stage: Stage, options: Options, say: (text: string) => void): Promise<Machines> {
  const redis = await startDaemon(
    findProgram('redis-server', 'redis-server'),
    async (port) => [
      '--bind',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--save',
      '',
      '--appendonly',
      'no',
      '--loglevel',
      'warning',
    ],
    stage.cleanups,
  )
  const targets: HttpTarget[] = []
  for (let count = 1; count <= most; count++) targets.push(await startMachines(stage, count, redis))
  const calls: CallCost[] = []
  for (const operation of options.operations) {
    const demand = { operation, connections: Math.max(...options.connections), seconds: options.seconds }
    const rounds = await measureRounds(stage, targets, demand, { ...options, warmSeconds, say })
    for (const [at, target] of targets.entries()) {
      const own = rounds.flatMap((windows) => windows[at] ?? [])
      const middle = (of: (window: (typeof own)[number]) => number) => median(own.map(of))
      const micros = (meter: string) => middle(({ risen }) => (risen[meter] ?? Number.NaN) * 1e6)
      calls.push({
        operation,
        machines: at + 1,
        perSecond: middle(({ perSecond }) => perSecond),
        ratio: median(rounds.map((windows) => (windows[at]?.perSecond ?? 0) / (windows[0]?.perSecond ?? Number.NaN))),
        p50: middle(({ p50 }) => p50),
        p99: middle(({ p99 }) => p99),
        apiMicros: micros('api'),
        postgresMicros: middle(({ postgresMicros }) => postgresMicros),
        nginxMicros: micros('nginx'),
        redisMicros: micros('redis'),
        walBytes: middle(({ risen }) => risen.wal ?? Number.NaN),
        connections: await connectionsTo(target.database),
      })
    }
  }
  const [one] = targets
  const rows = one ? await sizesOf(one.database) : []
  for (const target of targets) await target.stop()
  return { calls, rows }
}
