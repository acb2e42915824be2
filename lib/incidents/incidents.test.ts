import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiState, mailState } from './incidents'

describe('the state of the API', () => {
  it('is known from live figures alone: old ones are no answer, and no call proves nothing', () => {
    expect(apiState(undefined)).toBe('unknown')
    expect(apiState({ calls: 0, failed: 0 })).toBe('quiet')
  })

  it('is in trouble from one answer of 5xx in fifty on, and down from half of them on', () => {
    const of = (calls: number, failed: number) => apiState({ calls, failed })
    expect([of(1_000, 0), of(1_000, 19), of(1_000, 20), of(1_000, 499), of(1_000, 500)]).toEqual([
      'working',
      'working',
      'troubled',
      'troubled',
      'down',
    ])
    expect([of(1, 1), of(9, 9), of(10, 10)]).toEqual(['troubled', 'troubled', 'down'])
  })

  it('never gets better by more failures', () => {
    const order = ['working', 'troubled', 'down']
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.nat(5_000), fc.nat(5_000), (calls, one, other) => {
        const [few, many] = [Math.min(one, other, calls), Math.min(Math.max(one, other), calls)]
        expect(order.indexOf(apiState({ calls, failed: many }))).toBeGreaterThanOrEqual(
          order.indexOf(apiState({ calls, failed: few })),
        )
      }),
    )
  })
})

describe('the state of e-mails', () => {
  it('is in trouble when one waits for more than five minutes', () => {
    expect([mailState(0), mailState(300), mailState(301)]).toEqual(['working', 'working', 'troubled'])
  })
})
