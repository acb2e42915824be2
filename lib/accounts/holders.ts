import type { Permission } from './permissions'

/**
 * The part of a member that decides who holds which permission. A member whose account is disabled holds nothing: they can no
 * longer sign in.
 */
type Holder = {
  readonly userId: number
  readonly permissions: readonly string[]
  readonly disabledAt: Date | null
}

const holdersOf = (team: readonly Holder[], permission: Permission): readonly Holder[] =>
  team.filter(({ permissions, disabledAt }) => disabledAt === null && permissions.includes(permission))

/** Of these permissions, those that nobody of a team holds: they would be lost for ever if only their holders could give them. */
export const unheldIn = (permissions: readonly Permission[], team: readonly Holder[]): Permission[] =>
  permissions.filter((permission) => holdersOf(team, permission).length === 0)

/** Of these permissions, those that a member holds and nobody else does. */
export const heldAloneBy = (
  permissions: readonly Permission[],
  team: readonly Holder[],
  userId: number,
): Permission[] =>
  permissions.filter((permission) => {
    const [first, ...others] = holdersOf(team, permission)
    return first?.userId === userId && others.length === 0
  })
