import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type DataKeys, heldKeys } from '@/lib/kernel/data-keys'
import { projectRoot } from '../settings'

/** The drill's own API process, on a port that was free at the moment. */
export type ApiProcess = { readonly url: string; stop(): Promise<void> }

const stopLimitMs = 10_000

const fromSources = ['--import', 'tsx', 'server/api.ts']

/**
 * Starts it on a database and waits until it is ready. `program` are Node's arguments. Throws, with its output, when it ends instead, or is
 * not ready in time.
 */
export async function startApiProcess(
  databaseUrl: string,
  dataKey: DataKeys | string,
  program: readonly string[] = fromSources,
): Promise<ApiProcess> {
  const [newest, old] = heldKeys(dataKey)
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_KEY: newest.key,
      DATA_KEY_GENERATION: String(newest.generation),
      DATA_KEY_OLD: old?.key ?? '',
      HOST: '127.0.0.1',
      API_PORT: '0',
      LOG_LEVEL: 'silent',
      // The limits are not meant for the drill's own tills.
      RATE_LIMIT_PER_MINUTE: '6000000',
      RATE_LIMIT_BURST: '1000000',
    },
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(limit)
  }
  const listening = once(child, 'message').then(([message]) => (message as { listening: number }).listening)
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The API does not start:\n${said.trim()}`)
  })
  ended.catch(() => {})
  const url = `http://127.0.0.1:${await Promise.race([listening, ended])}`
  const ready = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(stopLimitMs) })
  if (ready.ok) return { url, stop }
  await stop()
  throw new Error(`The API is not ready: /health/ready answers ${ready.status}.`)
}
