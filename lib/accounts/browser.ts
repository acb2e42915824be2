import type { DeviceOwner } from '@/db/queries/offices/known-devices'

/** Whom a browser is known to: a user of the offices. */
export const officeUser = (email: string): DeviceOwner => ({ purpose: 'office', email })

/**
 * For how long a browser stays known after its owner last came in by it (browsers keep no cookie for longer than 400 days), and how many are
 * of one owner: each has attempts of its own, so that their number is a part of what bounds guessing (ADR-0021).
 */
export const knownDeviceBounds = { days: 365, most: 10 } as const
