import { isIPv6 } from 'node:net'
import type { Env } from '@/lib/env'
import { apiProgram, buildWhenNeeded, officesCommand } from './build'
import { confirmDataKey } from './confirm-data-key'
import { loadDemoNetwork, refuseDemoNetwork } from './demo-network'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrateWhenNeeded } from './migrations'
import { demandFreePorts } from './ports'
import { dataDirectory, demandProductionSettings, loadEnvironmentFile, projectRoot, serviceSettings } from './settings'
import { stopSignals } from './stop-signals'
import { keepAlive, keepPostgres } from './supervise'
import { untilReady } from './until-ready'

/** `npm start`: brings up everything that the service needs, in order, keeps it running, and takes it down in reverse. */

const drainLimitMs = 25_000

type Cleanups = (() => Promise<void>)[]

const signals = stopSignals()

async function start(cleanups: Cleanups): Promise<void> {
  loadEnvironmentFile()
  await demandProductionSettings()
  // PostgreSQL starts while the modules load.
  const [{ postgres, ...settings }, { parseEnv }] = await Promise.all([serviceSettings(), import('@/lib/env')])
  if (postgres) {
    const restart = () => startEmbeddedPostgres({ directory: dataDirectory(), port: portOf(postgres.databaseUrl) })
    const kept = keepPostgres(postgres, restart)
    cleanups.push(() => kept.stop())
  }
  const variables = { ...process.env, ...settings, NODE_ENV: 'production' as const }
  const env = parseEnv(variables)
  await migrateWhenNeeded(env)
  // What holds a lock for a session needs PostgreSQL itself, which DATABASE_URL may reach through a pooler (ADR-0006).
  const ownerUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL
  await confirmDataKey(ownerUrl, env.DATA_KEY)
  signals.first.throwIfAborted()

  if (env.SERVICE_ENVIRONMENT === 'production') await refuseDemoNetwork(ownerUrl)
  await buildWhenNeeded(signals.first)
  const demo = wantsDemoNetwork(env, postgres !== undefined)
    ? await loadDemoNetwork(ownerUrl, env.DATA_KEY, dataDirectory())
    : undefined
  signals.first.throwIfAborted()

  await demandFreePorts([env.PORT, env.API_PORT], env.HOST, signals.first)
  startProcesses(env, variables, cleanups)
  const host = hostToAsk(env.HOST)
  await untilReady(
    [`http://${host}:${env.API_PORT}/health/ready`, `http://${host}:${env.PORT}/health/live`],
    signals.first,
  )
  process.stdout.write(`${demo ?? ''}${addresses(env)}`)
}

/** A database that somebody named may hold real people: users whose password is published come to it by name only. */
const wantsDemoNetwork = (env: Env, isEmbedded: boolean): boolean =>
  env.DEMO_NETWORK ?? (isEmbedded && env.SERVICE_ENVIRONMENT === 'test')

/** Where this machine finds who listens on `host`, as a part of a URL. */
function hostToAsk(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

function startProcesses(env: Env, variables: NodeJS.ProcessEnv, cleanups: Cleanups): void {
  // Empty rather than absent, since Next reads `.env` by itself: the owner's password is not for those who serve.
  const options = {
    cwd: projectRoot,
    env: { ...variables, MIGRATION_DATABASE_URL: '', NEXT_TELEMETRY_DISABLED: '1' },
  }
  const processes = [
    keepAlive('The integration API', ['--enable-source-maps', apiProgram], options),
    keepAlive(
      'The offices',
      [...officesCommand, '-p', String(env.PORT), ...(env.HOST ? ['-H', env.HOST] : [])],
      options,
    ),
  ]
  const kill = () => {
    for (const each of processes) each.kill()
  }
  signals.second.addEventListener('abort', kill)
  cleanups.push(async () => {
    await Promise.all(processes.map((each) => each.stop(drainLimitMs)))
  })
}

const portOf = (databaseUrl: string) => Number(new URL(databaseUrl).port)

/** Who forgot to say which environment it is can see so. */
const environmentOf = (env: Env): string =>
  `${env.SERVICE_ENVIRONMENT} environment${process.env.SERVICE_ENVIRONMENT || !process.env.DATABASE_URL ? '' : ', since SERVICE_ENVIRONMENT is not set'}`

const addresses = (env: Env): string =>
  [
    `Aliado is ready after ${(process.uptime()).toFixed(1)} s (${environmentOf(env)})`,
    `  Offices          ${env.PUBLIC_OFFICE_URL}`,
    `  Integration API  ${env.PUBLIC_API_URL}/api/v1`,
    `  Tokens           ${env.PUBLIC_API_URL}/connect/token`,
    `  Listening on     ${env.HOST ?? 'every interface'}`,
    '',
  ].join('\n')

async function main(): Promise<void> {
  const cleanups: Cleanups = []
  try {
    await start(cleanups)
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

await main()
