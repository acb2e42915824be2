/** Expiries as a calendar that programs fetch: iCalendar (RFC 5545), a few lines of it. */

export type Ending = { readonly id: number; readonly name: string; readonly expiresAt: Date }

type Words = { readonly title: string; readonly summaryOf: (name: string) => string }

const lineOctetsMax = 75

/** A text value (RFC 5545, 3.3.11). Other control characters have no place in one. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '')

/** A content line in pieces of at most 75 octets, none of which cuts a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let result = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > lineOctetsMax) {
      result += '\r\n '
      octets = 1
    }
    result += character
    octets += size
  }
  return result
}

/** An instant in UTC (RFC 5545, 3.3.5). */
const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** One event for each key, at the moment of its end; the same event whenever it is fetched. */
export function calendarOf(endings: readonly Ending[], { title, summaryOf }: Words, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Aliado//Expiries//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(title)}`,
    // RFC 7986, 5.7.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...endings.flatMap(({ id, name, expiresAt }) => [
      'BEGIN:VEVENT',
      `UID:api-key-${id}@aliado`,
      `DTSTAMP:${instant(now)}`,
      `DTSTART:${instant(expiresAt)}`,
      `SUMMARY:${escaped(summaryOf(name))}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
