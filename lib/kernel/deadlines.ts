type Deadline = { readonly at: number; readonly late: () => void }

/** How late a deadline may be noticed. */
const tickMs = 50

const waiting = new Set<Deadline>()
let timer: NodeJS.Timeout | undefined

/**
 * Calls `late` when so many milliseconds are over, within 50 more, unless the returned function is called before. For bounds that nearly
 * always are met: one timer serves them all, where each would cost a timer of its own.
 */
export function deadline(ms: number, late: () => void): () => void {
  const entry = { at: performance.now() + ms, late }
  waiting.add(entry)
  timer ??= setInterval(tick, tickMs)
  return () => void waiting.delete(entry)
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
