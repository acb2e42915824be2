import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenNeeded } from '@/server/build'
import { freePort } from '@/server/ports'
import { projectRoot } from '@/server/settings'
import { type Cleanups, VoidRun } from './cleanups'
import { median } from './measure'

/** Seconds of `npm start` until everything is ready: with nothing there, and with the database of an earlier start. */
export type Start = { firstSeconds: number; againSeconds: number; againAll: number[] }

const repetitions = 3

export async function measureStart(cleanups: Cleanups, say: (text: string) => void): Promise<Start> {
  await buildWhenNeeded()
  const directory = await mkdtemp(join(tmpdir(), 'aliado-start-'))
  cleanups.add(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const times: number[] = []
  for (let at = 0; at <= repetitions; at++) {
    times.push(await startOnce(join(directory, 'data'), cleanups))
    say(`npm start, ${at === 0 ? 'with nothing there' : 'again'}: ${times.at(-1)?.toFixed(2)} s`)
  }
  const [firstSeconds = Number.NaN, ...againAll] = times
  return { firstSeconds, againSeconds: median(againAll), againAll }
}

async function startOnce(dataDirectory: string, cleanups: Cleanups): Promise<number> {
  const [port, apiPort] = [await freePort(0), await freePort(0)]
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that the signal reaches npm and what it started.
    detached: true,
    env: {
      ...process.env,
      // An empty variable is not replaced by one in `.env`.
      DATABASE_URL: '',
      MIGRATION_DATABASE_URL: '',
      DATA_DIRECTORY: dataDirectory,
      PORT: String(port),
      API_PORT: String(apiPort),
      LOG_LEVEL: 'warn',
    },
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopGroup(child)
    return stopping
  }
  cleanups.add(stop)
  await untilItSays(child, 'is ready')
  const seconds = (performance.now() - startedAt) / 1000
  await stop()
  return seconds
}

function untilItSays(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes(words)) resolve()
    })
    child.once('exit', (code) => reject(new VoidRun(`npm start ended with ${code}`)))
  })
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
  // npm may end before the processes that it started.
  while (groupIsAlive(child.pid)) await new Promise((later) => setTimeout(later, 50))
}

function groupIsAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
