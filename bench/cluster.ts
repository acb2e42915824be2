import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { deriveIdentificationKeys } from '@/lib/identification/identification'
import { startEmbeddedPostgres, stopAbandonedPostgres } from '@/server/embedded-postgres'
import { projectRoot } from '@/server/settings'
import type { Cleanups } from './cleanups'
import { type Credentials, loadNetwork } from './load-network'
import { parentOf } from './measure'
import type { Shape } from './network'

const runPrefix = 'aliado-bench-'
const template = 'bench_template'
const statementTimeoutMs = 3_600_000

/**
 * Checkpoints and autovacuum are kept out of the windows, so that they do not slow one target and not the next: tables are
 * vacuumed and analyzed between windows. Commits stay durable.
 */
const settings = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
  min_wal_size: '3GB',
}

/** As many as `min_wal_size` holds, of 16 MB each. */
const logFiles = 192

/** A database of the cluster, with a connection for the bench's own statements. */
export type BenchDatabase = { readonly name: string; readonly url: string; readonly sql: Sql }

export type Cluster = {
  readonly directory: string
  readonly postmasterPid: number
  readonly dataKey: string
  readonly credentials: Credentials
  readonly conditions: Readonly<Record<string, string>>
  /** An empty database. */
  empty(name: string): Promise<BenchDatabase>
  /** A copy of the generated network. */
  copy(name: string): Promise<BenchDatabase>
  /** From here on its settings are those that PostgreSQL comes with. */
  asShipped(): Promise<void>
}

/** A durable PostgreSQL of the bench's own in a temporary directory, with the network in a template database. */
export async function startCluster(shape: Shape, cleanups: Cleanups): Promise<Cluster> {
  await clearAbandonedRuns()
  const directory = await mkdtemp(join(tmpdir(), runPrefix))
  cleanups.add(() => rm(directory, { recursive: true, force: true }))
  // PostgreSQL, which under root runs as another user, must be able to enter the directory.
  await chmod(directory, 0o755)
  const server = await startEmbeddedPostgres({ directory: join(directory, 'data'), durable: true })
  cleanups.add(() => server.stop())

  const open = (name: string): BenchDatabase => {
    const url = new URL(server.databaseUrl)
    url.pathname = `/${name}`
    const options = { poolMax: 2, applicationName: 'bench', statementTimeoutMs, lockTimeoutMs: statementTimeoutMs }
    const sql = connect(url.href, options)
    cleanups.add(() => sql.end({ timeout: 1 }))
    return { name, url: url.href, sql }
  }
  const admin = open('postgres').sql
  for (const [name, value] of Object.entries(settings)) await admin.unsafe(`alter system set ${name} = '${value}'`)
  await admin`select pg_reload_conf()`
  await admin`create database ${admin(template)}`

  const first = open(template)
  const dataKey = randomBytes(32).toString('base64')
  await migrateDatabase(first.url, join(projectRoot, 'db/migrations'))
  const credentials = await loadNetwork(first.sql, shape, deriveIdentificationKeys(dataKey))
  const [backend] = await admin<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postmasterPid = await parentOf(backend?.pid ?? 0)
  const conditions = await conditionsOf(admin)
  // A database that somebody is connected to cannot be copied.
  await first.sql.end()
  await makeLogFiles(admin)
  return {
    directory,
    postmasterPid,
    dataKey,
    credentials,
    conditions,
    empty: async (name) => {
      await admin`create database ${admin(name)}`
      return open(name)
    },
    copy: async (name) => {
      await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
      return open(name)
    },
    asShipped: async () => {
      for (const name of Object.keys(settings)) await admin.unsafe(`alter system reset ${name}`)
      await admin`select pg_reload_conf()`
    },
  }
}

/**
 * Makes the files of PostgreSQL's log that the windows will fill. A server that has run for a while fills those of before its last checkpoint
 * again; here there is no checkpoint in the windows, and whoever comes to the end of a file would wait until the next one is made: some 40 ms.
 */
async function makeLogFiles(admin: Sql): Promise<void> {
  await admin.unsafe(`do $$ begin
    for n in 1..${logFiles} loop
      perform pg_logical_emit_message(false, 'bench', '');
      perform pg_switch_wal();
    end loop;
  end $$`)
  await admin`checkpoint`
}

const shown = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'wal_sync_method']

async function conditionsOf(admin: Sql): Promise<Record<string, string>> {
  const rows = await admin<{ name: string; value: string }[]>`
    select name, current_setting(name) as value from unnest(${[...shown, ...Object.keys(settings)]}::text[]) name`
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** A run that was killed leaves its server behind: the next one ends it. */
async function clearAbandonedRuns(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(runPrefix))
  for (const run of names.map((name) => join(tmpdir(), name))) {
    if (await stopAbandonedPostgres(join(run, 'data'))) await rm(run, { recursive: true, force: true })
  }
}
