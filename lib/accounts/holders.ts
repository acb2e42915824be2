import { type MerchantPermission, merchantPermissions } from './permissions'

/**
 * The part of a member that decides who holds which permission. A member whose account is disabled holds nothing: they can no
 * longer sign in.
 */
type Holder = {
  readonly userId: number
  readonly permissions: readonly string[]
  readonly disabledAt: Date | null
}

const holdersOf = (team: readonly Holder[], permission: MerchantPermission): readonly Holder[] =>
  team.filter(({ permissions, disabledAt }) => disabledAt === null && permissions.includes(permission))

/** Permissions that nobody of a team holds: they would be lost for ever if only their holders could give them. */
export const unheldIn = (team: readonly Holder[]): MerchantPermission[] =>
  merchantPermissions.filter((permission) => holdersOf(team, permission).length === 0)

/** Permissions that a member holds and nobody else does. */
export const heldAloneBy = (team: readonly Holder[], userId: number): MerchantPermission[] =>
  merchantPermissions.filter((permission) => {
    const [first, ...others] = holdersOf(team, permission)
    return first?.userId === userId && others.length === 0
  })
