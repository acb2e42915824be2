import type { DeviceOwner } from '@/db/queries/offices/known-devices'

/** The owner of a known device: a user of the offices. */
export const officeUser = (email: string): DeviceOwner => ({ purpose: 'office', email })

/**
 * How many days a browser stays known after its owner last signed in with it (browsers keep no cookie for longer than 400
 * days), and how many known browsers one owner may have. Each has its own sign-in attempts, so their number is part of what
 * bounds guessing (ADR-0021).
 */
export const knownDeviceBounds = { days: 365, most: 10 } as const
