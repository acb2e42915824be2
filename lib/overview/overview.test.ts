import { describe, expect, it } from 'vitest'
import { addDays } from '@/lib/language/days'
import { overviewDaysMax, overviewPath, overviewPeriodOf, spanOf, stepsOf } from './overview'

const now = new Date('2026-11-22T03:30:00Z')

describe('the period of the overview', () => {
  it('is thirty days of Santo Domingo up to today when nothing is said, or nothing that is offered', () => {
    for (const asked of [{}, { period: 'all' }, { period: 'today' }, { period: 'x' }]) {
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
