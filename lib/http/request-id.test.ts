import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { requestIdOfHeader } from './request-id'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

it('is the one that came where that is well-formed, and a new one else (D5)', () => {
  expect(requestIdOfHeader('caja-7.2026_11')).toBe('caja-7.2026_11')
  for (const given of [null, '', 'ñ', 'a b', 'x'.repeat(65)]) {
    expect(requestIdOfHeader(given)).toMatch(/^req_[a-z0-9]{20}$/)
  }
})

it('sorts by its moment, and is another each time', () => {
  const moments = ['2001-09-09', '2026-11-27', '2027-01-01', '2059-05-25', '2059-05-27', '5000-01-01']
  const made = moments.map((moment) => {
    vi.setSystemTime(new Date(moment))
    return requestIdOfHeader(null)
  })
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made.map((id) => id.length))).toEqual(new Set([24]))
  expect(new Set(Array.from({ length: 1_000 }, () => requestIdOfHeader(null))).size).toBe(1_000)
})
