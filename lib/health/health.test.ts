import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviationOf } from './deviation'
import { addBins, binBounds, withinMs } from './latency'

const binOf = (ms: number) => binBounds.filter((bound) => ms >= bound).length

describe('times in bins', () => {
  it('tell within how much a part of the answers came: never less than the true time, and no more than its bin', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 20_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.99),
        (times, part) => {
          const bins = addBins(times.map((ms) => ({ [binOf(ms)]: 1 })))
          const sorted = times.toSorted((a, b) => a - b)
          const exact = sorted[Math.ceil(part * times.length) - 1] ?? 0
          expect(withinMs(bins, part)).toBe(binBounds[binOf(exact)] ?? Number.POSITIVE_INFINITY)
        },
      ),
    )
  })

  it('say nothing where nothing was answered', () => {
    expect(withinMs({}, 0.5)).toBeUndefined()
  })
})

describe('a merchant’s hour', () => {
  it('differs from the usual one when chance does not explain it, in either direction', () => {
    const of = (sales: number) => deviationOf({ sales, weeks: 4, before: 400 })
    expect([of(100), of(60), of(140)]).toEqual([undefined, undefined, undefined])
    expect(of(0)).toEqual({ usual: 100, part: -1 })
    expect(of(59)?.part).toBeCloseTo(-0.41)
    expect(of(141)?.part).toBeCloseTo(0.41)
  })

  it('is not judged before four weeks are known, nor where it always sells little', () => {
    expect(deviationOf({ sales: 0, weeks: 3, before: 400 })).toBeUndefined()
    expect(deviationOf({ sales: 90, weeks: 4, before: 28 })).toBeUndefined()
  })
})
