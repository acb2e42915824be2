import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarOf } from './calendar'

const now = new Date('2026-11-22T12:00:00.123Z')
const at = new Date('2027-02-21T08:00:00Z')
const words = { title: 'Claves · Colmado, S.A.', summaryOf: (name: string) => `Vence ${name}` }

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** What a reader of RFC 5545 makes of a text value. */
const readText = (text: string) => text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))

describe('the calendar of expiries (RFC 5545)', () => {
  it('has one event for each key, at the moment of its end', () => {
    const text = calendarOf([{ id: 7, name: 'Caja 1', expiresAt: at }], words, now)
    expect(unfolded(text)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Aliado//Expiries//ES',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Claves · Colmado\\, S.A.',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'BEGIN:VEVENT',
      'UID:api-key-7@aliado',
      'DTSTAMP:20261122T120000Z',
      'DTSTART:20270221T080000Z',
      'SUMMARY:Vence Caja 1',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('keeps every name whole, in lines of at most 75 octets, and lets none begin a line of its own', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    const nasty = fc.constantFrom(
      'a;b,c\\d',
      'x\nEND:VEVENT',
      'x\r\nATTACH:http://evil',
      '\\n',
      'ñ'.repeat(60),
      '😀'.repeat(30),
    )
    fc.assert(
      fc.property(fc.oneof(name, nasty), (text) => {
        const calendar = calendarOf([{ id: 1, name: text, expiresAt: at }], words, now)
        for (const line of calendar.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/\p{Cc}/u)
        }
        const lines = unfolded(calendar)
        expect(lines).toHaveLength(16)
        const kept = `Vence ${text}`.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, '')
        expect(readText((lines[11] ?? '').slice('SUMMARY:'.length))).toBe(kept)
      }),
    )
  })
})
