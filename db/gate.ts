import { Fault } from '@/lib/kernel/fault'

/**
 * Lets at most `size` statements run at a time. Who waits longer than `waitMsMax`, or finds the queue full, is told to come
 * back (503, D12): a driver without a bound on the wait for a connection would keep the till's customer waiting instead.
 */
export class Gate {
  readonly #size: number
  readonly #waitMsMax: number
  readonly #queueMax: number
  readonly #waiting: { start: () => void; giveUpAt: number; refuse: (fault: Fault) => void }[] = []
  #running = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: { size: number; waitMsMax: number; queueMax: number }) {
    this.#size = options.size
    this.#waitMsMax = options.waitMsMax
    this.#queueMax = options.queueMax
  }

  /** How many statements run, and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  /** Runs `statement` when its turn comes. Throws `service_unavailable` when it does not come in time. */
  async run<T>(statement: () => PromiseLike<T>): Promise<T> {
    if (this.#running >= this.#size) await this.#turn()
    else this.#running += 1
    try {
      return await statement()
    } finally {
      this.#next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#queueMax) throw unavailable()
    return new Promise((start, refuse) => {
      this.#waiting.push({ start, refuse, giveUpAt: Date.now() + this.#waitMsMax })
      this.#timer ??= setTimeout(() => this.#refuseLate(), this.#waitMsMax)
    })
  }

  /** A place that becomes free goes to the longest waiting, so `running` does not change. */
  #next(): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting.start()
    else this.#running -= 1
  }

  #refuseLate(): void {
    const now = Date.now()
    while (this.#waiting[0] && this.#waiting[0].giveUpAt <= now) this.#waiting.shift()?.refuse(unavailable())
    const first = this.#waiting[0]
    this.#timer = first && setTimeout(() => this.#refuseLate(), Math.max(1, first.giveUpAt - now))
  }
}

/** The fault of D12. */
export const unavailable = (cause?: unknown): Fault =>
  new Fault('service_unavailable', { headers: { 'Retry-After': '1' }, cause })
