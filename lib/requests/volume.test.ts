import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, startOfDay } from '@/lib/language/days'
import type { Period } from '@/lib/language/periods'
import { requestFilterOf, requestsPath } from './filter'
import { selectionOf } from './selection'
import { firstWholeHour, spanOf, volumeOf } from './volume'

const now = new Date('2026-11-22T15:20:00Z')
const today = '2026-11-22'
const hourMs = 3_600_000
const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs)
const none = { done: 0, refused: 0, failed: 0 }

describe('the hours of which calls are counted', () => {
  it('are those of the period within the thirty days that are kept, up to the end of today', () => {
    expect(spanOf({ kind: 'today' }, now)).toEqual({ from: startOfDay(today), to: startOfDay(addDays(today, 1)) })
    expect(spanOf({ kind: 'all' }, now)).toEqual({
      from: new Date('2026-10-23T15:20:00Z'),
      to: startOfDay(addDays(today, 1)),
    })
    for (const period of [
      { kind: 'custom', from: '2026-01-01', to: '2026-02-01' },
      { kind: 'custom', from: '2027-01-01', to: undefined },
    ] satisfies Period[]) {
      expect(spanOf(period, now)).toBeUndefined()
    }
  })

  it('are drawn as hours up to two days and as days beyond, each once, in order, with every call', () => {
    const hours = { min: hourOf(now) - 720, max: hourOf(now) }
    const count = fc.record({
      hour: fc.integer(hours),
      done: fc.nat(9),
      refused: fc.nat(9),
      failed: fc.nat(9),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(count, { selector: ({ hour }) => hour }),
        fc.integer({ min: 0, max: 29 }),
        (counts, back) => {
          const span = { from: startOfDay(addDays(today, -back)), to: startOfDay(addDays(today, 1)) }
          const within = counts.filter(({ hour }) => hour * hourMs >= span.from.getTime())
          const { step, bars } = volumeOf(within, span)
          expect(step).toBe(back < 2 ? 'hour' : 'day')
          expect(bars.map(({ day, hour }) => startOfDay(day).getTime() + (hour ?? 0) * hourMs)).toEqual(
            Array.from(
              { length: step === 'hour' ? 24 * (back + 1) : back + 1 },
              (_, n) => span.from.getTime() + n * (step === 'hour' ? 1 : 24) * hourMs,
            ),
          )
          for (const answer of ['done', 'refused', 'failed'] as const) {
            const sum = (all: readonly Record<typeof answer, number>[]) =>
              all.reduce((total, one) => total + one[answer], 0)
            expect(sum(bars)).toBe(sum(within))
          }
        },
      ),
    )
  })

  it('begin with the first that was looked at whole, where there are too many calls', () => {
    const since = startOfDay(addDays(today, -1))
    const counts = [
      { hour: hourOf(since) - 1, ...none, done: 3 },
      { hour: hourOf(since), ...none, done: 5 },
    ]
    expect(firstWholeHour(counts)).toEqual(since)
    expect(firstWholeHour(counts.slice(1))).toEqual(since)
    const span = { from: startOfDay(addDays(today, -29)), to: startOfDay(addDays(today, 1)) }
    const { bars, step } = volumeOf(counts, span, firstWholeHour(counts))
    expect(step).toBe('hour')
    expect(bars[0]).toEqual({ day: addDays(today, -1), hour: 0, ...none, done: 5 })
  })
})

describe('an hour in the address of the list', () => {
  it('narrows a day to it, and counts for nothing in a longer period', () => {
    const path = '/portal/requests?period=custom&from=2026-11-20&to=2026-11-20&hour=14'
    const filter = requestFilterOf({ period: 'custom', from: '2026-11-20', to: '2026-11-20', hour: '14' })
    expect(requestsPath(filter)).toBe(path)
    expect(selectionOf(filter, now)).toMatchObject({
      from: new Date('2026-11-20T18:00:00Z'),
      to: new Date('2026-11-20T19:00:00Z'),
    })
    expect(requestFilterOf({ period: 'today', hour: '0' }).hour).toBe(0)
    for (const asked of [
      { hour: '14' },
      { period: 'last_7_days', hour: '14' },
      { period: 'custom', from: '2026-11-20', to: '2026-11-21', hour: '14' },
      { period: 'today', hour: '24' },
      { period: 'today', hour: '-1' },
      { period: 'today', hour: ['1', '2'] },
    ]) {
      expect(requestFilterOf(asked).hour).toBeUndefined()
    }
  })
})
