import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiProgram, buildWhenNeeded, officesCommand } from '@/server/build'
import { startEmbeddedPostgres } from '@/server/embedded-postgres'
import { servingAddress } from '@/server/embedded-role'
import { migrateWhenNeeded } from '@/server/migrations'
import { testDataKey } from '../fixtures/factories'
import { portForTest } from '../fixtures/program'
import { startMailServer } from './mail-server'

/** What the tests know of the service that they look at: in the environment, since Playwright's workers are processes. */
export type PortalVariables = {
  PORTAL_URL: string
  PORTAL_API_URL: string
  /** The database as its owner, whom the tests are. */
  PORTAL_DATABASE_URL: string
  /** The same as whom the service is. */
  PORTAL_SERVING_URL: string
  /** The folder with the logs of its processes. */
  PORTAL_LOGS: string
  /** The folder with the mails that it sent. */
  PORTAL_OUTBOX: string
}

/** What the service of a run seals its cookies with. */
export const portalCookieSecret = createHash('sha256').update('the cookies of the tests').digest('base64')

/** What opens its metrics. */
const metricsToken = 'metrics of the tests alone'

/** The settings of a run that nobody but its processes may know. */
export const secretSettings = (): string[] => [
  portalCookieSecret,
  testDataKey,
  metricsToken,
  new URL(process.env.PORTAL_DATABASE_URL ?? '').password,
  new URL(process.env.PORTAL_SERVING_URL ?? '').password,
]

const root = join(import.meta.dirname, '../..')

/** The real thing: PostgreSQL, the API process and the offices, from a build of the sources as they are. */
export async function startPortal(): Promise<{ variables: PortalVariables; stop: () => Promise<void> }> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
  try {
    await buildWhenNeeded()
    const directory = await mkdtemp(join(tmpdir(), 'aliado-portal-'))
    await chmod(directory, 0o755)
    cleanups.push(() => rm(directory, { recursive: true, force: true }))
    const data = join(directory, 'data')
    const postgres = await startEmbeddedPostgres({ directory: data, durable: false })
    cleanups.push(() => postgres.stop())
    const servingUrl = await servingAddress(postgres.databaseUrl, data)
    await migrateWhenNeeded({ DATABASE_URL: servingUrl, MIGRATION_DATABASE_URL: postgres.databaseUrl })

    const [port, apiPort] = [await portForTest(), await portForTest()]
    // Browsers take `localhost` for secure: what production does over https works there too.
    const variables = {
      PORTAL_URL: `http://localhost:${port}`,
      PORTAL_API_URL: `http://localhost:${apiPort}`,
      PORTAL_DATABASE_URL: postgres.databaseUrl,
      PORTAL_SERVING_URL: servingUrl,
      PORTAL_LOGS: directory,
      PORTAL_OUTBOX: join(directory, 'outbox'),
    }
    const environment = environmentOf(variables)
    const api = run('api', ['--enable-source-maps', apiProgram], environment, directory)
    cleanups.push(api.stop)
    const offices = run('offices', [...officesCommand, '-p', String(port)], environment, directory)
    cleanups.push(offices.stop)
    await api.untilLive(`${variables.PORTAL_API_URL}/health/ready`)
    await offices.untilLive(`${variables.PORTAL_URL}/health/live`)
    return { variables, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What its processes are told. */
const environmentOf = (variables: PortalVariables) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  DATABASE_URL: variables.PORTAL_SERVING_URL,
  DATA_KEY: testDataKey,
  PORT: new URL(variables.PORTAL_URL).port,
  API_PORT: new URL(variables.PORTAL_API_URL).port,
  PUBLIC_OFFICE_URL: variables.PORTAL_URL,
  PUBLIC_API_URL: variables.PORTAL_API_URL,
  NEXTAUTH_SECRET: portalCookieSecret,
  METRICS_TOKEN: metricsToken,
  DATA_DIRECTORY: variables.PORTAL_LOGS,
  LOG_LEVEL: 'debug',
})

/** One process more of the offices of the run, on that port, as they are in production at that address. */
export async function startOfficesAt(publicUrl: string, port: number): Promise<{ stop(): Promise<void> }> {
  const variables = process.env as unknown as PortalVariables
  const mails = await startMailServer({ databaseUrl: variables.PORTAL_DATABASE_URL, outbox: variables.PORTAL_OUTBOX })
  const production = {
    PUBLIC_OFFICE_URL: publicUrl,
    SERVICE_ENVIRONMENT: 'production',
    SMTP_URL: mails.url,
    PORT: String(port),
  }
  const command = [...officesCommand, '-p', String(port)]
  const offices = run('offices-https', command, { ...environmentOf(variables), ...production }, variables.PORTAL_LOGS)
  await offices.untilLive(`http://localhost:${port}/health/live`)
  return {
    stop: async () => {
      await offices.stop()
      await mails.stop()
    },
  }
}

function run(name: string, args: readonly string[], env: Record<string, string | undefined>, directory: string) {
  const logFile = join(directory, `${name}.log`)
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, { cwd: root, env: env as NodeJS.ProcessEnv, stdio: ['ignore', log, log] })
  closeSync(log)
  return {
    untilLive: async (url: string): Promise<void> => {
      while (child.exitCode === null) {
        const answer = await fetch(url).catch(() => undefined)
        if (answer?.ok) return
        await wait(100)
      }
      throw new Error(`${name} ended with ${child.exitCode}:\n${readFileSync(logFile, 'utf8')}`)
    },
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
