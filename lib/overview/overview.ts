import { type Asked, addressOf } from '@/lib/kernel/address'
import { present } from '@/lib/kernel/assert'
import { addDays, type LocalDay, startOfDay } from '@/lib/language/days'
import { boundedPeriodChoices, daysOf, type Period, periodParameter } from '@/lib/language/periods'

/** What the overview is about when its address says nothing. */
export const overviewPeriod: Period = { kind: 'last_30_days' }

/** A leap year: to add up more would keep the reader waiting. */
export const overviewDaysMax = 366

/** Up to a quarter is drawn by day, more by month. */
const daysDrawnMax = 92

/** Days, both included. */
export type DaySpan = { readonly first: LocalDay; readonly last: LocalDay }

/** Everything in the period is added up, so it has a beginning. */
const address = addressOf({ period: periodParameter(overviewPeriod, boundedPeriodChoices) })

export const overviewPeriodOf = (asked: Asked): Period => address.read(asked).period

export const overviewPath = (period: Period): string => address.path('/portal', { period })

/**
 * The days of a period. An open end is today; an open start is a year before the end. Of a longer period, only the last
 * year is taken.
 */
export function spanOf(period: Period, now: Date): DaySpan {
  const { from, to } = daysOf(period, now)
  const last = to ?? present(daysOf({ kind: 'today' }, now).to, 'today has an end')
  const earliest = addDays(last, 1 - overviewDaysMax)
  return { first: from === undefined || from < earliest ? earliest : from, last }
}

/** What a bar of a chart stands for. */
export type Step = 'day' | 'month'

/** Every bar of a span in order, also the empty ones: days, or months as their first day. */
export function stepsOf({ first, last }: DaySpan): { step: Step; starts: LocalDay[] } {
  const days: LocalDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  if (days.length <= daysDrawnMax) return { step: 'day', starts: days }
  return { step: 'month', starts: [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))] }
}

/** Half-open. */
export type InstantSpan = { readonly from: Date; readonly to: Date }

const dayMs = 86_400_000

/** The instants of days; of today, those that have been. */
export const instantsOfDays = ({ first, last }: DaySpan, now: Date): InstantSpan => {
  const end = startOfDay(addDays(last, 1))
  return { from: startOfDay(first), to: end > now && startOfDay(first) < now ? now : end }
}

/** As many days before those days, up to the same hour of the day: a morning is compared to a morning. */
export function spanBefore(days: DaySpan, now: Date): InstantSpan {
  const { from, to } = instantsOfDays(days, now)
  const length = startOfDay(addDays(days.last, 1)).getTime() - from.getTime()
  return { from: new Date(from.getTime() - length), to: new Date(to.getTime() - length) }
}

/** How many whole days a span has. */
export const daysIn = ({ first, last }: DaySpan): number =>
  Math.round((startOfDay(last).getTime() - startOfDay(first).getTime()) / dayMs) + 1

/** By what share something changed; undefined where there was nothing before, which has no share. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before

const barsLeast = 7

/** The bars from the first that is not empty on, at least a week of them: days before anything was sold say nothing. */
export function barsFromFirst<Bar>(bars: readonly Bar[], isEmpty: (bar: Bar) => boolean): readonly Bar[] {
  const first = bars.findIndex((bar) => !isEmpty(bar))
  return first === -1 ? bars : bars.slice(Math.min(first, Math.max(0, bars.length - barsLeast)))
}
