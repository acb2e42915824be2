/**
 * When a discount of the network file is valid: instants with an offset (D39), or local days of America/Santo_Domingo, which
 * is UTC-4 without daylight saving (D22).
 */
const localMidnight = 'T00:00:00-04:00'
const dayMs = 86_400_000

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Years that every clock, database and JSON reader on the way can say with four digits, in any offset. */
const yearMin = 1900
const yearMax = 9998

/** Whether the calendar has that day: 2026-02-30 is none. */
function isRealDay(day: string): boolean {
  const year = Number(day.slice(0, 4))
  const midnight = new Date(`${day}T00:00:00Z`)
  return (
    year >= yearMin && year <= yearMax && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  )
}

function instantOf(text: string): Date | undefined {
  const day = instantPattern.exec(text)?.[1]
  return day !== undefined && isRealDay(day) ? new Date(text) : undefined
}

/** The first instant of a validity; undefined when the text is neither an instant with offset nor a real local day. */
export function startOfValidity(text: string): Date | undefined {
  if (dayPattern.test(text)) return isRealDay(text) ? new Date(text + localMidnight) : undefined
  return instantOf(text)
}

/** The instant at which a validity is over: a local day is included whole, so it ends where the next one starts (D22). */
export function endOfValidity(text: string): Date | undefined {
  const start = startOfValidity(text)
  return start && dayPattern.test(text) ? new Date(start.getTime() + dayMs) : start
}
