import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { freePort } from '@/server/ports'
import { projectRoot } from '@/server/settings'
import { untilReady } from '@/server/until-ready'
import { testDataKey } from '../fixtures/factories'

/** The API under the supervisor of `npm start`, on a port that stays the same however often it dies. */
export type SupervisedApi = {
  readonly url: string
  /** SIGKILL. Its supervisor starts another. */
  kill(): void
  /** How each process of the API has ended so far, in the supervisor's words. */
  deaths(): string[]
  log(): string
  /** Ends both, as Ctrl-C would. */
  stop(): Promise<void>
}

export const metricsToken = randomBytes(16).toString('hex')

/** These tests are not about limits. */
export const generousLimits = {
  RATE_LIMIT_PER_MINUTE: '6000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_MISSES_PER_MINUTE: '6000000',
}

/** The environment of an API under test. */
const apiVariables = (databaseUrl: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  DATA_KEY: testDataKey,
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'info',
  ...generousLimits,
})

export async function superviseApi(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<SupervisedApi> {
  const port = await freePort(0, '127.0.0.1')
  const logFile = join(inject('runDirectory'), `supervised-${randomBytes(4).toString('hex')}.log`)
  const log = openSync(logFile, 'a')
  const supervisor = spawn(
    process.execPath,
    ['--import', 'tsx', join(projectRoot, 'e2e/faults/supervisor.ts'), inject('apiBundle')],
    {
      cwd: projectRoot,
      stdio: ['ignore', log, log, 'ipc'],
      env: { ...apiVariables(databaseUrl), API_PORT: String(port), ...variables },
    },
  )
  closeSync(log)
  const read = () => readFileSync(logFile, 'utf8')
  const url = `http://127.0.0.1:${port}`
  const ended = once(supervisor, 'exit')
  const tooLong = AbortSignal.timeout(30_000)
  await untilReady([`${url}/health/ready`], tooLong).catch((cause) => {
    throw new Error(`the API is not ready:\n${read()}`, { cause })
  })
  return {
    url,
    kill: () => void supervisor.send('kill'),
    deaths: () => [...read().matchAll(/^The integration API ended \((.*?)\)/gm)].map(([, how]) => how ?? ''),
    log: read,
    stop: async () => {
      supervisor.kill('SIGTERM')
      await ended
    },
  }
}

/** Fails when the API's process has ended since its start, and says of what. */
export function expectAlive(api: SupervisedApi): void {
  const uncaught = api.log().match(/^.*"msg":"uncaught".*$/gm) ?? []
  expect({ ended: api.deaths(), uncaught }).toEqual({ ended: [], uncaught: [] })
}
