import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiryOf, insteadOf, validitiesAt } from './expiry'
import { apiKeyValidityDays } from './permissions'

const hourMs = 3_600_000
const instants = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const days = fc.constantFrom(...apiKeyValidityDays)

/** By the data of `Intl`, which know nothing of our arithmetic. */
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Santo_Domingo', timeStyle: 'medium' })

describe('the end of a key (D71)', () => {
  it('is at 04:00 in Santo Domingo, never earlier than promised and at most 28 hours later, whenever it is made', () => {
    fc.assert(
      fc.property(instants, days, (madeAt, validityDays) => {
        const end = expiryOf(madeAt, validityDays)
        const beyond = end.getTime() - madeAt.getTime() - validityDays * 24 * hourMs
        expect(clock.format(end)).toBe('04:00:00')
        expect(end.getUTCMilliseconds()).toBe(0)
        expect(beyond).toBeGreaterThan(4 * hourMs - 1)
        expect(beyond).toBeLessThanOrEqual(28 * hourMs)
      }),
    )
  })

  it.each([
    ['2026-11-22T12:00:00.000-04:00', 30, '2026-12-23T04:00:00.000-04:00'],
    ['2026-11-22T00:00:00.000-04:00', 30, '2026-12-23T04:00:00.000-04:00'],
    ['2026-11-22T23:59:59.999-04:00', 30, '2026-12-23T04:00:00.000-04:00'],
    ['2026-11-22T03:59:59.999-04:00', 365, '2027-11-23T04:00:00.000-04:00'],
    ['2028-02-28T12:00:00.000-04:00', 365, '2029-02-28T04:00:00.000-04:00'],
  ])('made at %s for %i days is %s', (madeAt, validityDays, end) => {
    expect(expiryOf(new Date(madeAt), validityDays)).toEqual(new Date(end))
  })
})

describe('keys that would end on one day', () => {
  const now = new Date('2026-11-22T12:00:00-04:00')
  const at = (text: string) => new Date(`${text}-04:00`)

  it('are named with the validity that does it, by the day in Santo Domingo', () => {
    const live = [
      { name: 'Caja 1', expiresAt: at('2026-12-23T00:00:00') },
      { name: 'Caja 2', expiresAt: at('2026-12-23T23:59:59') },
      { name: 'Caja 3', expiresAt: at('2026-12-24T00:00:00') },
    ]
    expect(validitiesAt(now, apiKeyValidityDays, live).map(({ days, together }) => [days, together])).toEqual([
      [30, ['Caja 1', 'Caja 2']],
      [90, []],
      [180, []],
      [365, []],
    ])
  })

  it('are told the next longer validity that ends alone, or else a shorter one, or none', () => {
    const offered = (...busy: number[]) =>
      apiKeyValidityDays.map((days) => ({ days, expiresAt: now, together: busy.includes(days) ? ['Caja 1'] : [] }))
    const told = (chosen: number, ...busy: number[]) => {
      const all = offered(...busy)
      const one = all.find(({ days }) => days === chosen)
      return one && insteadOf(one, all)?.days
    }
    expect([told(30, 30), told(90, 90, 180), told(365, 365), told(180, 180, 365, 90)]).toEqual([90, 365, 180, 30])
    expect(told(30, ...apiKeyValidityDays)).toBeUndefined()
  })
})
