import type { Env } from '@/lib/env'
import { apiProgram, buildWhenNeeded, nextProgram } from './build'
import { confirmDataKey } from './confirm-data-key'
import { loadDemoNetwork } from './demo-network'
import { startEmbeddedPostgres } from './embedded-postgres'
import { migrateWhenNeeded } from './migrations'
import { demandFreePorts } from './ports'
import { dataDirectory, loadEnvironmentFile, projectRoot, serviceSettings } from './settings'
import { stopSignals } from './stop-signals'
import { keepAlive, keepPostgres } from './supervise'
import { untilReady } from './until-ready'

/** `npm start`: brings up everything that the service needs, in order, keeps it running, and takes it down in reverse. */

const drainLimitMs = 25_000

type Cleanups = (() => Promise<void>)[]

const signals = stopSignals()

async function start(cleanups: Cleanups): Promise<void> {
  loadEnvironmentFile()
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
  // What holds a lock for a session needs PostgreSQL itself, which DATABASE_URL may reach through a pooler (decision 0006).
  const ownerUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL
  await confirmDataKey(ownerUrl, env.DATA_KEY)
  signals.first.throwIfAborted()

  await buildWhenNeeded(signals.first)
  const demo =
    env.SERVICE_ENVIRONMENT === 'production'
      ? undefined
      : await loadDemoNetwork(ownerUrl, env.DATA_KEY, dataDirectory())
  signals.first.throwIfAborted()

  await demandFreePorts([env.PORT, env.API_PORT], signals.first)
  startProcesses(env, variables, cleanups)
  await untilReady(
    [`http://127.0.0.1:${env.API_PORT}/health/ready`, `http://127.0.0.1:${env.PORT}/health/live`],
    signals.first,
  )
  process.stdout.write(`${demo ?? ''}${addresses(env)}`)
}

function startProcesses(env: Env, variables: NodeJS.ProcessEnv, cleanups: Cleanups): void {
  // Empty rather than absent, since Next reads `.env` by itself: the owner's password is not for those who serve.
  const options = {
    cwd: projectRoot,
    env: { ...variables, MIGRATION_DATABASE_URL: '', NEXT_TELEMETRY_DISABLED: '1' },
  }
  const processes = [
    keepAlive('The integration API', ['--enable-source-maps', apiProgram], options),
    keepAlive('The offices', [nextProgram, 'start', '-p', String(env.PORT)], options),
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

const addresses = (env: Env): string =>
  [
    `Aliado is ready after ${(process.uptime()).toFixed(1)} s (${env.SERVICE_ENVIRONMENT} environment)`,
    `  Offices          ${env.PUBLIC_OFFICE_URL}`,
    `  Integration API  ${env.PUBLIC_API_URL}/api/v1`,
    `  Tokens           ${env.PUBLIC_API_URL}/connect/token`,
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
