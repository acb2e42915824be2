import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@/db/database'
import { type CertificationCall, insertCertificationCalls, judgeAdapters } from '@/db/queries/tills/certification'
import { Fault } from '@/lib/kernel/fault'
import type { SeenCall } from './seen'
import { adapterOfCall } from './state'

/** What was seen of a call, and of whose credential it is. */
export type RecordedCall = { readonly merchantId: number; readonly seen: SeenCall }

export type SeenBounds = {
  /** After which what could not be written is tried again. */
  readonly againMs: number
  /** Calls that wait to be written, at most. */
  readonly queueMax: number
  readonly batchSize: number
}

const bounds: SeenBounds = { againMs: 200, queueMax: 2_000, batchSize: 200 }

/**
 * Writes down the calls of credentials with which a certification may run, at once: those of a turn of the process together. The list of
 * those that wait for a database that is away is bounded: a call for which there is no room is dropped, and told.
 */
export class SeenRecorder {
  readonly #db: Database
  readonly #bounds: SeenBounds
  readonly #on: { error: (error: unknown) => void; dropped: (count: number) => void }
  #timer: NodeJS.Timeout | undefined
  #queue: CertificationCall[] = []
  #writing: Promise<void> | undefined

  constructor(
    db: Database,
    on: { error: (error: unknown) => void; dropped: (count: number) => void },
    changed: Partial<SeenBounds> = {},
  ) {
    this.#db = db
    this.#on = on
    this.#bounds = { ...bounds, ...changed }
  }

  /** Resolves once the call is written down, or could not be: whoever ends its run from then on judges it. Never throws. */
  record({ merchantId, seen }: RecordedCall): Promise<void> {
    if (this.#queue.length >= this.#bounds.queueMax) {
      this.#on.dropped(1)
      return Promise.resolve()
    }
    const { kind, id } = seen.credential
    this.#queue.push({
      ...{ merchantId, seen, id: seen.id, adapter: adapterOfCall(seen) ?? null },
      apiKeyId: kind === 'api_key' ? id : null,
      oauthClientId: kind === 'oauth_client' ? id : null,
      arrivedAt: new Date(seen.arrivedAt).toISOString(),
    })
    return this.flush()
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, this.#bounds.againMs).unref()
  }

  /** Writes all that waits. Never throws; what could not be written waits for the next write, as far as there is room. */
  flush(): Promise<void> {
    this.#writing ??= this.#write()
    return this.#writing
  }

  async #write(): Promise<void> {
    try {
      await nextTurn()
      while (this.#queue.length > 0) if (!(await this.#writeBatch())) return
    } finally {
      // At once with the last look at the list: a call that comes now begins another write.
      this.#writing = undefined
    }
  }

  /** False where it could not be written: the list is tried again later. */
  async #writeBatch(): Promise<boolean> {
    const batch = this.#queue.slice(0, this.#bounds.batchSize)
    this.#queue = this.#queue.slice(batch.length)
    try {
      if (await insertCertificationCalls(this.#db, batch)) await judgeAdapters(this.#db, batch)
      return true
    } catch (error) {
      // What the database has refused, it would refuse again.
      const isAway = error instanceof Fault && error.code === 'service_unavailable'
      const all = isAway ? [...batch, ...this.#queue] : this.#queue
      this.#queue = all.slice(0, this.#bounds.queueMax)
      const lost = (isAway ? 0 : batch.length) + all.length - this.#queue.length
      if (lost > 0) this.#on.dropped(lost)
      this.#on.error(error)
      if (this.#queue.length > 0) this.#flushSoon()
      return false
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
    await this.flush()
  }
}
