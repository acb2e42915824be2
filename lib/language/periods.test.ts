import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, asWallClock, localDayOf, localDayOfText, localTimestamp, startOfDay } from './days'
import { daysOf, instantsOf, isSamePeriod, type Period, periodChoices, periodParameter } from './periods'

const fallback: Period = { kind: 'last_30_days' }
const parameter = periodParameter(fallback)

/** Half past ten at night of the 20th in Santo Domingo, which is the 21st in UTC. */
const night = new Date('2026-11-21T02:30:00Z')

describe('a local day', () => {
  it('is that of Santo Domingo, and starts at four in UTC (D22)', () => {
    expect(localDayOf(night)).toBe('2026-11-20')
    expect(startOfDay('2026-11-20').toISOString()).toBe('2026-11-20T04:00:00.000Z')
    expect(localTimestamp(night)).toBe('2026-11-20 22:30:00')
    expect(asWallClock(night).toISOString()).toBe('2026-11-20T22:30:00.000Z')
  })

  it('agrees with the tz database on every instant of this century (D22)', () => {
    const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santo_Domingo', dateStyle: 'short' })
    const instants = fc.date({
      min: new Date('2001-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(fc.property(instants, (instant) => localDayOf(instant) === zone.format(instant)))
    fc.assert(
      fc.property(instants, (instant) => {
        const day = localDayOf(instant)
        expect(startOfDay(day) <= instant && instant < startOfDay(addDays(day, 1))).toBe(true)
      }),
    )
  })

  it('is read from what a date input sends, and nothing else', () => {
    expect(localDayOfText('2028-02-29')).toBe('2028-02-29')
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '20261101', '1999-12-31', '2026-11-01T00:00', '']) {
      expect(localDayOfText(text), text).toBeUndefined()
    }
  })
})

describe('a period', () => {
  it('of every preset has its days', () => {
    const days = (kind: Exclude<Period['kind'], 'custom'>, now = night) => Object.values(daysOf({ kind }, now))
    expect(days('today')).toEqual(['2026-11-20', '2026-11-20'])
    expect(days('yesterday')).toEqual(['2026-11-19', '2026-11-19'])
    expect(days('last_7_days')).toEqual(['2026-11-14', '2026-11-20'])
    expect(days('last_30_days')).toEqual(['2026-10-22', '2026-11-20'])
    expect(days('this_month')).toEqual(['2026-11-01', '2026-11-20'])
    expect(days('last_month')).toEqual(['2026-10-01', '2026-10-31'])
    expect(days('last_month', new Date('2028-03-01T04:00:00Z'))).toEqual(['2028-02-01', '2028-02-29'])
    expect(days('last_month', new Date('2027-01-01T03:59:59Z'))).toEqual(['2026-11-01', '2026-11-30'])
    expect(days('all')).toEqual([undefined, undefined])
  })

  it('is half-open, and includes its last day whole', () => {
    expect(instantsOf({ kind: 'custom', from: '2026-11-01', to: '2026-11-20' }, night)).toEqual({
      from: new Date('2026-11-01T04:00:00Z'),
      to: new Date('2026-11-21T04:00:00Z'),
    })
    expect(instantsOf({ kind: 'custom', from: undefined, to: '2026-11-20' }, night).from).toBeUndefined()
  })

  it('is read from an address, and what does not fit counts as not said', () => {
    expect(parameter.read({ period: 'today' })).toEqual({ kind: 'today' })
    expect(parameter.read({ period: 'custom', from: '2026-11-05' })).toEqual({
      kind: 'custom',
      from: '2026-11-05',
      to: undefined,
    })
    expect(parameter.read({ period: 'custom', from: '2026-11-05', to: '2026-11-01' })).toEqual({
      kind: 'custom',
      from: '2026-11-01',
      to: '2026-11-05',
    })
    for (const asked of [
      {},
      { period: 'decade' },
      { period: ['today', 'yesterday'] },
      { period: 'custom' },
      { period: 'custom', from: 'x' },
      { period: 'custom', from: "2026-11-01'; drop table" },
      { from: '2026-11-01', to: '2026-11-02' },
    ]) {
      expect(parameter.read(asked)).toEqual(fallback)
    }
  })

  it('survives being written into an address and read again', () => {
    const day = fc
      .date({ min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const asked = fc.record({
      period: fc.constantFrom(...periodChoices),
      from: fc.option(day, { nil: undefined }),
      to: fc.option(day, { nil: undefined }),
    })
    fc.assert(
      fc.property(asked, (params) => {
        const period = parameter.read(params)
        expect(isSamePeriod(parameter.read(Object.fromEntries(parameter.write(period))), period)).toBe(true)
        const { from, to } = instantsOf(period, night)
        if (from !== undefined && to !== undefined) expect(from < to).toBe(true)
      }),
    )
  })
})
