import { describe, expect, it } from 'vitest'
import { heldAloneBy, unheldIn } from './holders'
import { merchantPermissions } from './permissions'

const member = (userId: number, permissions: readonly string[], disabledAt: Date | null = null) => ({
  userId,
  permissions,
  disabledAt,
})

describe('a permission of a team', () => {
  it('is held alone by its one holder whose account is enabled', () => {
    const team = [
      member(1, ['merchant.team.manage', 'merchant.catalog.manage']),
      member(2, ['merchant.team.manage']),
      member(3, ['merchant.catalog.manage', 'merchant.discounts.manage'], new Date()),
    ]
    expect(heldAloneBy(merchantPermissions, team, 1)).toEqual(['merchant.catalog.manage'])
    expect(heldAloneBy(merchantPermissions, team, 2)).toEqual([])
    expect(heldAloneBy(merchantPermissions, team, 3)).toEqual([])
    expect(unheldIn(merchantPermissions, team)).toEqual([
      'merchant.integrations.manage',
      'merchant.consumptions.read',
      'merchant.closings.manage',
      'merchant.redemptions.make',
      'merchant.discounts.manage',
    ])
  })

  it('is nobody’s in a team of nobody', () => {
    expect(unheldIn(merchantPermissions, [])).toEqual(merchantPermissions)
    expect(heldAloneBy(merchantPermissions, [], 1)).toEqual([])
  })
})
