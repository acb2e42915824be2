import { and, desc, eq, gt, inArray, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere, theOnly } from '@/db/rows'
import { announcements, announcementsPutAway, users } from '@/db/schema'
import type { Audience } from '@/lib/announcements/announcements'

type Db = OfficeDb | OfficeTx

/** The last announcements, with who made each, newest first. */
export const listAnnouncements = (db: Db, limit: number) =>
  db
    .select({
      id: announcements.id,
      textEs: announcements.textEs,
      textEn: announcements.textEn,
      audience: announcements.audience,
      showFrom: announcements.showFrom,
      showUntil: announcements.showUntil,
      withdrawnAt: announcements.withdrawnAt,
      createdBy: users.name,
    })
    .from(announcements)
    .innerJoin(users, eq(users.id, announcements.createdBy))
    .orderBy(desc(announcements.id))
    .limit(limit)

/** What is shown now to a person in an office of that audience: what they have not put away, newest first. */
export const listShownAnnouncements = (db: Db, audience: Exclude<Audience, 'all'>, userId: number) =>
  db
    .select({ id: announcements.id, textEs: announcements.textEs, textEn: announcements.textEn })
    .from(announcements)
    .where(
      and(
        isNull(announcements.withdrawnAt),
        gt(announcements.showUntil, sql`now()`),
        lte(announcements.showFrom, sql`now()`),
        inArray(announcements.audience, ['all', audience]),
        notExists(
          db
            .select({ there: sql`1` })
            .from(announcementsPutAway)
            .where(
              and(eq(announcementsPutAway.announcementId, announcements.id), eq(announcementsPutAway.userId, userId)),
            ),
        ),
      ),
    )
    .orderBy(desc(announcements.id))
    .limit(3)

export async function insertAnnouncement(
  tx: OfficeTx,
  given: Omit<typeof announcements.$inferInsert, 'id' | 'createdAt' | 'withdrawnAt'>,
): Promise<number> {
  return theOnly(await tx.insert(announcements).values(given).returning({ id: announcements.id })).id
}

/** Takes back one that is not over; its Spanish text, or undefined where there is none. */
export async function withdrawAnnouncement(
  tx: OfficeTx,
  announcementId: number,
): Promise<{ textEs: string; audience: Audience } | undefined> {
  const withdrawn = await tx
    .update(announcements)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        eq(announcements.id, announcementId),
        isNull(announcements.withdrawnAt),
        gt(announcements.showUntil, sql`now()`),
      ),
    )
    .returning({ textEs: announcements.textEs, audience: announcements.audience })
  return atMostOne(withdrawn)
}

/** Remembers that somebody has put an announcement away. Says whether there is such an announcement. */
export async function putAnnouncementAway(db: Db, announcementId: number, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.id, announcementId))
  if (!isThere(found)) return false
  await db.insert(announcementsPutAway).values({ announcementId, userId }).onConflictDoNothing()
  return true
}
