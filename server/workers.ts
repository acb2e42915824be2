import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '@/lib/env'
import { createLogs } from '@/lib/http/log'
import { restartWaits } from './restart-waits'
import { gatherMetrics } from './worker-metrics'

/** Which of the processes behind the one port this is: its place, counted from 0. Undefined when there is only one process. */
const placeVariable = 'ALIADO_PLACE'

/** Whether this process is one of several behind one port. */
export const isWorker = cluster.isWorker

/** Jobs that one process does for all are done by the one at the first place, or by the only one. */
export const isFirst = (): boolean => (process.env[placeVariable] ?? '0') === '0'

/**
 * Runs `count` processes of this program behind one port, each on its own database connections, and keeps them running. The
 * process that does so handles no requests, so that no request can end it. To the supervisor it is one process: it reports once
 * that all listen, ends them all when it is told to, or when the supervisor is gone, and ends itself when one cannot start at
 * all.
 */
export function runWorkers(env: Env): void {
  const { log } = createLogs(env.LOG_LEVEL, false)
  const count = env.API_PROCESSES
  const stopping = new AbortController()
  const listening = new Set<number>()
  let exitCode = 0

  const stop = (why: string, code: number): void => {
    if (!stopping.signal.aborted) {
      exitCode = code
      log.info({ why }, 'the processes of the integration API stop')
      stopping.abort()
    }
    // A second time too: that ends them at once.
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }

  const tellWhenAllListen = (place: number, port: number): void => {
    if (listening.size === count) return
    listening.add(place)
    if (listening.size < count) return
    log.info({ port, processes: count }, 'the processes of the integration API listen')
    process.send?.({ listening: port })
  }

  const keep = async (place: number): Promise<void> => {
    const nextWaitMs = restartWaits()
    while (!stopping.signal.aborted) {
      const startedAt = Date.now()
      const worker = cluster.fork({ [placeVariable]: String(place) })
      worker.on('message', (message: { listening?: number }) => {
        if (message.listening !== undefined) tellWhenAllListen(place, message.listening)
      })
      const how = await ending(worker)
      if (stopping.signal.aborted) {
        if (how !== 'exit code 0') exitCode = 1
        return
      }
      if (listening.size < count) return stop(`process ${place} did not start (${how})`, 1)
      const waitMs = nextWaitMs(Date.now() - startedAt)
      log.error({ place, how, waitMs }, 'a process of the integration API ended; it starts again')
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  if (env.METRICS_TOKEN !== undefined) gatherMetrics()
  if (env.REDIS_URL === undefined) log.warn('without REDIS_URL each process counts the rate limits for itself')
  void Promise.all(Array.from({ length: count }, (_, place) => keep(place))).then(() => process.exit(exitCode))
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  // As the single process does: the supervisor decides.
  process.on('SIGINT', () => {
    if (!process.connected) stop('SIGINT', 0)
  })
  process.on('disconnect', () => stop('the supervisor is gone', 0))
}

const ending = (worker: Worker): Promise<string> =>
  new Promise((done) => {
    worker.once('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  })
