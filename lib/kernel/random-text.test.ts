import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newCode } from './random-text'

describe('codes (D42)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const at = (moment: string, count = 50): string[] => {
    vi.setSystemTime(moment)
    return Array.from({ length: count }, newCode)
  }
  const beginningsOf = (codes: readonly string[]): Set<string> => new Set(codes.map((code) => code.slice(0, 3)))

  it('are five groups of four letters that nobody takes for another, and 24 characters long', () => {
    for (const code of at('2026-11-28T08:00:00Z')) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){4}$/)
  })

  it('begin alike within an hour, and otherwise in every other hour of three years', () => {
    const hour = beginningsOf([...at('2026-11-28T08:00:00.000Z'), ...at('2026-11-28T08:59:59.999Z')])
    expect(hour.size).toBe(1)
    const hours = 3 * 365 * 24
    const beginnings = Array.from({ length: hours }, (_, n) =>
      at(new Date(Date.UTC(2026, 0) + n * 3_600_000).toISOString(), 1),
    )
    expect(beginningsOf(beginnings.flat()).size).toBe(hours)
  })

  it('have 17 letters by chance, each of 31, which are 84 bits', () => {
    const codes = at('2026-11-28T08:00:00Z', 5_000)
    const rest = codes.map((code) => code.replaceAll('-', '').slice(3))
    expect(new Set(rest).size).toBe(codes.length)
    for (let place = 0; place < 17; place++) expect(new Set(rest.map((text) => text[place])).size).toBe(31)
    expect(17 * Math.log2(31)).toBeGreaterThanOrEqual(80)
  })
})
