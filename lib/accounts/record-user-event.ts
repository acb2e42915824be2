import type { OfficeDb, OfficeTx } from '@/db/office'
import { listAffiliationsOf } from '@/db/queries/offices/memberships'
import { recordEvents } from '@/lib/audit/record-event'
import type { Origin } from '@/lib/context'
import type { AccountEvent } from './events'

export type UserEvent = {
  readonly action: AccountEvent
  readonly outcome?: 'done' | 'denied'
  readonly subjectType?: string
  readonly subjectId?: string | number
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Says in the audit trail what became of a user's account: once in the trail of every merchant and company that they are a member
 * of at that time, since it is their office that the account opens; once in nobody's when there is none.
 */
export async function recordUserEvent(
  db: OfficeDb | OfficeTx,
  origin: Origin,
  userId: number,
  event: UserEvent,
): Promise<void> {
  const affiliations = await listAffiliationsOf(db, userId)
  const trails = affiliations.length > 0 ? affiliations : [{}]
  await recordEvents(
    db,
    origin,
    trails.map((trail) => ({ subjectType: 'user', subjectId: userId, ...event, ...trail, userId })),
  )
}
