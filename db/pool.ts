import type { Abandoned } from './abandoned'
import type { ConnectionOptions, Sql } from './client'
import { DisposableConnection } from './disposable-connection'
import { wasCut } from './errors'
import { heard, ResponseTimeout } from './heard'

const idleMsMax = 60_000
const lifeMsMax = 30 * 60_000
const lookEveryMs = 10_000
/** Longer than the tills' `statement_timeout`, so that PostgreSQL itself reports a late statement while the connection works. */
const answerMsMax = 3_000

/**
 * Pools that share `max` connections, since one gate of that size stands before all of them. What is given up in mid-statement is
 * handed to `abandoned`, which keeps its place.
 */
export class PoolGroup {
  readonly #max: number
  readonly #pools = new Set<Pool>()
  readonly abandoned: Abandoned | undefined

  constructor(max: number, abandoned?: Abandoned) {
    this.#max = max
    this.abandoned = abandoned
  }

  get pools(): readonly Pool[] {
    return [...this.#pools]
  }

  add(pool: Pool): void {
    this.#pools.add(pool)
  }

  /** When all connections are taken, closes one that another pool does not use. */
  makeRoom(): void {
    const open = this.pools.reduce((sum, pool) => sum + pool.open, this.abandoned?.count ?? 0)
    if (open >= this.#max) this.pools.find((pool) => pool.closeIdlest())
  }
}

/**
 * The connections of the tills. Each statement has one to itself, with no other statement queued behind it: statements wait at
 * the `gate` before the pool (D12), which also bounds the number of connections. An idle or old connection is closed; one in
 * doubt is given up.
 */
export class Pool {
  readonly #open: () => DisposableConnection
  readonly #connections = new Set<DisposableConnection>()
  /** The last used is taken first, so that the others may grow idle. */
  readonly #free: { connection: DisposableConnection; since: number }[] = []
  readonly #timer: NodeJS.Timeout
  readonly #group: PoolGroup | undefined

  constructor(databaseUrl: string, options: ConnectionOptions, group?: PoolGroup, prepare?: (sql: Sql) => void) {
    this.#group = group
    group?.add(this)
    this.#open = () => {
      group?.makeRoom()
      const connection = new DisposableConnection(databaseUrl, options, (ended) => this.#forget(ended))
      prepare?.(connection.sql)
      this.#connections.add(connection)
      return connection
    }
    this.#timer = setInterval(() => this.#closeIdle(), lookEveryMs)
    this.#timer.unref()
  }

  /** How many connections there are, in use or not. */
  get open(): number {
    return this.#connections.size
  }

  /** Closes the connection that has been idle for longest. False when every one is in use. */
  closeIdlest(): boolean {
    const idlest = this.#free.shift()
    void idlest?.connection.close()
    return idlest !== undefined
  }

  /**
   * Runs a statement. The connection is given up when the statement fails with anything but a violated constraint, when its row
   * count is not what PostgreSQL says, and when no answer comes in time; in the last two cases it is unknown whether the
   * statement was done.
   */
  async run<T>(statement: (sql: Sql) => PromiseLike<T>, timeoutMs = answerMsMax): Promise<T> {
    const startedAt = performance.now()
    const connection = this.#free.pop()?.connection ?? this.#open()
    try {
      return await heard(statement(connection.sql), timeoutMs)
    } catch (error) {
      // Before the gate lets another statement in.
      if (wasCut(error) && connection.backend !== undefined)
        this.#group?.abandoned?.hold(connection.backend, connection.place)
      if (error instanceof ResponseTimeout) {
        connection.giveUp()
        for (const pool of this.#group?.pools ?? [this]) pool.giveUpUnheardSince(startedAt)
      }
      throw error
    } finally {
      if (connection.isInDoubt) connection.giveUp()
      if (connection.isOpen) this.#putBack(connection)
    }
  }

  /** Closes every connection, when what runs on it has its answer. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#group?.abandoned?.close()
    await Promise.all([...this.#connections].map((connection) => connection.close()))
  }

  #putBack(connection: DisposableConnection): void {
    const now = performance.now()
    if (now - connection.openedAt > lifeMsMax) void connection.close()
    else this.#free.push({ connection, since: now })
  }

  #forget(connection: DisposableConnection): void {
    this.#connections.delete(connection)
    const place = this.#free.findIndex((free) => free.connection === connection)
    if (place >= 0) this.#free.splice(place, 1)
  }

  /**
   * Whatever cut one connection silently may have cut the others, and each of those would let one more call wait until its
   * timeout.
   */
  giveUpUnheardSince(moment: number): void {
    for (const { connection, since } of [...this.#free]) if (since < moment) connection.giveUp()
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const { connection, since } of [...this.#free]) if (now - since > idleMsMax) void connection.close()
  }
}
