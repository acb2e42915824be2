import { describe, expect, it } from 'vitest'
import { type CheckId, checkIds } from './plan'
import { isPassed, isWaived, type Outcome, type Verdict } from './verdict'

const verdicts = (changed: Partial<Record<CheckId, Outcome>> = {}): Verdict[] =>
  checkIds.map((check) => ({ check, outcome: changed[check] ?? 'pass', reason: null, requestIds: [] }))

describe('a run', () => {
  it('is passed when every check passes, with a remark or because it does not apply', () => {
    expect(isPassed(verdicts())).toBe(true)
    expect(isPassed(verdicts({ C13: 'warning', C15: 'not_applicable' }))).toBe(true)
  })

  it.each(['fail', 'not_shown'] as const)('is not passed when a required check is judged %s', (outcome) => {
    expect(isPassed(verdicts({ C07: outcome }))).toBe(false)
  })

  it('may miss two of what is recommended, and no third', () => {
    expect(isPassed(verdicts({ C10: 'fail', C26: 'not_shown' }))).toBe(true)
    expect(isPassed(verdicts({ C10: 'fail', C25: 'fail', C26: 'not_shown' }))).toBe(false)
  })

  it('is not passed without a verdict on each required check', () => {
    expect(isPassed(verdicts().filter(({ check }) => check !== 'C01'))).toBe(false)
    expect(isPassed([])).toBe(false)
  })
})

describe('a declaration', () => {
  it('waives what the adapter is not made for, and nothing else', () => {
    const none = { apiKeyOnly: false, noItems: false, noOffline: false, processes: 1 }
    expect(checkIds.filter((check) => isWaived(check, none))).toEqual([])
    expect(checkIds.filter((check) => isWaived(check, { ...none, apiKeyOnly: true }))).toEqual(['C15'])
    expect(checkIds.filter((check) => isWaived(check, { ...none, noItems: true }))).toEqual(['C25'])
    expect(checkIds.filter((check) => isWaived(check, { ...none, noOffline: true }))).toEqual(['C14'])
  })
})
