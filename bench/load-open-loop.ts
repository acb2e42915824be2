import { connect, type Socket } from 'node:net'
import { type Drive, Gathered } from './load-plan'

type Waiting = { n: number; bytes: Buffer; dueAt: number }

/**
 * Open loop: requests become due at a fixed rate, in batches of a millisecond, whether or not the answers keep up. Latency
 * counts from the moment that a request was due, so a stall is charged to every request that it held up. Up to
 * `plan.connections` are under way at once; the others wait, and their wait counts.
 */
export async function driveOpenLoop({ plan, at }: Drive) {
  const rate = plan.rate ?? 1
  const total = Math.floor(rate * plan.seconds)
  const gathered = new Gathered(total)
  const queue: Waiting[] = []
  const idle: Connection[] = []
  let head = 0
  let answered = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  const serve = () => {
    while (head < queue.length && idle.length > 0) {
      const next = queue[head++]
      // In turn: a target ends a connection that is not used for long, and what is sent on it then has no answer.
      if (next) idle.shift()?.send(next)
    }
  }
  const sockets = Array.from({ length: plan.connections }, () => {
    const connection = new Connection(plan.url, {
      answer: (request, status, body) => {
        gathered.record(request.n, status, body, performance.now() - request.dueAt)
        if (++answered === total) finish()
        idle.push(connection)
        serve()
      },
      fail: () => {
        gathered.errors += 1
        finish()
      },
    })
    return connection
  })
  await Promise.all(sockets.map((connection) => connection.opened))
  idle.push(...sockets)

  const startedAt = performance.now()
  let due = 0
  const tick = () => {
    const elapsedMs = Math.floor(performance.now() - startedAt)
    const dueByNow = Math.min(total, Math.floor((elapsedMs * rate) / 1000))
    for (; due < dueByNow; due++) {
      const request = at(due)
      if (request) queue.push({ ...request, dueAt: startedAt + Math.ceil(((due + 1) * 1000) / rate) })
    }
    serve()
    if (due < total) setTimeout(tick, 1)
  }
  tick()
  // A target that cannot follow is not waited for without end.
  const patience = setTimeout(finish, plan.seconds * 1000 + 10_000)
  await finished
  clearTimeout(patience)
  const seconds = (performance.now() - startedAt) / 1000
  gathered.errors += total - answered
  for (const connection of sockets) connection.close()
  return { gathered, seconds, summary: undefined, cpuSeconds: undefined }
}

type Listener = { answer: (request: Waiting, status: number, body: string) => void; fail: () => void }

/** One connection, one request at a time; every target here answers with a Content-Length. */
class Connection {
  readonly #socket: Socket
  readonly #listener: Listener
  readonly opened: Promise<void>
  #request: Waiting | undefined
  #received: Buffer = Buffer.alloc(0)

  constructor(url: string, listener: Listener) {
    const { hostname, port } = new URL(url)
    this.#listener = listener
    this.#socket = connect(Number(port), hostname)
    this.#socket.setNoDelay(true)
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve)
      this.#socket.once('error', reject)
    })
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('close', () => this.#request && listener.fail())
    this.#socket.on('error', () => {})
  }

  send(request: Waiting): void {
    this.#request = request
    this.#socket.write(request.bytes)
  }

  close(): void {
    this.#request = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const head = this.#received.indexOf('\r\n\r\n')
    if (head < 0) return
    const text = this.#received.toString('latin1', 0, head)
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) {
      this.#listener.fail()
      return
    }
    if (this.#received.length < head + 4 + length) return
    const body = this.#received.toString('utf8', head + 4, head + 4 + length)
    const request = this.#request
    this.#request = undefined
    this.#received = Buffer.alloc(0)
    if (request) this.#listener.answer(request, Number(text.slice(9, 12)), body)
  }
}
