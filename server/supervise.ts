import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { EmbeddedPostgres } from './embedded-postgres'
import { restartWaits } from './restart-waits'

const postgresCheckMs = 500

/**
 * Ends a child when its supervisor is gone, even by SIGKILL, since the child would keep the port: the channel between them
 * closes. A program that listens for that itself ends in its own way. A process that the child starts with the same flags has
 * another parent, which is responsible for it; a thread, which gets them too, has no channel.
 */
const endWithSupervisor = `data:text/javascript,${encodeURIComponent(
  `if (process.channel && process.ppid === ${process.pid}) {
     process.on('disconnect', () => process.listenerCount('disconnect') > 1 || process.kill(process.pid, 'SIGTERM'))
     process.channel.unref()
   }`,
)}`

export type Supervised = {
  /** Asks it to end, and kills it when it has not after `limitMs`, which it says. */
  stop(limitMs: number): Promise<void>
  /** Ends it without asking. */
  kill(): void
}

/**
 * Keeps a Node program running: when it dies it is started again, at once the first time and then after growing waits of up to
 * 1 s, forgotten once it has lived 30 s. It has a process group of its own, so that Ctrl-C in a terminal reaches the supervisor alone.
 */
export function keepAlive(
  name: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Supervised {
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  const run = async () => {
    const nextWaitMs = restartWaits()
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      child = spawn(process.execPath, ['--import', endWithSupervisor, ...args], {
        ...options,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const how = await ending(child)
      killGroup(child)
      if (stopping.signal.aborted) return
      const waitMs = nextWaitMs(Date.now() - startedAt)
      console.error(`${name} ended (${how}); it starts again ${waitMs ? `in ${waitMs} ms` : 'now'}`)
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const ended = run()

  return {
    stop: async (limitMs) => {
      stopping.abort()
      child?.kill('SIGTERM')
      const limit = setTimeout(() => {
        console.error(`${name} had not ended after ${limitMs} ms, and is killed`)
        killGroup(child)
      }, limitMs)
      await ended
      clearTimeout(limit)
    },
    kill: () => killGroup(child),
  }
}

/** Keeps the embedded PostgreSQL running: when it is gone, whoever started or ended it, `restart` is called for another. */
export function keepPostgres(
  first: EmbeddedPostgres,
  restart: () => Promise<EmbeddedPostgres>,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current = first

  const watch = async () => {
    while (!stopping.signal.aborted) {
      await wait(postgresCheckMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || current.isRunning()) continue
      console.error('PostgreSQL ended; it starts again')
      try {
        current = await restart()
      } catch (error) {
        console.error(error)
      }
    }
  }
  const ended = watch()

  return {
    stop: async () => {
      stopping.abort()
      await ended
      await current.stop()
    },
  }
}

const ending = (child: ChildProcess) =>
  new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  })

/** Kills the child and everything that it started, all at once. */
function killGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has gone already.
  }
}
