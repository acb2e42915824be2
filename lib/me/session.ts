import type { DeviceOwner } from '@/db/queries/offices/known-devices'

/** How long a mailed link works. */
export const linkMinutes = 15

/** A collaborator looks at their benefits from their own phone: thirty days in all, and seven without a visit. */
export const collaboratorSessionDays = 30
export const collaboratorIdleDays = 7

/** Several people may share one address, such as a household. An address of more people than this counts as nobody's own. */
export const peoplePerAddressMax = 5

/** Whoever comes in by a link that was mailed to that address. */
export const ownerOf = (email: string): DeviceOwner => ({ purpose: 'own_benefits', email })
