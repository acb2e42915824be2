import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@/lib/language/days'
import {
  barsFromFirst,
  changeOf,
  daysIn,
  instantsOfDays,
  overviewDaysMax,
  overviewPath,
  overviewPeriodOf,
  spanBefore,
  spanOf,
  stepsOf,
} from './overview'

const now = new Date('2026-11-22T03:30:00Z')

describe('the period of the overview', () => {
  it('is thirty days of Santo Domingo up to today when nothing is said, or nothing that is offered', () => {
    for (const asked of [{}, { period: 'all' }, { period: 'x' }]) {
      expect(spanOf(overviewPeriodOf(asked), now)).toEqual({ first: '2026-10-23', last: '2026-11-21' })
      expect(overviewPath(overviewPeriodOf(asked))).toBe('/portal')
    }
  })

  it('says itself again in an address', () => {
    const asked = { period: 'custom', from: '2026-01-05', to: '2026-02-01' }
    const path = overviewPath(overviewPeriodOf(asked))
    expect(Object.fromEntries(new URL(path, 'http://office').searchParams)).toEqual(asked)
    expect(spanOf(overviewPeriodOf(asked), now)).toEqual({ first: '2026-01-05', last: '2026-02-01' })
  })

  it('is a year at most, the last one, whatever ends are left open', () => {
    for (const ends of [{ from: '2020-01-01' }, { to: '2026-11-21' }, { from: '2001-01-01', to: '2026-11-21' }]) {
      const { first, last } = spanOf(overviewPeriodOf({ period: 'custom', ...ends }), now)
      expect(last).toBe('2026-11-21')
      expect(addDays(first, overviewDaysMax - 1)).toBe(last)
    }
  })
})

describe('the bars of a span', () => {
  it('are its days, each once, up to a quarter', () => {
    const { step, starts } = stepsOf({ first: '2026-02-27', last: '2026-03-02' })
    expect({ step, starts }).toEqual({ step: 'day', starts: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'] })
    expect(stepsOf({ first: '2026-01-01', last: '2026-04-02' })).toMatchObject({ step: 'day' })
  })

  it('are its months from then on', () => {
    const { step, starts } = stepsOf({ first: '2026-01-15', last: '2026-05-03' })
    expect(step).toBe('month')
    expect(starts).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'])
  })
})

describe('the period before', () => {
  const someDays = fc
    .tuple(fc.integer({ min: -400, max: 0 }), fc.integer({ min: 0, max: 60 }))
    .map(([start, length]) => ({
      first: addDays('2026-11-21', start),
      last: addDays('2026-11-21', Math.min(0, start + length)),
    }))

  it('is as long, ends where the period began or before, and at the same hour of the day', () => {
    fc.assert(
      fc.property(someDays, (days) => {
        const period = instantsOfDays(days, now)
        const before = spanBefore(days, now)
        expect(before.to.getTime() - before.from.getTime()).toBe(period.to.getTime() - period.from.getTime())
        expect(before.to <= period.from).toBe(true)
        expect((period.to.getTime() - before.to.getTime()) / 86_400_000).toBe(daysIn(days))
        expect(period.to <= now).toBe(true)
      }),
    )
  })

  it('of today is yesterday up to this moment', () => {
    expect(spanBefore({ first: '2026-11-21', last: '2026-11-21' }, now)).toEqual({
      from: new Date('2026-11-20T04:00:00Z'),
      to: new Date('2026-11-21T03:30:00Z'),
    })
  })
})

describe('a change', () => {
  it('is a share of what was before, and none of nothing', () => {
    expect([changeOf(15, 10), changeOf(5, 10), changeOf(0, 10), changeOf(3, 0), changeOf(0, 0)]).toEqual([
      ...[0.5, -0.5, -1, undefined, undefined],
    ])
  })

  it('leads from before to now', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (after, before) => {
        expect(before * (1 + (changeOf(after, before) ?? Number.NaN))).toBeCloseTo(after, 3)
      }),
    )
  })
})

describe('the bars of a chart', () => {
  it('begin with the first that is not empty, and are a week at least', () => {
    const bars = [...new Array(27).fill(0), 4, 0, 1]
    expect(barsFromFirst(bars, (bar) => bar === 0)).toEqual([0, 0, 0, 0, 4, 0, 1])
    expect(barsFromFirst([0, 0, 3, 0, 0, 0, 0, 0, 1], (bar) => bar === 0)).toEqual([3, 0, 0, 0, 0, 0, 1])
    expect(barsFromFirst([0, 1], (bar) => bar === 0)).toEqual([0, 1])
    expect(barsFromFirst([0, 0], (bar) => bar === 0)).toEqual([0, 0])
  })
})
