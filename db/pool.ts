import type { Abandoned } from './abandoned'
import { type ConnectionOptions, lockTimeoutMs, type Sql } from './client'
import { DisposableConnection } from './disposable-connection'
import { wasCut } from './errors'
import { heard, ResponseTimeout } from './heard'
import { primaryOf, unheardMsMax } from './primary'

const idleMsMax = 60_000
const lifeMsMax = 30 * 60_000
const lookEveryMs = 10_000
/** Longer than the tills' `statement_timeout`, so that PostgreSQL itself reports a late statement while the connection works. */
const answerMsMax = 3_000

/**
 * Pools that share `max` connections, since one gate of that size stands before all of them. Their sessions differ in `lock_timeout` alone:
 * when all connections are taken, one goes over from a pool that does not use it to the one that needs it (ADR-0079). What is given up in
 * mid-statement is handed to `abandoned`, which keeps its place.
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

  /** Whether one more would be too many. */
  get isFull(): boolean {
    return this.pools.reduce((sum, pool) => sum + pool.open, this.abandoned?.count ?? 0) >= this.#max
  }

  /** A connection that none of its pools uses, which is of none of them from now on. */
  takeIdlest(): DisposableConnection | undefined {
    for (const pool of this.#pools) {
      const taken = pool.letIdlestGo()
      if (taken) return taken
    }
    return undefined
  }
}

type Free = {
  readonly connection: DisposableConnection
  readonly since: number
  /** The server has answered at some moment after this one, at which its last statement was begun. */
  readonly heardAfter: number
}

/**
 * The connections of the tills. Each statement has one to itself, with no other statement queued behind it: statements wait at
 * the `gate` before the pool (D12), which also bounds the number of connections. An idle or old connection is closed; one in
 * doubt is given up.
 */
export class Pool {
  readonly #open: () => DisposableConnection
  /** Makes a session of another pool of the group one of this pool. */
  readonly #manner: string
  readonly #connections = new Set<DisposableConnection>()
  /** The last used is taken first, so that the others may grow idle. */
  readonly #free: Free[] = []
  readonly #timer: NodeJS.Timeout
  readonly #group: PoolGroup | undefined
  readonly #unheardMsMax: number

  constructor(databaseUrl: string, options: ConnectionOptions, group?: PoolGroup, prepare?: (sql: Sql) => void) {
    this.#group = group
    this.#unheardMsMax = primaryOf(databaseUrl) ? unheardMsMax : Number.POSITIVE_INFINITY
    group?.add(this)
    this.#manner = `set lock_timeout = ${options.lockTimeoutMs ?? lockTimeoutMs}`
    this.#open = () => {
      const connection = new DisposableConnection(databaseUrl, options, this.#forget)
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

  /** The connection that has been idle for longest, for another pool to use. Undefined when every one is in use, or that one was not heard for too long. */
  letIdlestGo(): DisposableConnection | undefined {
    const idlest = this.#free.shift()
    if (!idlest) return undefined
    if (!this.#isHeard(idlest)) {
      void idlest.connection.close()
      return undefined
    }
    this.#connections.delete(idlest.connection)
    return idlest.connection
  }

  /**
   * Runs a statement. The connection is given up when the statement fails with anything but a violated constraint, when its row
   * count is not what PostgreSQL says, and when no answer comes in time; in the last two cases it is unknown whether the
   * statement was done.
   */
  async run<T>(statement: (sql: Sql) => PromiseLike<T>, timeoutMs = answerMsMax): Promise<T> {
    const startedAt = performance.now()
    const own = this.#takeFree()
    const passed = own || !this.#group?.isFull ? undefined : this.#receive(this.#group.takeIdlest())
    const connection = own ?? passed ?? this.#open()
    try {
      return await heard(passed ? this.#begin(passed, statement) : statement(connection.sql), timeoutMs)
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
      if (connection.isOpen) this.#putBack(connection, startedAt)
    }
  }

  /** Closes every connection, when what runs on it has its answer. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#group?.abandoned?.close()
    await Promise.all([...this.#connections].map((connection) => connection.close()))
  }

  #takeFree(): DisposableConnection | undefined {
    const last = this.#free.pop()
    if (!last || this.#isHeard(last)) return last?.connection
    void last.connection.close()
    return undefined
  }

  /** Where there are several servers, one that was not heard for a while may have been stopped since, and replaced. */
  #isHeard({ heardAfter }: Free): boolean {
    return performance.now() - heardAfter <= this.#unheardMsMax
  }

  #receive(connection: DisposableConnection | undefined): DisposableConnection | undefined {
    if (!connection) return undefined
    connection.onEnd = this.#forget
    this.#connections.add(connection)
    return connection
  }

  /** The first statement of a connection that another pool had. */
  async #begin<T>({ sql }: DisposableConnection, statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    await sql.unsafe(this.#manner)
    return statement(sql)
  }

  #putBack(connection: DisposableConnection, heardAfter: number): void {
    const now = performance.now()
    if (now - connection.openedAt > lifeMsMax) void connection.close()
    else this.#free.push({ connection, since: now, heardAfter })
  }

  readonly #forget = (connection: DisposableConnection): void => {
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
