import type { OfficeDb } from '@/db/office'
import type { Origin } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { AuditReason } from './events'
import { type AuditEvent, recordEvent } from './record-event'

/** Faults of asking for what one has no right to: they go into the audit trail although nothing was done. */
const denials: readonly AuditReason[] = ['permission_missing', 'not_found']

/**
 * Throws what `work` throws. A denial (one of the two faults above, or one in `alsoDenied`) leaves an audit event of what was
 * asked, outside of the transaction, which the denial rolled back.
 */
export async function auditDenial<T>(
  { db, origin }: { readonly db: OfficeDb; readonly origin: Origin },
  asked: Omit<AuditEvent, 'outcome' | 'details'>,
  work: () => Promise<T>,
  alsoDenied: readonly AuditReason[] = [],
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof OfficeFault ? error.code : undefined
    const reason = [...denials, ...alsoDenied].find((one) => one === code)
    if (reason) await recordEvent(db, origin, { ...asked, outcome: 'denied', details: { reason } })
    throw error
  }
}
