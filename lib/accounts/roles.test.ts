import { describe, expect, it } from 'vitest'
import { merchantPermissions } from './permissions'
import { roleOf, rolesOf, writePermissions } from './roles'
import { type TeamKind, teams } from './team'

describe.each(['merchant', 'company'] as const satisfies readonly TeamKind[])('a role of a %s’s team', (kind) => {
  const roles = rolesOf[kind]

  it('is read back from its permissions, in whatever order, and no two are the same', () => {
    for (const [role, permissions] of roles) expect(roleOf(kind, permissions.toReversed())).toBe(role)
    const written = roles.map(([, permissions]) => writePermissions(permissions))
    expect(new Set(written).size).toBe(roles.length)
  })

  it('gives what that team has, and nothing of the other office', () => {
    const given = new Set(roles.flatMap(([, permissions]) => permissions))
    expect([...given].toSorted()).toEqual(teams[kind].permissions.toSorted())
  })

  it('manages the team only where it may do everything', () => {
    const managing = roles.filter(([, permissions]) => permissions.includes(teams[kind].manage))
    expect(managing.map(([role]) => role)).toEqual(['administration'])
    expect(managing[0]?.[1]).toEqual(teams[kind].permissions)
  })
})

describe('a role', () => {
  it('is custom when none fits, and none without a permission that is known', () => {
    expect(roleOf('merchant', ['merchant.team.manage'])).toBe('custom')
    expect(roleOf('company', ['company.team.manage'])).toBe('custom')
    expect(roleOf('merchant', [])).toBe('none')
    expect(roleOf('merchant', ['merchant.moon.fly'])).toBe('none')
    expect(roleOf('merchant', [...merchantPermissions, 'merchant.moon.fly'])).toBe('administration')
  })
})
