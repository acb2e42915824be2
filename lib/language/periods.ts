import { type Parameter, textOf } from '@/lib/kernel/address'
import { addDays, type LocalDay, localDayOf, localDayOfText, startOfDay } from './days'

/**
 * The period that a page shows, as its address holds it: `?period=last_7_days`, or
 * `?period=custom&from=2026-11-01&to=2026-11-20` with both days included. How a list uses it:
 *
 *   const address = addressOf({ period: periodParameter(lastMonth) })   // in lib/<noun>/<word>.ts
 *   const { from, to } = instantsOf(period, now)                        // in the verb: `at >= from and at < to`
 */
export const periodPresets = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const

export type PeriodPreset = (typeof periodPresets)[number]

/** `all` begins with the first row; a custom period has at least one of its two ends. */
export type Period =
  | { readonly kind: PeriodPreset | 'all' }
  | { readonly kind: 'custom'; readonly from: LocalDay | undefined; readonly to: LocalDay | undefined }

/** What a select offers, in order. */
export const periodChoices = [...periodPresets, 'all', 'custom'] as const

/** What a page offers that never shows everything there is. */
export const boundedPeriodChoices = [...periodPresets, 'custom'] as const

/**
 * The period of a page whose default is `fallback`. A period that is not among `choices`, or is invalid, counts as
 * absent; ends in the wrong order are swapped.
 */
export const periodParameter = (
  fallback: Period,
  choices: readonly (typeof periodChoices)[number][] = periodChoices,
): Parameter<Period> => ({
  read: (asked) => {
    const said = textOf(asked, 'period')
    const kind = choices.find((choice) => choice === said)
    if (kind === undefined) return fallback
    if (kind !== 'custom') return { kind }
    const [from, to] = [localDayOfText(textOf(asked, 'from')), localDayOfText(textOf(asked, 'to'))]
    if (from === undefined && to === undefined) return fallback
    return from !== undefined && to !== undefined && to < from ? { kind, from: to, to: from } : { kind, from, to }
  },
  write: (period) => {
    if (isSamePeriod(period, fallback)) return []
    if (period.kind !== 'custom') return [['period', period.kind]]
    const ends = [
      ['from', period.from],
      ['to', period.to],
    ] as const
    return [
      ['period', period.kind],
      ...ends.flatMap(([name, day]) => (day === undefined ? [] : [[name, day] as const])),
    ]
  },
})

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.kind === other.kind &&
  (one.kind !== 'custom' || (other.kind === 'custom' && one.from === other.from && one.to === other.to))

/** The first and the last day of a period, both included; undefined where it is open. `last_7_days` ends today. */
export function daysOf(
  period: Period,
  now: Date,
): { readonly from: LocalDay | undefined; readonly to: LocalDay | undefined } {
  const today = localDayOf(now)
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfLastMonth = addDays(firstOfMonth, -1)
  switch (period.kind) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last_7_days':
      return { from: addDays(today, -6), to: today }
    case 'last_30_days':
      return { from: addDays(today, -29), to: today }
    case 'this_month':
      return { from: firstOfMonth, to: today }
    case 'last_month':
      return { from: `${lastOfLastMonth.slice(0, 8)}01`, to: lastOfLastMonth }
    case 'all':
      return { from: undefined, to: undefined }
    case 'custom':
      return { from: period.from, to: period.to }
  }
}

/** A period as instants, half-open: from the first instant of its first day, before the first after its last. */
export function instantsOf(
  period: Period,
  now: Date,
): { readonly from: Date | undefined; readonly to: Date | undefined } {
  const { from, to } = daysOf(period, now)
  return {
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(addDays(to, 1)),
  }
}
