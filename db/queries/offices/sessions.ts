import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly, whole } from '@/db/rows'
import {
  companies,
  companyMemberships,
  merchantMemberships,
  merchants,
  operatorMemberships,
  sessions,
  supportViews,
  users,
} from '@/db/schema'

type Db = OfficeDb | OfficeTx

type EndReason = NonNullable<typeof sessions.$inferSelect.endReason>

export type MembershipRecord = { merchantId: number; name: string; permissions: string[] }

const memberships = sql<MembershipRecord[]>`coalesce((
  select json_agg(json_build_object('merchantId', m.id, 'name', m.name, 'permissions', mm.permissions) order by m.name, m.id)
  from ${merchantMemberships} mm join ${merchants} m on m.id = mm.merchant_id where mm.user_id = ${users.id}), '[]')`

export type CompanyMembershipRecord = { companyId: number; name: string; permissions: string[] }

const ofCompanies = sql<CompanyMembershipRecord[]>`coalesce((
  select json_agg(json_build_object('companyId', c.id, 'name', c.name, 'permissions', cm.permissions) order by c.name, c.id)
  from ${companyMemberships} cm join ${companies} c on c.id = cm.company_id where cm.user_id = ${users.id}), '[]')`

const isLive = (idleMinutes: number) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, sql`now()`),
    gt(sessions.lastSeenAt, sql`now() - ${idleMinutes}::int * interval '1 minute'`),
  )

export type SupportViewOfSession = {
  id: number
  merchantId: number | null
  companyId: number | null
  name: string
  ticket: string
  endsAtMs: number
}

/** What the session looks at for support; by the clock, so that an end counts from the next request on. */
const supportView = sql<SupportViewOfSession | null>`(
  select json_build_object('id', v.id, 'merchantId', v.merchant_id, 'companyId', v.company_id, 'name', coalesce(m.name, c.name),
    'ticket', v.ticket, 'endsAtMs', round(extract(epoch from v.ends_at) * 1000))
  from ${supportViews} v left join ${merchants} m on m.id = v.merchant_id left join ${companies} c on c.id = v.company_id
  where v.session_id = ${sessions.id} and v.ended_at is null and v.ends_at > clock_timestamp())`

/** Of one of the people who run the network: begun not longer ago than that. */
const isYoungerThan = (operatorHours: number) =>
  or(isNull(operatorMemberships.userId), gt(sessions.createdAt, sql`now() - ${operatorHours}::int * interval '1 hour'`))

/**
 * The live session of that token, with its user and their permissions. The same statement marks the session as seen, once a
 * minute at most. Undefined when it ended, expired, idled too long, or its user was disabled; and for one of the people who run
 * the network when so many hours have passed since they signed in.
 */
export async function findLiveSession(db: OfficeDb, tokenHash: Buffer, idleMinutes: number, operatorHours: number) {
  const seen = db.$with('seen').as(
    db
      .update(sessions)
      .set({ lastSeenAt: sql`now()` })
      .where(
        and(
          eq(sessions.tokenHash, tokenHash),
          isLive(idleMinutes),
          lt(sessions.lastSeenAt, sql`now() - interval '1 minute'`),
        ),
      )
      .returning({ id: sessions.id }),
  )
  const rows = await db
    .with(seen)
    .select({
      sessionId: sessions.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
      twoStepEnrolled: sql<boolean>`${users.totpEnrolledAt} is not null`,
      secondStepAgeSeconds: sql<number | null>`extract(epoch from now() - ${sessions.secondStepAt})::float8`,
      merchantId: sessions.merchantId,
      memberships,
      companyId: sessions.companyId,
      companyMemberships: ofCompanies,
      /** Null for who is none of the people who run the network. */
      operatorPermissions: operatorMemberships.permissions,
      supportView,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(operatorMemberships, eq(operatorMemberships.userId, users.id))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        isLive(idleMinutes),
        isNull(users.disabledAt),
        isYoungerThan(operatorHours),
      ),
    )
  return atMostOne(rows)
}

export type SessionRecord = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

