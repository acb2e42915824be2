import { Fault } from '@/lib/kernel/fault'

/**
 * Lets at most `size` statements run at a time. A statement that waits longer than `waitMsMax`, or finds the queue
 * full, is refused, and its caller told to come back (503, D12): a driver without a bound on the wait for a connection
 * would keep the till's customer waiting instead.
 */
export class Gate {
  readonly #size: number
  readonly #waitMsMax: number
  readonly #queueMax: number
  readonly #waiting: { start: () => void; giveUpAt: number; refuse: (fault: Fault) => void }[] = []
  /** Told of every statement that had to wait: for how long, and whether its turn came. */
  onWait: ((waitedMs: number, served: boolean) => void) | undefined
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

  /**
   * Takes a place until it is given back, also when all are taken: for what goes on though nobody waits for it any more. It is called
   * before the statement that left it ends, so that no other comes in its stead.
   */
  occupy(): () => void {
    this.#running += 1
    return () => this.#next()
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#queueMax) {
      this.onWait?.(0, false)
      throw unavailable()
    }
    return new Promise((start, refuse) => {
      this.#waiting.push({ start, refuse, giveUpAt: Date.now() + this.#waitMsMax })
      this.#timer ??= setTimeout(() => this.#refuseLate(), this.#waitMsMax)
    })
  }

  /** A place that becomes free goes to the longest waiting, so `running` does not change; one more than there are goes to nobody. */
  #next(): void {
    if (this.#running > this.#size) {
      this.#running -= 1
      return
    }
    const waiting = this.#waiting.shift()
    if (!waiting) this.#running -= 1
    else {
      this.#tell(waiting, true)
      waiting.start()
    }
  }

  #refuseLate(): void {
    const now = Date.now()
    let first = this.#waiting[0]
    while (first && first.giveUpAt <= now) {
      this.#waiting.shift()
      this.#tell(first, false)
      first.refuse(unavailable())
      first = this.#waiting[0]
    }
    this.#timer = first && setTimeout(() => this.#refuseLate(), Math.max(1, first.giveUpAt - now))
  }

  #tell({ giveUpAt }: { giveUpAt: number }, served: boolean): void {
    this.onWait?.(Math.max(0, Date.now() - giveUpAt + this.#waitMsMax), served)
  }
}

/** The fault of D12. */
export const unavailable = (cause?: unknown): Fault =>
  new Fault('service_unavailable', { headers: { 'Retry-After': '1' }, cause })
