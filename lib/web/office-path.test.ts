import { describe, expect, it } from 'vitest'
import { officeKindOf } from './office-path'

describe('the office of a path', () => {
  it.each([
    ['/portal', 'merchant'],
    ['/portal/requests/1', 'merchant'],
    ['/company', 'company'],
    ['/company/team', 'company'],
    ['/account', undefined],
    ['/operator/team', 'operator'],
    ['/companyx', undefined],
    ['/me', undefined],
    ['/', undefined],
  ])('of %s is %s', (path, kind) => {
    expect(officeKindOf(path)).toBe(kind)
  })
})
