import { isIPv6 } from 'node:net'
import { dataKeysOf, type Env } from '@/lib/env'
import { confirmDataKey } from './confirm-data-key'
import { loadDemoNetwork, refuseDemoNetwork } from './demo-network'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrateWhenNeeded } from './migrations'
import { dataDirectory, loadEnvironmentFile, projectRoot, requireProductionSettings, serviceSettings } from './settings'
import { type StopSignals, stopSignals } from './stop-signals'
import { keepPostgres, type Supervised } from './supervise'

/** What is stopped at the end of the program, in reverse order. */
export type Cleanups = (() => Promise<void>)[]

const drainLimitMs = 25_000

export type Prepared = {
  readonly env: Env
  /** How the service's processes are started. */
  readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }
  /** Gives the database the newest schema, and refuses one that is of another data key or holds what it must not. */
  readonly bringUp: () => Promise<void>
  /** Loads the demo network where it is wanted. Gives its people and credentials, when it was not there before. */
  readonly loadDemo: () => Promise<string | undefined>
}

/**
 * What every way of starting the service begins with: settings that fit, and a PostgreSQL that runs and is kept running. Throws, as do
 * the functions that it gives, what is wrong, in words for the person who starts it.
 */
export async function prepare(
  mode: 'production' | 'development',
  cleanups: Cleanups,
  signal: AbortSignal,
): Promise<Prepared> {
  loadEnvironmentFile()
  await requireProductionSettings()
  // PostgreSQL starts while the modules load.
  const [{ postgres, ...settings }, { parseEnv }] = await Promise.all([serviceSettings(), import('@/lib/env')])
  if (postgres) {
    const restart = () => startEmbeddedPostgres({ directory: dataDirectory(), port: portOf(postgres.databaseUrl) })
    const kept = keepPostgres(postgres, restart)
    cleanups.push(() => kept.stop())
  }
  const variables = { ...process.env, ...settings, NODE_ENV: mode }
  const env = parseEnv(variables)
  // What holds a lock for a session needs PostgreSQL itself, which DATABASE_URL may reach through a pooler (ADR-0006).
  const ownerUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL
  const bringUp = async () => {
    await migrateWhenNeeded(env)
    await confirmDataKey(ownerUrl, dataKeysOf(env))
    signal.throwIfAborted()
    if (env.SERVICE_ENVIRONMENT === 'production') await refuseDemoNetwork(ownerUrl)
  }
  // Empty rather than absent, since Next reads `.env` by itself: the processes that serve must not have the owner's password.
  const forProcesses = { ...variables, MIGRATION_DATABASE_URL: '', NEXT_TELEMETRY_DISABLED: '1' }
  const loadDemo = async () =>
    wantsDemoNetwork(env, postgres !== undefined)
      ? loadDemoNetwork(ownerUrl, dataKeysOf(env), dataDirectory())
      : undefined
  return { env, options: { cwd: projectRoot, env: forProcesses }, bringUp, loadDemo }
}

/**
 * A database that was named by the operator may hold real people: the demo users, whose password is published, are added to it
 * only when DEMO_NETWORK says so.
 */
const wantsDemoNetwork = (env: Env, isEmbedded: boolean): boolean =>
  env.DEMO_NETWORK ?? (isEmbedded && env.SERVICE_ENVIRONMENT === 'test')

/** Ends the service's processes with the program: all are asked at once, and a second signal kills them. */
export function stopAtTheEnd(processes: readonly Supervised[], cleanups: Cleanups, signals: StopSignals): void {
  const kill = () => {
    for (const each of processes) each.kill()
  }
  signals.second.addEventListener('abort', kill)
  cleanups.push(async () => {
    await Promise.all(processes.map((each) => each.stop(drainLimitMs)))
  })
}

/** The part of a URL by which this machine reaches a program that listens on `host`. */
export function hostToAsk(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

const portOf = (databaseUrl: string) => Number(new URL(databaseUrl).port)

/** Runs a program that serves until it is told to stop: `start` brings it up, and what it leaves in `cleanups` takes it down. */
export async function serve(start: (cleanups: Cleanups, signals: StopSignals) => Promise<void>): Promise<never> {
  const signals = stopSignals()
  const cleanups: Cleanups = []
  try {
    await start(cleanups, signals)
    await signals.received
  } catch (error) {
    if (!signals.first.aborted) {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    }
  }
  for (const cleanup of cleanups.reverse()) await cleanup()
  process.exit()
}
