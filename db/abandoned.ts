import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from '@/lib/kernel/database-address'
import type { Gate } from '@/lib/kernel/gate'
import type { ConnectionOptions } from './client'
import { DisposableConnection } from './disposable-connection'
import { heard } from './heard'

/** How often it is asked about those that still run, and how soon about one more. */
const askEveryMs = 500
const askSoonMs = 20
const answerMsMax = 2_000

type Held = { readonly place: Place | undefined; readonly release: () => void }

/**
 * Backends whose connection was given up while their statement ran. A commit that waits for its standby does not notice that its client
 * is gone, no timeout bounds it, and it must not be cancelled: PostgreSQL would say that it is done (ADR-0061). So each keeps its
 * place at the gate until the server says that it is gone, or waits for its client; then it ends by itself. Otherwise every call would dial again, until the server
 * has no connection left. What asks is one connection beside the pool, only as long as there is something to ask.
 */
export class Abandoned {
  readonly #open: () => DisposableConnection
  readonly #gate: Gate
  readonly #held = new Map<number, Held>()
  #isWatching = false
  #news = new AbortController()
  #isClosed = false

  constructor(databaseUrl: string, options: ConnectionOptions, gate: Gate) {
    const own = { ...options, applicationName: `${options.applicationName} watch` }
    this.#open = () => new DisposableConnection(databaseUrl, own, () => {})
    this.#gate = gate
  }

  get count(): number {
    return this.#held.size
  }

  hold(pid: number, place: Place | undefined): void {
    if (this.#held.has(pid) || this.#isClosed) return
    this.#held.set(pid, { place, release: this.#gate.occupy() })
    if (this.#isWatching) this.#news.abort()
    else void this.#watch()
  }

  /** Asks nothing more. */
  close(): void {
    this.#isClosed = true
    this.#releaseUnless(() => false)
  }

  async #watch(): Promise<void> {
    this.#isWatching = true
    let connection: DisposableConnection | undefined
    while (this.#held.size > 0) {
      this.#news = new AbortController()
      if (!connection?.isOpen) connection = this.#open()
      const asked = new Set(this.#held.keys())
      const running = await stillRunning(connection, [...asked])
      // Without an answer nothing is known, and nothing could be dialled either.
      if (!running) connection.giveUp()
      else {
        const { place } = connection
        // What still runs at a server that is the primary no more takes no place at this one.
        this.#releaseUnless((pid, held) => held.place === place && (running.has(pid) || !asked.has(pid)))
      }
      await wait(askSoonMs, undefined, { ref: false })
      if (this.#held.size > 0) await this.#pause()
    }
    this.#isWatching = false
    await connection?.close()
  }

  /** Until it is time to ask again: sooner when there is one more. */
  async #pause(): Promise<void> {
    await wait(askEveryMs, undefined, { ref: false, signal: this.#news.signal }).catch(() => {})
  }

  #releaseUnless(stays: (pid: number, held: Held) => boolean): void {
    for (const [pid, held] of [...this.#held]) {
      if (stays(pid, held)) continue
      this.#held.delete(pid)
      held.release()
    }
  }
}

/**
 * Which of these backends do something; undefined when the server does not say. One that has read a part of a statement, or is within a
 * transaction, and hears no more commits nothing: what lies between, such as a proxy, may keep it so for hours. What was still on its way
 * arrives within the second.
 */
async function stillRunning(
  connection: DisposableConnection,
  pids: readonly number[],
): Promise<Set<number> | undefined> {
  try {
    const asked = connection.sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where pid::text = any(string_to_array(${pids.join(' ')}, ' ')) and state <> 'idle'
        and not (wait_event is not distinct from 'ClientRead' and state_change < clock_timestamp() - interval '1 second')`
    const rows = await heard(asked, answerMsMax)
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return undefined
  }
}
