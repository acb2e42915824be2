import { Socket } from 'node:net'
import postgres from 'postgres'
import { arrayTypes } from './array-types'
import { type ConnectionOptions, connectionSettings, type Sql } from './client'
import { watched } from './driver-query'

/** A destination as the driver passes it to the function that makes its sockets. */
type Destination = { host: string[]; port: number[]; path: string | false }

/** How long a connection is idle before TCP keep-alive asks whether the other side is still there. */
const keepAliveAfterMs = 30_000
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

  /**
   * Whether a statement on this connection failed with anything but a violated constraint, or had another number of rows than
   * PostgreSQL counted.
   */
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
    // The driver only sends its farewell and waits until the other side closes; the other side may be gone.
    this.#socket?.destroy()
  }

  /**
   * Makes the driver's socket. It connects a turn later, when the driver listens to it: an error of the connect itself (no route, no
   * free port) comes before the driver would, and an error that nobody listens to ends the process. The driver writes before the
   * socket is connected, which Node allows.
   */
  #dial({ host, port, path }: Destination): Socket {
    if (this.#socket) throw Object.assign(new Error('a connection connects once'), { code: 'CONNECTION_CLOSED' })
    const [name = 'localhost', number = 5432] = [host[0], port[0]]
    // The driver reads `host` for the name in the server's certificate.
    const socket = Object.assign(new Socket(), { host: name })
    if (!path) socket.setKeepAlive(true, keepAliveAfterMs)
    setImmediate(() => {
      if (!socket.destroyed) socket.connect(path ? { path } : { host: name, port: number })
    })
    this.#socket = socket
    return socket
  }
}
