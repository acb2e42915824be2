import type { Database } from '@/db/database'
import { type LastUse, writeLastUses } from '@/db/queries/tills/credentials'

const flushEveryMs = 5_000
const writeEveryMs = 60_000
const userAgentLengthMax = 256

const kinds = ['api_key', 'oauth_client', 'oauth_client_token'] as const

/**
 * Remembers the last accepted use of each credential and writes it while no call waits: the first use at the next flush, later
 * ones once a minute (D55). The guarded update drops a use when another process has written a later one.
 */
export class LastUseRecorder {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #pending = new Map<string, LastUse>()
  readonly #writtenAtMs = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  #writing = Promise.resolve()

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
    this.#timer = setInterval(() => void this.flush(false), flushEveryMs)
    this.#timer.unref()
  }

  record(use: LastUse): void {
    const { userAgent } = use
    const isLong = userAgent !== null && userAgent.length > userAgentLengthMax
    const kept = isLong ? { ...use, userAgent: userAgent.slice(0, userAgentLengthMax) } : use
    this.#pending.set(`${use.kind}:${use.credentialId}`, kept)
  }

  /**
   * Writes what is due; `everything` when the process ends. One write goes after the other, since each passes over the rows that the other holds.
   * Never throws: a lost time must not fail a shutdown.
   */
  flush(everything: boolean): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(everything))
    return this.#writing
  }

  async #write(everything: boolean): Promise<void> {
    const now = Date.now()
    for (const kind of kinds) {
      const due = [...this.#pending].filter(
        ([name, use]) => use.kind === kind && (everything || now - (this.#writtenAtMs.get(name) ?? 0) >= writeEveryMs),
      )
      if (due.length === 0) continue
      for (const [name, use] of due) if (this.#pending.get(name) === use) this.#pending.delete(name)
      try {
        const uses = due.map(([, use]) => use)
        const written = await writeLastUses(this.#db, kind, uses)
        for (const [name, use] of due) {
          if (written.has(use.credentialId)) this.#writtenAtMs.set(name, now)
          else if (!everything && !this.#pending.has(name) && Date.now() - use.at.getTime() < writeEveryMs)
            this.#pending.set(name, use)
        }
      } catch (error) {
        for (const [name, use] of due) if (!this.#pending.has(name)) this.#pending.set(name, use)
        this.#onError(error)
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush(true)
  }
}
