import { describe, expect, it } from 'vitest'
import { merchantPermissions } from './permissions'
import { merchantRoleNames, merchantRoles, roleOf, writePermissions } from './roles'

describe('a role', () => {
  it('is read back from its permissions, in whatever order, and no two are the same', () => {
    for (const role of merchantRoleNames) expect(roleOf(merchantRoles[role].toReversed())).toBe(role)
    const written = merchantRoleNames.map((role) => writePermissions(merchantRoles[role]))
    expect(new Set(written).size).toBe(merchantRoleNames.length)
  })

  it('is custom when none fits, and none without a permission that is known', () => {
    expect(roleOf(['merchant.team.manage'])).toBe('custom')
    expect(roleOf([])).toBe('none')
    expect(roleOf(['merchant.moon.fly'])).toBe('none')
    expect(roleOf([...merchantPermissions, 'merchant.moon.fly'])).toBe('administration')
  })

  it('manages the team only where it may do everything', () => {
    const managing = merchantRoleNames.filter((role) =>
      merchantRoles[role].some((one) => one === 'merchant.team.manage'),
    )
    expect(managing).toEqual(['administration'])
  })
})
