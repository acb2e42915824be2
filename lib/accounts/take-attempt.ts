import type { OfficeDb, OfficeTx } from '@/db/office'
import { countAttempt, uncountAttempt } from '@/db/queries/offices/throttles'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { networkOf } from './network'
import { type ThrottleScope, throttles } from './throttle'

/** An address counts with its network: whoever has an IPv6 line has 2^64 addresses to try from. */
const countedAs = (scope: ThrottleScope, subject: string): string =>
  scope.endsWith('_address') ? networkOf(subject) : subject

/**
 * Counts an attempt as a failure before it is made; a success takes it back. Throws `too_many_attempts` with the seconds to
 * wait. Counts nothing for an unknown subject, such as an address behind a proxy that does not tell it.
 */
export async function takeAttempt(db: OfficeDb, scope: ThrottleScope, subject: string | null): Promise<void> {
  if (subject === null) return
  const seconds = await countAttempt(db, scope, countedAs(scope, subject), throttles[scope])
  if (seconds > 0) throw new OfficeFault('too_many_attempts', { values: { seconds, minutes: Math.ceil(seconds / 60) } })
}

/** Takes back an attempt that was no failure; the failures of others stay counted. */
export async function giveAttemptBack(
  db: OfficeDb | OfficeTx,
  scope: ThrottleScope,
  subject: string | null,
): Promise<void> {
  if (subject !== null) await uncountAttempt(db, scope, countedAs(scope, subject))
}
