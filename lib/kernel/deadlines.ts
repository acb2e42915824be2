/** A moment by which something is to be done. */
class Deadline {
  readonly at: number
  readonly late: () => void

  constructor(at: number, late: () => void) {
    this.at = at
    this.late = late
  }

  /** It is done: `late` is not called any more. Returns the milliseconds that were left, below 0 when it was late. */
  met(): number {
    waiting.delete(this)
    return this.at - performance.now()
  }
}

/** How late a deadline may be noticed. */
const tickMs = 50

const waiting = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/**
 * Calls `late` when so many milliseconds are over, within 50 more, unless it was met before. For bounds that nearly always are met: one
 * timer serves them all, where each would cost a timer of its own.
 */
export function deadline(ms: number, late: () => void): Deadline {
  const entry = new Deadline(performance.now() + ms, late)
  waiting.add(entry)
  timer ??= setInterval(tick, tickMs)
  return entry
}

function tick(): void {
  const now = performance.now()
  for (const entry of waiting) {
    if (entry.at > now) continue
    waiting.delete(entry)
    entry.late()
  }
  if (waiting.size > 0) return
  clearInterval(timer)
  timer = undefined
}
