import { and, asc, desc, eq, gt, gte, lt, lte, min, sql } from 'drizzle-orm'
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
  signature: auditDays.signature,
}

/** What a day of the trail was when it was sealed. */
export const findAuditDay = async (db: Db, day: string) =>
  atMostOne(await db.select(sealed).from(auditDays).where(eq(auditDays.day, day)))

/** The last day that was sealed. */
export const findLastAuditDay = async (db: Db) =>
  atMostOne(await db.select(sealed).from(auditDays).orderBy(desc(auditDays.day)).limit(1))

type Sealed = { readonly day: string; readonly events: number; readonly last: string; readonly signature: Buffer }

export async function insertAuditDay(tx: OfficeTx, day: Sealed): Promise<void> {
  const { last, ...row } = day
  await tx.insert(auditDays).values({ ...row, lastHash: Buffer.from(last, 'hex') })
}

/** All days that were sealed, the first one first: one row a day. */
export const listAuditDays = async (db: Db) =>
  whole(await db.select(sealed).from(auditDays).orderBy(asc(auditDays.day)))

export type AuditDayRecord = Awaited<ReturnType<typeof listAuditDays>>[number]

/** The first day that was sealed. */
export const findFirstAuditDay = async (db: Db) =>
  atMostOne(await db.select(sealed).from(auditDays).orderBy(asc(auditDays.day)).limit(1))

/** When the first thing of the trail happened; null for one without events. Reads all of it. */
export const findFirstEventAt = async (db: Db): Promise<Date | null> =>
  theOnly(await db.select({ at: min(auditEvents.occurredAt) }).from(auditEvents)).at

type Span = { readonly from: Date; readonly to: Date }

const happenedWithin = ({ from, to }: Span) => and(gte(auditEvents.occurredAt, from), lt(auditEvents.occurredAt, to))

/**
 * The ids between which lies what happened within that time; nulls where nothing did. The day’s rows are found first, by the index of
 * times: asked for the least id alone, the planner would walk the trail from its begin.
 */
export async function findIdsWithin(db: Db, span: Span): Promise<{ first: number | null; last: number | null }> {
  const ids = sql`with within as materialized (
      select ${auditEvents.id} from ${auditEvents} where ${happenedWithin(span)})
    select min(id)::float8 as first, max(id)::float8 as last from within`
  return theOnly(await db.execute<{ first: number | null; last: number | null }>(ids))
}

/** What happened within that time, in the order in which it was written: events after one, up to the last. */
export const listEventsWithin = async (
  db: Db,
  { after, last, limit, ...span }: Span & { after: number; last: number; limit: number },
) =>
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
        // By their numbers, as all people: the name goes when they are erased, and the chain stays (ADR-0059).
        details: sql<unknown>`case when ${auditEvents.subjectType} = 'collaborator' then ${auditEvents.details} - 'name'
          else ${auditEvents.details} end`,
        address: auditEvents.address,
        userAgent: auditEvents.userAgent,
        requestId: auditEvents.requestId,
      })
      .from(auditEvents)
      .where(and(gt(auditEvents.id, after), lte(auditEvents.id, last), happenedWithin(span)))
      .orderBy(asc(auditEvents.id))
      .limit(limit),
  )
