import { addDays, type LocalDay, localDayOf, startOfDay } from '@/lib/language/days'
import { instantsOf, type Period } from '@/lib/language/periods'

/** How many calls came, by hour or day: what the chart above their list shows. */

type Answers = { readonly done: number; readonly refused: number; readonly failed: number }

/** The calls of an hour, counted since 1970; hours without any are missing. */
export type HourCount = Answers & { readonly hour: number }

export type Volume = {
  readonly step: 'hour' | 'day'
  /** Every hour or day in order, also the empty ones. `hour` is that of the day. */
  readonly bars: readonly (Answers & { readonly day: LocalDay; readonly hour: number | undefined })[]
  /** From when on calls are counted, where they are too many to count from the period's beginning. */
  readonly since: Date | undefined
}

const hourMs = 3_600_000

/** Up to two days are drawn by hour, more by day. */
const hoursDrawnMax = 48

const keptMs = 30 * 24 * hourMs

/** The part of a period of which calls are kept, up to the end of today; undefined where there is none. */
export function spanOf(period: Period, now: Date): { readonly from: Date; readonly to: Date } | undefined {
  const { from, to } = instantsOf(period, now)
  const oldest = new Date(now.getTime() - keptMs)
  const tomorrow = startOfDay(addDays(localDayOf(now), 1))
  const first = from !== undefined && from > oldest ? from : oldest
  const end = to !== undefined && to < tomorrow ? to : tomorrow
  return first < end ? { from: first, to: end } : undefined
}

/** The bars of a span, whose ends lie within an hour of the first bar and at a full hour. */
export function volumeOf(
  counts: readonly HourCount[],
  { from, to }: { readonly from: Date; readonly to: Date },
  since?: Date,
): Volume {
  const first = Math.floor((since ?? from).getTime() / hourMs)
  const hours = Array.from({ length: to.getTime() / hourMs - first }, (_, n) => first + n)
  const step = hours.length <= hoursDrawnMax ? 'hour' : 'day'
  const bars = new Map<
    string,
    { day: LocalDay; hour: number | undefined; done: number; refused: number; failed: number }
  >()
  const found = new Map(counts.map((one) => [one.hour, one]))
  for (const at of hours) {
    const day = localDayOf(new Date(at * hourMs))
    const hour = step === 'day' ? undefined : at - startOfDay(day).getTime() / hourMs
    const key = `${day} ${hour ?? ''}`
    const bar = bars.get(key) ?? { day, hour, done: 0, refused: 0, failed: 0 }
    const { done = 0, refused = 0, failed = 0 } = found.get(at) ?? {}
    bars.set(key, { ...bar, done: bar.done + done, refused: bar.refused + refused, failed: bar.failed + failed })
  }
  return { step, bars: [...bars.values()], since }
}

/** The first hour of which every call was looked at, where the newest `lookedAt` were; the oldest may have been cut. */
export const firstWholeHour = (counts: readonly HourCount[]): Date =>
  new Date((counts[1]?.hour ?? counts[0]?.hour ?? 0) * hourMs)