type NewSession = {
  userId: number
  tokenHash: Buffer
  hours: number
  address: string | null
  userAgent: string | null
}

export async function insertSession(tx: OfficeTx, session: NewSession): Promise<number> {
  const { hours, ...row } = session
  const made = await tx
    .insert(sessions)
    .values({ ...row, expiresAt: sql`now() + ${hours}::int * interval '1 hour'` })
    .returning({ id: sessions.id })
  return theOnly(made).id
}

/**
 * Replaces a live session by one with another token: same user, same end, second step passed now. Undefined when the old one had
 * ended: then no new one is made.
 */
export async function replaceSession(tx: OfficeTx, sessionId: number, tokenHash: Buffer): Promise<number | undefined> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endReason: 'replaced' })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)))
    .returning()
  const old = atMostOne(ended)
  if (!old) return undefined
  const { userId, createdAt, expiresAt, address, userAgent, merchantId, companyId } = old
  const kept = { userId, createdAt, expiresAt, address, userAgent, merchantId, companyId }
  const made = await tx
    .insert(sessions)
    .values({ ...kept, tokenHash, secondStepAt: sql`now()` })
    .returning({ id: sessions.id })
  return theOnly(made).id
}

/**
 * Records that the second step was passed in that session just now; with `passed` false, that it was not. Returns whether the
 * session is live.
 */
export async function setSecondStep(tx: OfficeTx, sessionId: number, passed: boolean): Promise<boolean> {
  const changed = await tx
    .update(sessions)
    .set({ secondStepAt: passed ? sql`now()` : null })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return isThere(changed)
}

/** Ends one session of a user; says whether it lived. */
export async function endSessionOf(
  tx: OfficeTx,
  userId: number,
  sessionId: number,
  endReason: EndReason,
): Promise<boolean> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endReason })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return isThere(ended)
}

/** Ends the live session of that token. Returns its user. */
export async function endSessionByToken(
  tx: OfficeTx,
  tokenHash: Buffer,
  endReason: EndReason,
): Promise<{ sessionId: number; userId: number } | undefined> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endReason })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.endedAt)))
    .returning({ sessionId: sessions.id, userId: sessions.userId })
  return atMostOne(ended)
}

/** Ends the sessions of a user, all or all but one. Returns how many were live. */
export async function endSessionsOf(
  tx: OfficeTx,
  userId: number,
  endReason: EndReason,
  exceptId?: number,
): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()`, endReason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    )
    .returning({ id: sessions.id })
  return whole(ended).length
}

/** The live sessions of a user, the last active first. */
export const listLiveSessionsOf = (db: Db, userId: number, idleMinutes: number, operatorHours: number) =>
  db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      secondStepAt: sessions.secondStepAt,
      address: sessions.address,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .leftJoin(operatorMemberships, eq(operatorMemberships.userId, sessions.userId))
    .where(and(eq(sessions.userId, userId), isLive(idleMinutes), isYoungerThan(operatorHours)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))

/** The merchant that a session looks at from now on; only one that its user is a member of. */
export async function chooseMerchantOf(
  db: Db,
  userId: number,
  sessionId: number,
  merchantId: number,
): Promise<boolean> {
  const isMember = sql`exists (select from ${merchantMemberships} where ${merchantMemberships.userId} = ${userId}
    and ${merchantMemberships.merchantId} = ${merchantId})`
  const changed = await db
    .update(sessions)
    .set({ merchantId })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt), isMember))
    .returning({ id: sessions.id })
  return isThere(changed)
}

/** The company that a session looks at from now on; only one that its user is a member of. */
export async function chooseCompanyOf(db: Db, userId: number, sessionId: number, companyId: number): Promise<boolean> {
  const isMember = sql`exists (select from ${companyMemberships} where ${companyMemberships.userId} = ${userId}
    and ${companyMemberships.companyId} = ${companyId})`
  const changed = await db
    .update(sessions)
    .set({ companyId })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt), isMember))
    .returning({ id: sessions.id })
  return isThere(changed)
}
