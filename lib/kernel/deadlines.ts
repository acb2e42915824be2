/** A moment by which something is to be done. */
class Deadline {
  readonly at: number
  readonly late: () => void
  /** Its place among those that wait; undefined when it waits no more. */
  place: number | undefined

  constructor(at: number, late: () => void) {
    this.at = at
    this.late = late
    this.place = waiting.push(this) - 1
  }

  /** It is done: `late` is not called any more. Returns the milliseconds that were left, below 0 when it was late. */
  met(): number {
    leave(this)
    return this.at - performance.now()
  }
}

/** How late a deadline may be noticed. */
const tickMs = 50

/** In no order. Not a Set: of what a Set held, the garbage collector keeps what is long over (ADR-0088). */
const waiting: Deadline[] = []
let timer: NodeJS.Timeout | undefined

/**
 * Calls `late` when so many milliseconds are over, within 50 more, unless it was met before. For bounds that nearly always are met: one
 * timer serves them all, where each would cost a timer of its own.
 */
export function deadline(ms: number, late: () => void): Deadline {
  timer ??= setInterval(tick, tickMs)
  return new Deadline(performance.now() + ms, late)
}

/** The last one takes its place. */
function leave(entry: Deadline): void {
  const { place } = entry
  if (place === undefined) return
  entry.place = undefined
  const last = waiting.pop()
  if (last === undefined || last === entry) return
  waiting[place] = last
  last.place = place
}

function tick(): void {
  const now = performance.now()
  for (const entry of waiting.filter(({ at }) => at <= now)) {
    if (entry.place === undefined) continue
    leave(entry)
    entry.late()
  }
  if (waiting.length > 0) return
  clearInterval(timer)
  timer = undefined
}
