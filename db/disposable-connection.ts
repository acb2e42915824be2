import { connect as dial, type Socket } from 'node:net'
import postgres from 'postgres'
import { arrayTypes } from './array-types'
import { type ConnectionOptions, connectionSettings, type Sql } from './client'
import { watched } from './driver-query'

/** What the driver asks of whoever makes its sockets. */
type Destination = { host: string[]; port: number[]; path: string | false }

/** A connection that nobody uses is asked now and then whether the other side is still there. */
const keepAliveAfterMs = 30_000
const farewellSeconds = 2

/**
 * One connection to PostgreSQL, and the driver's client around it, which live and end together. A client of postgres.js (3.4.9)
 * that connects again keeps what the dead connection left: half a message, an error, a query whose answer never came; the next
 * caller gets them (its issues 1133, 1155, 1168, 1208, 1216). It also waits without end for an answer that never comes, and cannot
 * let go of one connection. So it connects once, and is given up whole when it is in doubt: after any error
 * but a violated constraint, too, since what a failed statement left may stand in the next one's result (ADR-0018).
 */
export class DisposableConnection {
  readonly sql: Sql
  readonly openedAt = performance.now()
  readonly #onEnd: (connection: DisposableConnection) => void
  #socket: Socket | undefined
  #ended = false
  #inDoubt = false

  constructor(databaseUrl: string, options: ConnectionOptions, onEnd: (connection: DisposableConnection) => void) {
    this.#onEnd = onEnd
    const own = {
      max: 1,
      fetch_types: false,
      types: arrayTypes,
      idle_timeout: 0,
      max_lifetime: null,
      socket: (destination: Destination) => this.#dial(destination),
      onclose: () => this.giveUp(),
    }
    this.sql = watched(postgres(databaseUrl, { ...connectionSettings(options), ...own }), () => {
      this.#inDoubt = true
    })
  }

  /** Whether a statement on it failed otherwise than by a constraint, or had another number of rows than PostgreSQL counted. */
  get isInDoubt(): boolean {
    return this.#inDoubt
  }

  get isOpen(): boolean {
    return !this.#ended
  }

  /** Ends the connection at once; what still runs on it fails with CONNECTION_DESTROYED, done or not. */
  giveUp(): void {
    void this.#end(0)
  }

  /** Ends the connection politely, when what runs on it has its answer. */
  close(): Promise<void> {
    return this.#end(farewellSeconds)
  }

  async #end(timeout: number): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#onEnd(this)
    await this.sql.end({ timeout })
    // The driver only says goodbye, and waits for the other side to hang up; there may be none any more.
    this.#socket?.destroy()
  }

  /** The driver's way to a socket. It begins to write before the connection stands, which Node allows. */
  #dial({ host, port, path }: Destination): Socket {
    if (this.#socket) throw Object.assign(new Error('a connection connects once'), { code: 'CONNECTION_CLOSED' })
    const [name = 'localhost', number = 5432] = [host[0], port[0]]
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs }
    // The driver reads `host` for the name in the server's certificate.
    const socket = Object.assign(path ? dial({ path }) : dial({ host: name, port: number, ...keepAlive }), {
      host: name,
    })
    this.#socket = socket
    return socket
  }
}
