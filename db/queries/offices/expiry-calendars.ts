import { and, arrayContains, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { apiKeys, expiryCalendars, merchantMemberships, merchants, users } from '@/db/schema'

/** The addresses of members' calendars of expiries. */

const of = (merchantId: number, userId: number) =>
  and(eq(expiryCalendars.merchantId, merchantId), eq(expiryCalendars.userId, userId))

/** Gives a member an address; the one before works no more. */
export async function replaceCalendar(tx: OfficeTx, merchantId: number, userId: number, tokenHash: Buffer) {
  const made = await tx
    .insert(expiryCalendars)
    .values({ merchantId, userId, tokenHash })
    .onConflictDoUpdate({
      target: [expiryCalendars.merchantId, expiryCalendars.userId],
      set: { tokenHash, createdAt: sql`now()`, readAt: null },
    })
    .returning({ createdAt: expiryCalendars.createdAt })
  return theOnly(made)
}

/** Whether there was one. */
export async function deleteCalendar(tx: OfficeTx, merchantId: number, userId: number): Promise<boolean> {
  const gone = await tx
    .delete(expiryCalendars)
    .where(of(merchantId, userId))
    .returning({ userId: expiryCalendars.userId })
  return atMostOne(gone) !== undefined
}

export async function findCalendar(db: OfficeDb | OfficeTx, merchantId: number, userId: number) {
  const { createdAt, readAt } = expiryCalendars
  return atMostOne(await db.select({ createdAt, readAt }).from(expiryCalendars).where(of(merchantId, userId)))
}

/** Whose calendar has that address: a member who holds that permission now. */
export async function findCalendarReader(db: OfficeDb, tokenHash: Buffer, permission: string) {
  const rows = await db
    .select({ merchantId: merchants.id, merchant: merchants.name, userId: users.id, language: users.language })
    .from(expiryCalendars)
    .innerJoin(merchants, eq(merchants.id, expiryCalendars.merchantId))
    .innerJoin(
      merchantMemberships,
      and(
        eq(merchantMemberships.merchantId, expiryCalendars.merchantId),
        eq(merchantMemberships.userId, expiryCalendars.userId),
      ),
    )
    .innerJoin(users, eq(users.id, expiryCalendars.userId))
    .where(
      and(
        eq(expiryCalendars.tokenHash, tokenHash),
        arrayContains(merchantMemberships.permissions, [permission]),
        isNull(users.disabledAt),
      ),
    )
  return atMostOne(rows)
}

/** Notes that a calendar was read, once an hour at most. */
export async function noteCalendarRead(db: OfficeDb | OfficeTx, merchantId: number, userId: number): Promise<void> {
  await db
    .update(expiryCalendars)
    .set({ readAt: sql`now()` })
    .where(
      and(
        of(merchantId, userId),
        sql`(${expiryCalendars.readAt} is null or ${expiryCalendars.readAt} < now() - interval '1 hour')`,
      ),
    )
}

/** The live keys of a merchant and when they end, soonest first. */
export async function listEndings(db: OfficeDb | OfficeTx, merchantId: number) {
  const rows = await db
    .select({ id: apiKeys.id, name: apiKeys.name, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, sql`now()`)))
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
  return whole(rows)
}
