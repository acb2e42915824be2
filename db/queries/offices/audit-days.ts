import { and, asc, desc, eq, gte, lt, min, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { auditDays, auditEvents } from '@/db/schema'

type Db = OfficeDb | OfficeTx

const sealLock = 7_040_002

/** Until the transaction ends nobody else seals a day of the trail. */
export async function lockAuditDays(tx: OfficeTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sealLock})`)
}

const sealed = {
  day: auditDays.day,
  events: auditDays.events,
  last: sql<string>`encode(${auditDays.lastHash}, 'hex')`,
}

/** What a day of the trail was when it was sealed. */
export const findAuditDay = async (db: Db, day: string) =>
  atMostOne(await db.select(sealed).from(auditDays).where(eq(auditDays.day, day)))

/** The last day that was sealed. */
export const findLastAuditDay = async (db: Db) =>
  atMostOne(await db.select(sealed).from(auditDays).orderBy(desc(auditDays.day)).limit(1))

export async function insertAuditDay(tx: OfficeTx, day: { day: string; events: number; last: string }): Promise<void> {
  const { last, ...row } = day
  await tx.insert(auditDays).values({ ...row, lastHash: Buffer.from(last, 'hex') })
}

/** The first day that was sealed. */
export const findFirstAuditDay = async (db: Db) =>
  atMostOne(await db.select(sealed).from(auditDays).orderBy(asc(auditDays.day)).limit(1))

/** When the first thing of the trail happened; null for one without events. Reads all of it. */
export const findFirstEventAt = async (db: Db): Promise<Date | null> =>
  theOnly(await db.select({ at: min(auditEvents.occurredAt) }).from(auditEvents)).at

/** All events of the network within that time, in the order in which they were written. */
export const listEventsWithin = async (db: Db, { from, to }: { from: Date; to: Date }) =>
  whole(
    await db
      .select({
        id: auditEvents.id,
        occurredAt: sql<string>`to_char(${auditEvents.occurredAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
        actor: auditEvents.actor,
        userId: auditEvents.userId,
        merchantId: auditEvents.merchantId,
        companyId: auditEvents.companyId,
        action: auditEvents.action,
        outcome: auditEvents.outcome,
        subjectType: auditEvents.subjectType,
        subjectId: auditEvents.subjectId,
        details: auditEvents.details,
        address: auditEvents.address,
        userAgent: auditEvents.userAgent,
        requestId: auditEvents.requestId,
      })
      .from(auditEvents)
      .where(and(gte(auditEvents.occurredAt, from), lt(auditEvents.occurredAt, to)))
      .orderBy(asc(auditEvents.id)),
  )
