import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deadline } from './deadlines'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a deadline', () => {
  it('is noticed after its time, and within a twentieth of a second', () => {
    const late = vi.fn()
    deadline(1_000, late)
    vi.advanceTimersByTime(999)
    expect(late).not.toHaveBeenCalled()
    vi.advanceTimersByTime(51)
    expect(late).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_000)
    expect(late).toHaveBeenCalledTimes(1)
  })

  it('is forgotten when it was met, and no timer is left', () => {
    const late = vi.fn()
    const first = deadline(100, late)
    const other = deadline(2_000, late)
    vi.advanceTimersByTime(40)
    expect(first.met()).toBe(60)
    vi.advanceTimersByTime(1_000)
    expect(other.met()).toBe(960)
    vi.advanceTimersByTime(60)
    expect(late).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
    deadline(100, late)
    vi.advanceTimersByTime(151)
    expect(late).toHaveBeenCalledTimes(1)
  })

  it('is kept apart from the others, in whatever order they are met', () => {
    const order = fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 29 })
    fc.assert(
      fc.property(order, (met) => {
        const late: number[] = []
        const all = Array.from({ length: 30 }, (_, n) => deadline(1_000, () => late.push(n)))
        // Twice here, and below when the others are late: the first alone counts.
        for (const n of [...met, ...met]) all[n]?.met()
        vi.advanceTimersByTime(1_051)
        for (const one of all) one.met()
        vi.advanceTimersByTime(1_051)
        expect(late.sort((a, b) => a - b)).toEqual(all.flatMap((_, n) => (met.includes(n) ? [] : [n])))
        expect(vi.getTimerCount()).toBe(0)
      }),
    )
  })
})
