import type { OfficeDb, OfficeTx } from '@/db/office'
import { auditEvents } from '@/db/schema'
import type { Origin } from '@/lib/context'
import type { AuditAction, AuditDetails, Subject } from './events'

/** What somebody did, or tried to do. `details` holds no secret and no identification. */
export type AuditEvent<Action extends AuditAction = AuditAction> = {
  readonly merchantId?: number
  readonly companyId?: number
  /** Done or tried for the operator of the network: by the user, or by a command of its staff where there is none. */
  readonly operator?: true
  /** Absent for what the service does on its own. */
  readonly userId?: number
  readonly action: Action
  readonly outcome?: 'done' | 'denied'
  readonly subjectType: Subject['type']
  readonly subjectId: Subject['id']
  readonly details?: AuditDetails<Action>
}

/** Adds an event to the audit trail: in the transaction of the change that it records, or alone for a denial. */
export const recordEvent = <Action extends AuditAction>(
  db: OfficeDb | OfficeTx,
  origin: Origin | undefined,
  event: AuditEvent<Action>,
): Promise<void> => recordEvents(db, origin, [event])

/** Adds at least one event, all in one statement, so that the time does not depend on their number. */
export async function recordEvents<Action extends AuditAction>(
  db: OfficeDb | OfficeTx,
  origin: Origin | undefined,
  events: readonly AuditEvent<Action>[],
): Promise<void> {
  await db.insert(auditEvents).values(
    events.map((event) => ({
      actor: event.operator
        ? ('operator' as const)
        : event.userId === undefined
          ? ('service' as const)
          : ('user' as const),
      userId: event.userId ?? null,
      merchantId: event.merchantId ?? null,
      companyId: event.companyId ?? null,
      action: event.action,
      outcome: event.outcome ?? ('done' as const),
      subjectType: event.subjectType,
      subjectId: String(event.subjectId),
      details: event.details ?? {},
      address: origin?.address ?? null,
      userAgent: origin?.userAgent ?? null,
      requestId: origin?.requestId ?? null,
    })),
  )
}
