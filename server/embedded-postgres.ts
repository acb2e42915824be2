import { spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { atMostOne } from '@/db/rows'
import { keptSecret } from './kept-secret'
import { freePort } from './ports'
import { type Cluster, identity, openCluster, postgresVariables, superuser } from './postgres-cluster'
import { findPostmaster, isPostmaster, type Postmaster, stopPostmaster } from './postmaster'

export type EmbeddedPostgres = {
  readonly databaseUrl: string
  /** Whether the server process is there, ours or not. */
  isRunning(): boolean
  /** Ends the server when it is this caller's to end, otherwise nothing. Its first signal is sent before the first wait. */
  stop(): Promise<void>
}

type Settings = { readonly directory: string; readonly port?: number; readonly durable?: boolean }

const database = 'aliado'
const loopback = '127.0.0.1'
const preferredPort = 54_329
const startLimitMs = 120_000
const logBytesMax = 10_000_000

/** A start may fail because another process starts, or has just left, the same server or port. Then it is tried again. */
const passingTrouble = /lock file "postmaster\.pid" already exists|still in use|Address already in use/

/**
 * A PostgreSQL of our own on 127.0.0.1 with its data in `<directory>/postgres`, reached with a password that only the owner of
 * `directory` can read. A server that already runs there is used: only its owner stops it, unless the owner is dead; then the
 * caller becomes its owner. The server is in a process group of its own, so that Ctrl-C in a terminal does not stop it before its
 * clients, and it outlives a caller that is killed. `port` is a demand; without it 54329 or any free one is taken.
 * `durable: false` is for tests: a crash may lose the last commits, or all.
 *
 * `directory` is the service's own. Started by root, PostgreSQL runs as the user `postgres`, which must be able to pass through
 * `directory`; when a parent of it is closed to that user, data and programs are in /var/lib/aliado and `<directory>/postgres` is
 * a link. No statement and no parameter reaches `<directory>/postgres.log`.
 */
export async function startEmbeddedPostgres({ directory, port, durable = true }: Settings): Promise<EmbeddedPostgres> {
  const home = resolve(directory)
  await mkdir(home, { recursive: true, mode: 0o700 })
  const password = await keptSecret(home, 'postgres-password', 'hex')
  const cluster = await openCluster(home, { password, durable })

  const { postmaster, isOurs } = await findOrLaunch(cluster, home, { port, durable })
  const url = `postgres://${superuser}:${password}@${loopback}:${postmaster.port}`
  await createDatabase(url)
  return {
    databaseUrl: `${url}/${database}`,
    isRunning: () => isPostmaster(postmaster.pid, cluster.data),
    stop: async () => (isOurs ? stopPostmaster(postmaster.pid, cluster.data) : undefined),
  }
}

/** Stops a server that a killed process left behind in `directory`, and says whether its owner is dead. */
export async function stopAbandonedPostgres(directory: string): Promise<boolean> {
  const home = resolve(directory)
  if ((await ownerOf(home)) !== 'dead') return false
  const data = await realpath(join(home, 'postgres')).catch(() => undefined)
  const postmaster = data && (await findPostmaster(data))
  if (postmaster) await stopPostmaster(postmaster.pid, data)
  return true
}

/** Base64 of the 32 random bytes in `<directory>/data-key`, made at the first call. Without it no identification can be read. */
export async function loadOrCreateDataKey(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return keptSecret(directory, 'data-key', 'base64')
}

type Wish = { readonly port: number | undefined; readonly durable: boolean }

async function findOrLaunch(
  cluster: Cluster,
  home: string,
  wish: Wish,
): Promise<{ postmaster: Postmaster; isOurs: boolean }> {
  const until = Date.now() + startLimitMs
  while (Date.now() < until) {
    const running = await findPostmaster(cluster.data)
    if (running?.status === 'ready') {
      const isOurs = (await ownerOf(home)) !== 'alive'
      if (isOurs) await becomeOwner(home)
      return { postmaster: running, isOurs }
    }
    const launched = running ? undefined : await launch(cluster, home, wish)
    if (launched) return { postmaster: launched, isOurs: true }
    await wait(50)
  }
  throw new Error(`PostgreSQL did not start in ${startLimitMs / 1000} s: see ${join(home, 'postgres.log')}`)
}

/**
 * Undefined when it ended at once for a reason that passes. Throws with the output of PostgreSQL when trying again is useless.
 */
async function launch(cluster: Cluster, home: string, wish: Wish): Promise<Postmaster | undefined> {
  const logFile = join(home, 'postgres.log')
  const log = openSync(logFile, 'a', 0o600)
  if (fstatSync(log).size > logBytesMax) ftruncateSync(log)
  const logStart = fstatSync(log).size
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.data, ...(await flags(wish)).flatMap((flag) => ['-c', flag])],
    { ...identity(cluster.account), cwd: '/', env: postgresVariables, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let isOwner = false
  let failure: Error | undefined
  child.on('error', (error) => {
    failure = error
  })
  while (!failure && child.exitCode === null && child.signalCode === null) {
    const found = await findPostmaster(cluster.data)
    if (found && found.pid === child.pid) {
      // Before another process can take it for a server without an owner.
      if (!isOwner) await becomeOwner(home)
      isOwner = true
      if (found.status === 'ready') return found
    }
    await wait(10)
  }
  const said = (await readFile(logFile)).subarray(logStart).toString()
  if (!failure && passingTrouble.test(said)) return undefined
  throw new Error(`PostgreSQL does not start on ${cluster.data}:\n${said.trim()}`, { cause: failure })
}

async function flags({ port, durable }: Wish): Promise<string[]> {
  return [
    `port=${port ?? (await freePort(preferredPort, loopback)) ?? (await freePort(0, loopback))}`,
    `listen_addresses=${loopback}`,
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${durable ? sharedMegabytes() : 256}MB`,
    'log_checkpoints=off',
    'log_min_messages=warning',
    // No statement, no parameter and no key value of a DETAIL in the log (D32).
    'log_min_error_statement=panic',
    'log_parameter_max_length_on_error=0',
    'log_error_verbosity=terse',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
}

/**
 * A quarter of the memory that there is, as PostgreSQL's manual begins with; pages of it are taken as they are used. What does not fit is
 * copied from the system's memory at each read.
 */
function sharedMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(Math.max(Math.floor(bytes / 4 / 2 ** 20), 128), 8_192)
}

async function createDatabase(url: string): Promise<void> {
  const sql = postgres(`${url}/postgres`, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    const existing = atMostOne(await sql`select from pg_database where datname = ${database}`)
    if (!existing) await sql`create database ${sql(database)}`.catch(unlessItExists)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Another process made it meanwhile: `duplicate_database`, or a violation of the unique index of names. */
function unlessItExists(error: unknown): void {
  if (!(error instanceof postgres.PostgresError && ['42P04', '23505'].includes(error.code))) throw error
}

const ownerFile = (home: string) => join(home, 'postgres-owner')

const becomeOwner = (home: string) => writeFile(ownerFile(home), `${process.pid}\n`, { mode: 0o600 })

async function ownerOf(home: string): Promise<'nobody' | 'alive' | 'dead'> {
  const pid = Number(await readFile(ownerFile(home), 'utf8').catch(() => ''))
  if (!Number.isSafeInteger(pid) || pid <= 0) return 'nobody'
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'alive' : 'dead'
  }
}
