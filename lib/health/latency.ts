/** How long answers took, counted in bins, so that what is said of a day is found from its minutes (ADR-0057). */

/** Where one bin ends and the next begins, in milliseconds; the last has no end. */
export const binBounds = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
] as const

/** How many answers fell into each bin, by its number. */
export type Bins = Readonly<Record<string, number>>

/** The bins of several minutes together. */
export function addBins(several: readonly Bins[]): Bins {
  const sum: Record<string, number> = {}
  for (const bins of several) for (const [bin, count] of Object.entries(bins)) sum[bin] = (sum[bin] ?? 0) + count
  return sum
}

/**
 * The time within which this part of the answers came, as the upper bound of its bin: the true one is not above it. Undefined without
 * answers, and `Infinity` beyond the last bound.
 */
export function withinMs(bins: Bins, part: number): number | undefined {
  const total = Object.values(bins).reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let seen = 0
  for (let bin = 0; bin <= binBounds.length; bin++) {
    seen += bins[bin] ?? 0
    if (seen >= part * total) return binBounds[bin] ?? Number.POSITIVE_INFINITY
  }
  return Number.POSITIVE_INFINITY
}
