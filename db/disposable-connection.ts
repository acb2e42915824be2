import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { Place } from '@/lib/kernel/database-address'
import { arrayTypes } from './array-types'
import { type ConnectionOptions, connectionSettings, dialTo, primarySettings, type Sql } from './client'
import { type Sent, watched } from './driver-query'
import { meansNoPrimary } from './errors'
import { primaryOf } from './primary'

/** A destination as the driver passes it to the function that makes its sockets. */
type Destination = { host: string[]; port: number[]; path: string | false }

const farewellSeconds = 2

/**
 * One connection to PostgreSQL and the driver's client around it, which begin and end together. A client of postgres.js (3.4.9)
 * that connects again keeps what the dead connection left: half a message, an error, a query whose answer never came; the next
 * caller gets them (its issues 1133, 1155, 1168, 1208, 1216). It also waits without end for an answer that never comes, and
 * cannot close a single connection. So each client connects once, and is discarded whole when it is in doubt: also after any
 * error but a violated constraint, since what a failed statement left may appear in the result of the next one (ADR-0018).
 */
export class DisposableConnection {
  readonly sql: Sql
  readonly openedAt = performance.now()
  /** Told of its end: whoever holds it. */
  onEnd: (connection: DisposableConnection) => void
  readonly #databaseUrl: string
  #place: Place | undefined
  #last: Sent | undefined
  #socket: Socket | undefined
  #ended = false
  #doubt: { readonly error: unknown } | undefined

  constructor(databaseUrl: string, options: ConnectionOptions, onEnd: (connection: DisposableConnection) => void) {
    this.onEnd = onEnd
    this.#databaseUrl = databaseUrl
    const own = {
      max: 1,
      fetch_types: false,
      types: arrayTypes,
      idle_timeout: 0,
      max_lifetime: null,
      socket: ({ host, port, path }: Destination) =>
        this.#dial(path ? { path } : { host: host[0] ?? 'localhost', port: port[0] ?? 5432 }),
      ...primarySettings(databaseUrl, (place) => {
        this.#place = place
        const socket = this.#dial(place)
        primaryOf(databaseUrl)?.hold(this)
        return socket
      }),
      onclose: () => this.giveUp(),
    }
    this.sql = watched(
      postgres(databaseUrl, { ...connectionSettings(options), ...own }),
      (error) => {
        this.#doubt ??= { error }
      },
      (sent) => {
        this.#last = sent
      },
    )
  }

  /**
   * Whether a statement on this connection failed with anything but a violated constraint, or had another number of rows than
   * PostgreSQL counted.
   */
  get isInDoubt(): boolean {
    return this.#doubt !== undefined
  }

  /** Which of several servers this is a connection to. */
  get place(): Place | undefined {
    return this.#place
  }

  /** The process of PostgreSQL behind it, once a statement was sent there. */
  get backend(): number | undefined {
    return this.#last?.state?.pid ?? undefined
  }

  get isOpen(): boolean {
    return !this.#ended
  }

  /** Ends the connection at once; what still runs on it fails with CONNECTION_DESTROYED, done or not. */
  giveUp(): void {
    if (this.#ended) return
    if (this.#place && (!this.#doubt || meansNoPrimary(this.#doubt.error)))
      primaryOf(this.#databaseUrl)?.lost(this.#place)
    void this.#end(0)
  }

  /** Ends the connection politely, when what runs on it has its answer. */
  close(): Promise<void> {
    return this.#end(farewellSeconds)
  }

  async #end(timeout: number): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    primaryOf(this.#databaseUrl)?.letGo(this)
    this.onEnd(this)
    await this.sql.end({ timeout })
    // The driver only sends its farewell and waits until the other side closes; the other side may be gone.
    this.#socket?.destroy()
  }

  #dial(to: Parameters<typeof dialTo>[0]): Socket {
    if (this.#socket) throw Object.assign(new Error('a connection connects once'), { code: 'CONNECTION_CLOSED' })
    // It was given up while the primary was asked for.
    if (this.#ended) throw Object.assign(new Error('the connection has ended'), { code: 'CONNECTION_ENDED' })
    this.#socket = dialTo(to)
    return this.#socket
  }
}
