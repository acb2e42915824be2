import { type Asked, addressOf } from '@/lib/kernel/address'
import { present } from '@/lib/kernel/assert'
import { addDays, type LocalDay } from '@/lib/language/days'
import { daysOf, type Period, periodParameter } from '@/lib/language/periods'

/** What the overview is about when its address says nothing. */
export const overviewPeriod: Period = { kind: 'last_30_days' }

/** The periods that a reader can choose. `all` is not one of them, since everything in the period is added up. */
export const overviewChoices = ['last_7_days', 'last_30_days', 'this_month', 'last_month', 'custom'] as const

/** A leap year: to add up more would keep the reader waiting. */
export const overviewDaysMax = 366

/** Up to a quarter is drawn by day, more by month. */
const daysDrawnMax = 92

/** Days, both included. */
export type DaySpan = { readonly first: LocalDay; readonly last: LocalDay }

const address = addressOf({ period: periodParameter(overviewPeriod, overviewChoices) })

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
