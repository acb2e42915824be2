import { and, desc, eq } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { auditEvents, users } from '@/db/schema'

export type Subject = { readonly type: string; readonly id: number }

const columns = {
  id: auditEvents.id,
  occurredAt: auditEvents.occurredAt,
  actor: auditEvents.actor,
  /** Null when it was not a user. */
  userName: users.name,
  action: auditEvents.action,
  outcome: auditEvents.outcome,
  details: auditEvents.details,
  address: auditEvents.address,
  userAgent: auditEvents.userAgent,
}

/** What was done, or tried, to one subject of a merchant, newest first. */
export const listEventsOf = (db: OfficeDb | OfficeTx, merchantId: number, subject: Subject, limit: number) =>
  db
    .select(columns)
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(
      and(
        eq(auditEvents.merchantId, merchantId),
        eq(auditEvents.subjectType, subject.type),
        eq(auditEvents.subjectId, String(subject.id)),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit)

export type SubjectEvent = Awaited<ReturnType<typeof listEventsOf>>[number]
