import { type LocalDay, localDayOfText } from './days'

/** The order in which the office's language writes a day: 03/04/2026 is 3 de abril in Spanish, and March 4 in English. */
const isMonthFirst = (locale: string): boolean => locale.startsWith('en')

/** A day as people type it: `03/04/2026`. */
export function writeDay(day: LocalDay, locale: string): string {
  const [year, month, date] = day.split('-')
  return isMonthFirst(locale) ? `${month}/${date}/${year}` : `${date}/${month}/${year}`
}

/**
 * Reads what somebody typed: the parts in the order of the language, with any of `/ - . ` and spaces between, a year of two digits too;
 * or year, month and date, which nobody misreads. Undefined for what is no day, or none of this century.
 */
export function readDay(text: string, locale: string): LocalDay | undefined {
  const parts = text.trim().split(/\s*[/.\-\s]\s*/)
  if (parts.length !== 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  const [first = '', second = '', third = ''] = parts
  if (first.length === 4) return dayOf(first, second, third)
  return isMonthFirst(locale) ? dayOf(third, first, second) : dayOf(third, second, first)
}

function dayOf(year: string, month: string, date: string): LocalDay | undefined {
  const whole = year.length === 2 ? `20${year}` : year
  return localDayOfText(`${whole}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
}

/** "viernes, 3 de abril de 2026": which day it is, whatever the order of its figures. */
export const dayInWords = (day: LocalDay, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
