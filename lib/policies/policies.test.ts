import { describe, expect, it } from 'vitest'
import { policyOrder } from './drafts'
import { needsFourEyes } from './policies'

const defaults = { callsPerMinute: 1_200, callsBurst: 200, missesPerMinute: 120, authorizationTtlSeconds: 900 }
const alone = { value: null, burst: null }

describe('an order that needs four eyes', () => {
  it('is a rate, a burst or a budget of misses of more than ten times the installation’s', () => {
    expect(needsFourEyes('calls', { ...alone, value: 12_000 }, defaults)).toBe(false)
    expect(needsFourEyes('calls', { ...alone, value: 12_001 }, defaults)).toBe(true)
    expect(needsFourEyes('calls', { value: 1, burst: 2_000 }, defaults)).toBe(false)
    expect(needsFourEyes('calls', { value: 1, burst: 2_001 }, defaults)).toBe(true)
    expect(needsFourEyes('misses', { ...alone, value: 1_200 }, defaults)).toBe(false)
    expect(needsFourEyes('misses', { ...alone, value: 1_201 }, defaults)).toBe(true)
  })

  it('is never the way back to the installation’s number, nor a life or a late notification within the bounds', () => {
    expect(needsFourEyes('calls', alone, defaults)).toBe(false)
    expect(needsFourEyes('authorization_life', { ...alone, value: 3_600 }, defaults)).toBe(false)
    expect(needsFourEyes('late_notification', { ...alone, value: 72 }, defaults)).toBe(false)
  })
})

describe('an order', () => {
  const order = { merchantId: 1, policy: 'calls', value: 100, burst: 10, until: null, reason: 'Campaña' } as const
  const isSound = (changed: object) => policyOrder.safeParse({ ...order, ...changed }).success

  it('is within the bounds of its policy: D61 from 0 to 72 hours, a life from 60 to 3,600 seconds', () => {
    const of = (policy: string, ...values: (number | null)[]) =>
      values.map((value) => isSound({ policy, value, burst: null }))
    expect(of('calls', 0, 1, 100_000, 100_001, null, 1.5)).toEqual([false, true, true, false, true, false])
    expect(of('misses', 0, 1, 100_000, 100_001, null)).toEqual([false, true, true, false, true])
    expect(of('late_notification', -1, 0, 72, 73, null)).toEqual([false, true, true, false, false])
    expect(of('authorization_life', 59, 60, 3_600, 3_601, null)).toEqual([false, true, true, false, true])
  })

  it('names a burst with a rate alone, and a reason always', () => {
    expect(isSound({})).toBe(true)
    expect(isSound({ value: null })).toBe(false)
    expect(isSound({ policy: 'misses' })).toBe(false)
    expect([isSound({ reason: '  ' }), isSound({ reason: 'x'.repeat(501) })]).toEqual([false, false])
  })
})
