import { describe, expect, it } from 'vitest'
import { activityKinds, trails } from './activity'

const { filterOf: activityFilterOf, path: activityPath, isNarrowed } = trails.merchant

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

  it('is of one office: kinds of what is done in the other are none of its own', () => {
    expect(trails.company.filterOf({ kind: 'credentials' }).kind).toBeUndefined()
    expect(trails.merchant.filterOf({ kind: 'people' }).kind).toBeUndefined()
    expect(trails.company.path(trails.company.filterOf({ kind: 'people' }))).toBe('/company/activity?kind=people')
  })

  it('has every kind of action in one office at least', () => {
    expect(new Set([...trails.merchant.kinds, ...trails.company.kinds, ...trails.operator.kinds])).toEqual(
      new Set(Object.keys(activityKinds)),
    )
  })
})
