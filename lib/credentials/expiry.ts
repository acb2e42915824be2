import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import type { apiKeyValidityDays } from './permissions'

const hourMs = 3_600_000

/** When keys end: at four in the morning in Santo Domingo no till is selling, and people come before the next sale. */
const endingHour = 4

/**
 * When a key of so many days ends that is made at that instant: its days of 24 hours are full, and it is 04:00 of the day after. Never
 * earlier than promised (contract, 5), and at most 28 hours later (D71).
 */
export function expiryOf(madeAt: Date, validityDays: number): Date {
  const full = new Date(madeAt.getTime() + validityDays * 24 * hourMs)
  return new Date(startOfDay(addDays(localDayOf(full), 1)).getTime() + endingHour * hourMs)
}

/** One of the validities that a form offers: its end, and the keys that end on the same day. */
export type Validity = {
  readonly days: (typeof apiKeyValidityDays)[number]
  readonly expiresAt: Date
  /** Names. */
  readonly together: readonly string[]
}

/** The validities of a key that is made now, beside the live keys of its merchant. */
export const validitiesAt = (
  now: Date,
  choices: readonly Validity['days'][],
  live: readonly { readonly name: string; readonly expiresAt: Date }[],
): Validity[] =>
  choices.map((days) => {
    const expiresAt = expiryOf(now, days)
    const day = localDayOf(expiresAt)
    const together = live.filter((key) => localDayOf(key.expiresAt) === day).map(({ name }) => name)
    return { days, expiresAt, together }
  })

/** Instead of a validity that ends together with others: the next longer one that ends alone, or else the longest such one. */
export const insteadOf = (chosen: Validity, offered: readonly Validity[]): Validity | undefined => {
  const alone = offered.filter(({ together }) => together.length === 0)
  return alone.find(({ days }) => days > chosen.days) ?? alone.at(-1)
}
