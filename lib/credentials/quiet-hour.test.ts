import { describe, expect, it } from 'vitest'
import { nextStartOf, quietestHour } from './quiet-hour'

/** Calls at those hours of the day. */
const open = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ hour: from + n, calls: 50 }))
const always = (quiet: Readonly<Record<number, number>>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, calls: quiet[hour] ?? 50 }))

describe('the quietest hour', () => {
  it('is none where there were no calls', () => {
    expect(quietestHour([])).toBeUndefined()
    expect(quietestHour([{ hour: 3, calls: 0 }])).toBeUndefined()
  })

  it('is the one with the fewest calls, whatever the hours beside it have', () => {
    expect(quietestHour(always({ 3: 4, 4: 5, 14: 3 }))).toBe(14)
  })

  it.each([
    ['closed from 21 to 9', open(9, 21), 2],
    ['closed from 22 to 6', open(6, 22), 1],
    ['closed at midnight alone', always({ 0: 0 }), 0],
    ['one call a day, at noon', [{ hour: 12, calls: 28 }], 0],
    ['a short pause at noon and a long night', [...open(7, 12), ...open(13, 23)], 3],
  ])('of several is in the middle of the quiet time: %s', (_, counts, hour) => {
    expect(quietestHour(counts)).toBe(hour)
  })
})

describe('the next time that it is that hour in Santo Domingo', () => {
  it.each([
    ['2026-11-21T06:59:59Z', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T07:00:00Z', '2026-11-22T07:00:00.000Z'],
    ['2026-11-21T03:30:00Z', '2026-11-21T07:00:00.000Z'],
    ['2026-12-31T23:00:00Z', '2027-01-01T07:00:00.000Z'],
  ])('after %s is %s', (now, next) => {
    expect(nextStartOf(3, new Date(now)).toISOString()).toBe(next)
  })
})
