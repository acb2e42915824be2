import { describe, expect, it } from 'vitest'
import { planCredentials } from './credentials'

const one = (at: number) => ({ key: `k${at}`, name: `n${at}`, permissions: ['core.integrations'] })
const stored = (at: number, more: { key?: string | null; live?: boolean; name?: string } = {}) => ({
  ...one(at),
  id: at,
  live: true,
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => one(at))

describe('planCredentials', () => {
  it('creates what is new and leaves what is the same', () => {
    expect(planCredentials([stored(0)], [one(0), one(1)], 'a')).toEqual({ creates: [1], changes: [], faults: [] })
  })

  it('changes name and permissions by key, and takes permissions for a set', () => {
    const both = ['core.integrations', 'core.consumptions.read']
    const existing = { ...stored(0), permissions: both.toReversed() }
    expect(planCredentials([existing], [{ ...one(0), permissions: both }], 'a').changes).toEqual([])
    expect(planCredentials([existing], [{ ...one(0), name: 'x' }], 'a').changes).toEqual([
      { id: 0, name: 'x', permissions: ['core.integrations'] },
    ])
  })

  it('neither changes nor creates what was revoked', () => {
    const plan = planCredentials([stored(0, { live: false, name: 'old' })], [one(0)], 'a')
    expect(plan).toEqual({ creates: [], changes: [], faults: [] })
  })

  it('allows ten live ones and refuses each one above, counting those of the office and not the revoked (D53)', () => {
    expect(planCredentials([], many(10), 'a').faults).toEqual([])
    expect(planCredentials([], many(12), 'a').faults.map(({ path }) => path)).toEqual(['a[10]', 'a[11]'])
    const office = [stored(90, { key: null }), stored(91, { key: null, live: false })]
    expect(planCredentials(office, many(10), 'a').faults.map(({ path }) => path)).toEqual(['a[9]'])
  })

  it('refuses two live ones of one name, and lets two swap theirs', () => {
    expect(planCredentials([stored(5, { key: null, name: 'n0' })], [one(0)], 'a').faults).toMatchObject([
      { path: 'a[0].name' },
    ])
    expect(planCredentials([], [one(0), { ...one(1), name: 'n0' }], 'a').faults).toMatchObject([{ path: 'a[1].name' }])
    expect(planCredentials([stored(5, { key: null, name: 'n0', live: false })], [one(0)], 'a').faults).toEqual([])
    const swapped = [
      { ...one(0), name: 'n1' },
      { ...one(1), name: 'n0' },
    ]
    expect(planCredentials([stored(0), stored(1)], swapped, 'a').faults).toEqual([])
  })
})
