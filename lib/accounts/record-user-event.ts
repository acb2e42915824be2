import type { OfficeDb, OfficeTx } from '@/db/office'
import { listAffiliationsOf } from '@/db/queries/offices/memberships'
import type { AccountEvent, AuditDetails, Subject } from '@/lib/audit/events'
import { recordEvents } from '@/lib/audit/record-event'
import type { Origin } from '@/lib/context'

export type UserEvent<Action extends AccountEvent> = {
  readonly action: Action
  readonly outcome?: 'done' | 'denied'
  readonly subjectType?: Subject['type']
  readonly subjectId?: Subject['id']
  readonly details?: AuditDetails<Action>
}

/**
 * Records what happened to a user's account: once in the audit trail of every merchant and company that they are a member of at
 * that time, since the account opens their offices; once without a tenant when they are a member of none.
 */
export async function recordUserEvent<Action extends AccountEvent>(
  db: OfficeDb | OfficeTx,
  origin: Origin,
  userId: number,
  event: UserEvent<Action>,
): Promise<void> {
  const affiliations = await listAffiliationsOf(db, userId)
  const trails = affiliations.length > 0 ? affiliations : [{}]
  await recordEvents(
    db,
    origin,
    trails.map((trail) => ({ subjectType: 'user', subjectId: userId, ...event, ...trail, userId })),
  )
}
