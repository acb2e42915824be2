import { describe, expect, it } from 'vitest'
import { activityFilterOf, activityPath, isNarrowed } from './activity'

const nothing = {
  period: 'month',
  kind: undefined,
  outcome: undefined,
  userId: undefined,
  before: undefined,
  after: undefined,
  sort: '-when',
  size: 50,
  hidden: [],
}

describe('the address of the activity', () => {
  it('says what is shown, and says the same again (U-04)', () => {
    const asked = { period: 'week', kind: 'credentials', outcome: 'denied', person: '12' }
    const path = activityPath(activityFilterOf(asked), { before: 90 })
    expect(path).toBe('/portal/activity?period=week&kind=credentials&outcome=denied&person=12&before=90')
    const read = Object.fromEntries(new URL(path, 'http://office').searchParams)
    expect(activityFilterOf(read)).toEqual({ ...activityFilterOf(asked), before: 90 })
  })

  it('shows a month of everything when it says nothing, or nothing that fits', () => {
    expect(activityFilterOf({})).toEqual(nothing)
    const odd = {
      period: 'aeon',
      kind: "'; drop",
      outcome: ['done'],
      person: '99999999999',
      before: '-1',
      after: '1e3',
    }
    expect(activityFilterOf(odd)).toEqual(nothing)
    expect(isNarrowed(activityFilterOf({}))).toBe(false)
    expect(activityPath(activityFilterOf({}))).toBe('/portal/activity')
  })
})
