import type { OfficeDb } from '@/db/office'
import { countAttempt } from '@/db/queries/throttles'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type ThrottleScope, throttles } from './throttle'

/**
 * Counts an attempt as a failure before it is made; who succeeds takes it back. Throws `too_many_attempts` with the seconds to
 * wait. Nothing is counted for a subject that is not known, such as an address behind a proxy that does not tell it.
 */
export async function takeAttempt(db: OfficeDb, scope: ThrottleScope, subject: string | null): Promise<void> {
  if (subject === null) return
  const seconds = await countAttempt(db, scope, subject, throttles[scope])
  if (seconds > 0) throw new OfficeFault('too_many_attempts', { values: { seconds, minutes: Math.ceil(seconds / 60) } })
}
