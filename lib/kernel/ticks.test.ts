import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundTicks, spreadTicks } from './ticks'

describe('the marks of amounts', () => {
  it('are numbers that people say', () => {
    expect(roundTicks(9_100, false)).toEqual([0, 2_500, 5_000, 7_500, 10_000])
    expect(roundTicks(4, true)).toEqual([0, 1, 2, 3, 4])
    expect(roundTicks(1, true)).toEqual([0, 1])
    expect(roundTicks(0, true)).toEqual([0, 1])
    expect(roundTicks(0.3, false)).toEqual([0, 0.1, 0.2, 0.3])
  })

  it('begin at nothing, hold the greatest, are evenly apart and at most six', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), fc.boolean(), (most, whole) => {
        const ticks = roundTicks(most, whole)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-8))
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.length).toBeGreaterThan(1)
        if (whole) expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })
})

describe('the marks of days', () => {
  it('are evenly apart, no more than there is room for, and the last day is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 2, max: 12 }), (count, most) => {
        const ticks = spreadTicks(count, most)
        expect(ticks.length).toBeLessThanOrEqual(most)
        expect(ticks.at(-1)).toBe(count - 1)
        expect(new Set(ticks.slice(1).map((tick, n) => tick - (ticks[n] ?? 0))).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})
