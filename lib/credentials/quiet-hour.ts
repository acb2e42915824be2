import { localDayOf, startOfDay } from '@/lib/language/days'

/** Hours of a day, from 0. */
const hours = 24
const hourMs = 3_600_000

/**
 * The hour of the day, from 0, with the fewest calls; of several, the one in the middle of the longest quiet time, so that who starts late
 * or ends late still meets few calls. Undefined when there were no calls at all.
 */
export function quietestHour(counts: readonly { readonly hour: number; readonly calls: number }[]): number | undefined {
  const calls = Array.from({ length: hours }, (_, hour) => counts.find((one) => one.hour === hour)?.calls ?? 0)
  if (calls.every((count) => count === 0)) return undefined
  /** Its own calls first, then those of a wider and wider time around it. */
  const around = (hour: number) => Array.from({ length: hours / 2 }, (_, n) => callsWithin(calls, hour, n))
  return Array.from({ length: hours }, (_, hour) => hour).reduce((best, hour) =>
    isLess(around(hour), around(best)) ? hour : best,
  )
}

const callsWithin = (calls: readonly number[], hour: number, away: number): number =>
  Array.from({ length: 2 * away + 1 }, (_, n) => calls[(hour - away + n + hours) % hours] ?? 0).reduce(
    (sum, count) => sum + count,
    0,
  )

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((count, n) => count !== other[n])
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** When that hour of the day next begins in Santo Domingo. */
export function nextStartOf(hour: number, now: Date): Date {
  const today = startOfDay(localDayOf(now)).getTime() + hour * hourMs
  return new Date(today > now.getTime() ? today : today + hours * hourMs)
}
