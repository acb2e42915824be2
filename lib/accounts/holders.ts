import { type MerchantPermission, merchantPermissions } from './permissions'

/** Of a member, what decides who holds what. Whose account is disabled holds nothing: they can sign in no more. */
type Holder = {
  readonly userId: number
  readonly permissions: readonly string[]
  readonly disabledAt: Date | null
}

const holdersOf = (team: readonly Holder[], permission: MerchantPermission): readonly Holder[] =>
  team.filter(({ permissions, disabledAt }) => disabledAt === null && permissions.includes(permission))

/** Permissions that nobody of a team holds: they would be lost for ever if they could be given by their holders alone. */
export const unheldIn = (team: readonly Holder[]): MerchantPermission[] =>
  merchantPermissions.filter((permission) => holdersOf(team, permission).length === 0)

/** Permissions that a member holds and nobody else does. */
export const heldAloneBy = (team: readonly Holder[], userId: number): MerchantPermission[] =>
  merchantPermissions.filter((permission) => {
    const [first, ...others] = holdersOf(team, permission)
    return first?.userId === userId && others.length === 0
  })
