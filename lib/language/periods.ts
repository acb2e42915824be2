import { addDays, type LocalDay, localDayOf, localDayOfText, startOfDay } from './days'

/**
 * What time a page is about, as its address says it: `?period=last_7_days`, or `?period=custom&from=2026-11-01&to=2026-11-20` with
 * both days included. How a list uses it:
 *
 *   const period = periodOf(await searchParams, lastMonth)      // in lib/<noun>/<word>.ts, which reads the address
 *   setPeriod(query, period, lastMonth)                         // and writes it again
 *   const { from, to } = instantsOf(period, now)                // in the verb: `at >= from and at < to`
 */
export const periodPresets = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const

export type PeriodPreset = (typeof periodPresets)[number]

/** `all` is from the first row on; a custom one has at least one of its ends. */
export type Period =
  | { readonly kind: PeriodPreset | 'all' }
  | { readonly kind: 'custom'; readonly from: LocalDay | undefined; readonly to: LocalDay | undefined }

/** What a select offers, in order. */
export const periodChoices = [...periodPresets, 'all', 'custom'] as const

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads an address. What does not fit counts as not said; ends in the wrong order are turned round. */
export function periodOf(asked: Asked, fallback: Period): Period {
  const text = (name: string) => {
    const value = asked[name]
    return typeof value === 'string' ? value : undefined
  }
  const kind = periodChoices.find((choice) => choice === text('period'))
  if (kind === undefined) return fallback
  if (kind !== 'custom') return { kind }
  const from = localDayOfText(text('from'))
  const to = localDayOfText(text('to'))
  if (from === undefined && to === undefined) return fallback
  return from !== undefined && to !== undefined && to < from ? { kind, from: to, to: from } : { kind, from, to }
}

/** Writes a period into an address, or nothing when it is the page's own. */
export function setPeriod(query: URLSearchParams, period: Period, fallback: Period): void {
  if (isSamePeriod(period, fallback)) return
  query.set('period', period.kind)
  if (period.kind !== 'custom') return
  if (period.from !== undefined) query.set('from', period.from)
  if (period.to !== undefined) query.set('to', period.to)
}

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
