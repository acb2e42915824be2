import { numericOfCents } from '@/lib/kernel/money'
import { type Language, localeOf } from './language'

/** The time zone of the network: every day, hour and "today" is in it, wherever the reader is (D7). */
const timeZone = 'America/Santo_Domingo'

/** An instant as a page shows it: relative to now, and exactly for a reader who asks. */
export type Moment = { readonly iso: string; readonly exact: string; readonly relative: string }

export type Formats = ReturnType<typeof formats>

/**
 * Dates, amounts and numbers in the reader's language, always in Dominican pesos and in Santo Domingo's time.
 * Made on the server, so that a browser with other data of `Intl` never writes them differently.
 */
export function formats(language: Language) {
  const locale = localeOf[language]
  // The country's own format in both languages: the English data of `Intl` write "DOP 1,234.50".
  const pesos = new Intl.NumberFormat(localeOf.es, { style: 'currency', currency: 'DOP' })
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const date = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short' })
  const month = new Intl.DateTimeFormat(locale, { timeZone, month: 'short', year: 'numeric' })
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'medium' })
  const stamp = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const hour = new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
  // "ahora", "ayer"; but never "el año pasado" for what is 400 days ago.
  const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const counted = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })

  /** "hace 5 minutos", "ayer", "dentro de 30 días". A day is a day of Santo Domingo, not 24 hours. */
  function since(instant: Date, now: Date): string {
    const seconds = Math.round((instant.getTime() - now.getTime()) / 1000)
    const days = dayNumber(instant) - dayNumber(now)
    if (Math.abs(seconds) < 45) return named.format(0, 'second')
    if (Math.abs(seconds) < 45 * 60) return counted.format(away(seconds / 60), 'minute')
    if (Math.abs(seconds) < 22 * 3600 && (days === 0 || Math.abs(seconds) < 6 * 3600)) {
      return counted.format(away(seconds / 3600), 'hour')
    }
    if (Math.abs(days) < 45) return named.format(days, 'day')
    if (Math.abs(days) < 365) return counted.format(away(days / 30.44), 'month')
    return counted.format(away(days / 365.25), 'year')
  }

  return {
    /** Of cents: RD$1,234,567.50. Exact for sums too, which are bigint. */
    amount: (cents: number | bigint) =>
      plainSpaces(pesos.format(typeof cents === 'bigint' ? (numericOfCents(cents) as `${number}`) : cents / 100)),
    number: (value: number) => plainSpaces(number.format(value)),
    /** A share of 1 as a percentage: 0.155 is 15.5%. */
    percent: (share: number) => plainSpaces(percent.format(share)),
    date: (instant: Date) => plainSpaces(date.format(instant)),
    /** Without its year: for the axis of a chart. */
    day: (instant: Date) => plainSpaces(day.format(instant)),
    month: (instant: Date) => plainSpaces(month.format(instant)),
    dateTime: (instant: Date) => plainSpaces(dateTime.format(instant)),
    /** To the second. */
    exact: (instant: Date) => plainSpaces(exact.format(instant)),
    /** To the second, in few letters: for the column of a table. */
    stamp: (instant: Date) => plainSpaces(stamp.format(instant)),
    /** Without its minutes: for the axis of a chart. */
    hour: (instant: Date) => plainSpaces(hour.format(instant)),
    time: (instant: Date) => plainSpaces(time.format(instant)),
    relative: (instant: Date, now: Date = new Date()) => plainSpaces(since(instant, now)),
    /** All that `RelativeTime` shows. */
    moment: (instant: Date, now: Date = new Date()): Moment => ({
      iso: instant.toISOString(),
      exact: plainSpaces(exact.format(instant)),
      relative: plainSpaces(since(instant, now)),
    }),
    list: (items: readonly string[]) => list.format(items),
  }
}

/** "9 de marzo de 2026 a las 1:30 p. m.": an instant within a sentence. */
export const formatMoment = (language: Language, instant: Date): string =>
  plainSpaces(instant.toLocaleString(localeOf[language], { dateStyle: 'long', timeStyle: 'short', timeZone }))

/** "9 de marzo de 2026": the day of an instant within a sentence. */
export const formatDay = (language: Language, instant: Date): string =>
  plainSpaces(instant.toLocaleDateString(localeOf[language], { dateStyle: 'long', timeZone }))

/** At least one unit away: "hace 1 hora", never "esta hora". */
const away = (value: number) => Math.sign(value) * Math.max(1, Math.round(Math.abs(value)))

const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** The days of Santo Domingo, counted. */
const dayNumber = (instant: Date) => Math.round(Date.parse(`${dayOf.format(instant)}T00:00:00Z`) / 86_400_000)

/** A date or an amount that a narrow column keeps on one line. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Versions of ICU differ in which space they write; a page shows one. */
const plainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
