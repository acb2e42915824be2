import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, type LocalDay } from '@/lib/language/days'
import { addWorkingDays, dueOnOf, standingOf } from './cases'

/** ADR-0065: in how many working days a request about personal data is answered. */

const aDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))
const weekday = (day: LocalDay) => new Date(`${day}T00:00:00Z`).getUTCDay()

describe('a due date', () => {
  it.each([
    // 2026-11-23 is a Monday.
    ['access', '2026-11-23', '2026-11-30'],
    ['access', '2026-11-27', '2026-12-04'],
    ['access', '2026-11-28', '2026-12-04'],
    ['access', '2026-11-29', '2026-12-04'],
    ['rectification', '2026-11-23', '2026-12-07'],
    ['cancellation', '2026-11-24', '2026-12-08'],
  ] as const)('of %s that came on %s is %s', (kind, receivedOn, dueOn) => {
    expect(dueOnOf(kind, receivedOn)).toBe(dueOn)
  })

  it('is never on a weekend, and as many working days after the first as were asked for', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 30 }), (from, days) => {
        const due = addWorkingDays(from, days)
        expect([0, 6]).not.toContain(weekday(due))
        let counted = 0
        for (let day = addDays(from, 1); day <= due; day = addDays(day, 1)) {
          if (![0, 6].includes(weekday(day))) counted += 1
        }
        expect(counted).toBe(days)
      }),
    )
  })
})

describe('an open case', () => {
  it('is due soon on its day and on the working day before, and overdue on the day after', () => {
    const standing = (today: LocalDay) => standingOf({ state: 'open', dueOn: '2026-11-30' }, today)
    expect(standing('2026-11-26')).toBe('inTime')
    // A Friday, and the weekend before its Monday.
    expect(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(standing)).toEqual(Array(4).fill('soon'))
    expect(standing('2026-12-01')).toBe('overdue')
  })

  it('is neither once it has ended', () => {
    expect(standingOf({ state: 'refused', dueOn: '2026-11-30' }, '2026-12-24')).toBe('ended')
  })
})
