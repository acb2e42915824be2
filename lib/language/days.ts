import type { Format } from '@/lib/kernel/address'

/** A day of Santo Domingo, `2026-11-21`: what people pick in a form, and what "today" is to them (D22). */
export type LocalDay = string

/** Santo Domingo has been at UTC-4 all year since 2000, without daylight saving time (tz database; D22). */
const utcOffsetMs = -4 * 3_600_000

const dayMs = 86_400_000

/** The day that it was in Santo Domingo at that instant. */
export const localDayOf = (instant: Date): LocalDay =>
  new Date(instant.getTime() + utcOffsetMs).toISOString().slice(0, 10)

/** The first instant of a day; the first of the next one is where it ends. */
export const startOfDay = (day: LocalDay): Date => new Date(Date.parse(`${day}T00:00:00Z`) - utcOffsetMs)

/** The instant of a time of the day, `14:30`, on a day; undefined for a text that is no time. */
export function instantAt(day: LocalDay, time: string): Date | undefined {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? new Date(Date.parse(`${day}T${time}:00Z`) - utcOffsetMs) : undefined
}

export const addDays = (day: LocalDay, days: number): LocalDay =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Reads what a date input sends; undefined for a text that is no day of the calendar, or no day of this century. */
export function localDayOfText(text: string | undefined): LocalDay | undefined {
  if (text === undefined || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : undefined
}

export const localDayFormat: Format<LocalDay> = { read: localDayOfText, write: (day) => day }

/** The wall-clock time in Santo Domingo, to the second, as a spreadsheet reads it: `2026-11-21 14:03:22`. */
export const localTimestamp = (instant: Date): string =>
  new Date(instant.getTime() + utcOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

/** The same time as a Date whose UTC fields hold it: libraries of spreadsheets take these for a time without a zone. */
export const asWallClock = (instant: Date): Date => new Date(instant.getTime() + utcOffsetMs)
