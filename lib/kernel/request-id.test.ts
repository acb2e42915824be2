import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { momentsOf, newRequestId, tellsMoment } from './request-id'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const madeAt = (moment: string | number): string => {
  vi.setSystemTime(moment)
  return newRequestId()
}

it('sorts by its moment, and is another each time', () => {
  const moments = ['2001-09-09', '2026-11-27', '2027-01-01', '2059-05-25', '2059-05-27', '5000-01-01']
  const made = moments.map((moment) => madeAt(moment))
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made.map((id) => id.length))).toEqual(new Set([24]))
  expect(new Set(Array.from({ length: 1_000 }, () => newRequestId())).size).toBe(1_000)
})

it('tells the moment of its call, and is looked for wherever it tells it', () => {
  const at = Date.UTC(2026, 10, 27, 22, 21, 29, 123)
  const id = madeAt(at)
  const moments = momentsOf(id)
  for (const away of [-10_000, -1, 0, 1, 10_000]) {
    expect(tellsMoment(id, at + away), `${away} ms`).toBe(true)
    expect(at + away).toBeGreaterThanOrEqual(Number(moments?.from))
    expect(at + away).toBeLessThanOrEqual(Number(moments?.to))
  }
  for (const away of [-10_001, 10_001, 86_400_000]) expect(tellsMoment(id, at + away), `${away} ms`).toBe(false)
})

it.each(['', 'caja-7', 'req_1', `req_${'0'.repeat(21)}`, `req_${'A'.repeat(20)}`, `REQ_${'0'.repeat(20)}`])(
  'tells none where it is %j',
  (id) => {
    expect(momentsOf(id)).toBeUndefined()
    expect(tellsMoment(id, 0)).toBe(false)
  },
)

it('names a moment that a date and PostgreSQL can hold, whatever nine characters it begins with', () => {
  expect(momentsOf(`req_${'z'.repeat(20)}`)?.to.toISOString()).toMatch(/^5188-/)
  expect(momentsOf(`req_${'0'.repeat(20)}`)).toEqual({ from: new Date(-10_000), to: new Date(10_000) })
})
