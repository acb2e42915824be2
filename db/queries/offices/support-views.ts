import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { companies, merchants, sessions, supportViews, users } from '@/db/schema'

type Db = OfficeDb | OfficeTx

type Tenant = { readonly merchantId: number } | { readonly companyId: number }

const isOf = (tenant: Tenant) =>
  'merchantId' in tenant ? eq(supportViews.merchantId, tenant.merchantId) : eq(supportViews.companyId, tenant.companyId)

/** By the clock: an end that comes while a request waits counts for it. */
const isLive = and(isNull(supportViews.endedAt), gt(supportViews.endsAt, sql`clock_timestamp()`))

const ended = (endReason: 'ended' | 'replaced' | 'revoked') => ({ endedAt: sql`clock_timestamp()`, endReason })

export type EndedView = {
  id: number
  merchantId: number | null
  companyId: number | null
  ticket: string
  minutes: number
}

const endedView = {
  id: supportViews.id,
  merchantId: supportViews.merchantId,
  companyId: supportViews.companyId,
  ticket: supportViews.ticket,
  minutes: sql<number>`ceil(extract(epoch from least(${supportViews.endedAt}, ${supportViews.endsAt}) - ${supportViews.startedAt}) / 60)::int`,
}

/** Ends what that session sees; nothing when it sees nothing. A view whose time is over is closed too, so that another can begin. */
export async function endViewsOfSession(
  tx: OfficeTx,
  sessionId: number,
  reason: 'ended' | 'replaced',
): Promise<readonly EndedView[]> {
  return whole(
    await tx
      .update(supportViews)
      .set(ended(reason))
      .where(and(eq(supportViews.sessionId, sessionId), isNull(supportViews.endedAt)))
      .returning(endedView),
  )
}

/** Ends one that looks at that tenant; undefined when it is over, or of another. */
export async function revokeView(
  tx: OfficeTx,
  tenant: Tenant,
  id: number,
  revokedBy: number,
): Promise<EndedView | undefined> {
  const changed = await tx
    .update(supportViews)
    .set({ ...ended('revoked'), revokedBy })
    .where(and(eq(supportViews.id, id), isOf(tenant), isLive))
    .returning(endedView)
  return atMostOne(changed)
}

type NewView = { sessionId: number; userId: number; ticket: string; reason: string } & Tenant

export async function insertView(tx: OfficeTx, view: NewView): Promise<{ id: number; endsAt: Date }> {
  return theOnly(
    await tx.insert(supportViews).values(view).returning({ id: supportViews.id, endsAt: supportViews.endsAt }),
  )
}

/** Whether that session of that user lives; locked, so that its end comes before or after. */
export async function lockSession(tx: OfficeTx, userId: number, sessionId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .for('update')
  return atMostOne(rows) !== undefined
}

const listed = (db: Db) =>
  db
    .select({
      id: supportViews.id,
      merchantId: supportViews.merchantId,
      companyId: supportViews.companyId,
      tenant: sql<string>`coalesce(${merchants.name}, ${companies.name})`,
      operator: users.name,
      userId: supportViews.userId,
      ticket: supportViews.ticket,
      reason: supportViews.reason,
      startedAt: supportViews.startedAt,
      endsAt: supportViews.endsAt,
      endedAt: supportViews.endedAt,
      endReason: supportViews.endReason,
      isLive: sql<boolean>`${isLive}`,
    })
    .from(supportViews)
    .innerJoin(users, eq(users.id, supportViews.userId))
    .leftJoin(merchants, eq(merchants.id, supportViews.merchantId))
    .leftJoin(companies, eq(companies.id, supportViews.companyId))

export type SupportViewRecord = Awaited<ReturnType<typeof listed>>[number]

/** The looks into one office, the newest first; without a tenant, those into every one. */
export const listViews = (db: Db, tenant: Tenant | undefined, limit: number) =>
  listed(db)
    .where(tenant && isOf(tenant))
    .orderBy(desc(supportViews.id))
    .limit(limit)
