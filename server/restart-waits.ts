/**
 * Short, so that a program that dies is back within 2 s, however often it dies; a program that cannot start costs a third of a
 * core.
 */
const waitsMs = [0, 250, 500, 1_000]
const settledAfterMs = 30_000

/**
 * How long a program that dies is left alone before it is started again: not at all the first time, then for growing waits of
 * up to 1 s, forgotten once it has lived 30 s. One such function per program, told how long it lived.
 */
export function restartWaits(): (livedMs: number) => number {
  let deaths = 0
  return (livedMs) => {
    deaths = livedMs < settledAfterMs ? deaths + 1 : 1
    return waitsMs[Math.min(deaths, waitsMs.length) - 1] ?? 0
  }
}
