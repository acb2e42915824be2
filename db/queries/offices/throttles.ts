import { and, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { atMostOne, isThere } from '@/db/rows'
import { throttles } from '@/db/schema'
import { unavailable } from '@/lib/kernel/gate'

type Limits = { readonly free: number; readonly firstWaitSeconds: number; readonly longestWaitSeconds: number }

/**
 * Between the count and the read, failures may be cleared or a wait may end; more often than this only if something is broken.
 */
const attemptsMax = 3

/**
 * Counts an attempt before it is made, in one statement, so that of simultaneous attempts no more pass than of successive ones.
 * Returns 0, or the seconds still to wait; then the attempt was not counted. A caller is told to wait only when a wait was read:
 * when it has ended meanwhile, the count is tried again. Throws `service_unavailable` when that does not help.
 */
export async function countAttempt(db: OfficeDb, scope: string, subject: string, limits: Limits): Promise<number> {
  const { free, firstWaitSeconds, longestWaitSeconds } = limits
  const isOld = sql`${throttles.lastFailureAt} < clock_timestamp() - interval '1 day'`
  const beyond = sql`${throttles.failures} + 1 - ${free}::int`
  const count = () =>
    db
      .insert(throttles)
      .values({ scope, subject, failures: 1, lastFailureAt: sql`clock_timestamp()` })
      .onConflictDoUpdate({
        target: [throttles.scope, throttles.subject],
        set: {
          failures: sql`case when ${isOld} then 1 else ${throttles.failures} + 1 end`,
          lastFailureAt: sql`clock_timestamp()`,
          blockedUntil: sql`case when ${isOld} or ${beyond} < 0 then null else clock_timestamp()
          + least(${firstWaitSeconds}::int * power(2, least(${beyond}, 20)), ${longestWaitSeconds}::int) * interval '1 second' end`,
        },
        setWhere: sql`${throttles.blockedUntil} is null or ${throttles.blockedUntil} <= clock_timestamp()`,
      })
      .returning({ failures: throttles.failures })
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    if (isThere(await count())) return 0
    const waiting = await db
      .select({
        seconds: sql<number | null>`ceil(extract(epoch from ${throttles.blockedUntil} - clock_timestamp()))::int`,
      })
      .from(throttles)
      .where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
    const seconds = atMostOne(waiting)?.seconds ?? 0
    if (seconds > 0) return seconds
  }
  throw unavailable()
}

/** Clears the failures in a row after the right secret was given. */
export async function forgetFailures(db: OfficeDb | OfficeTx, scope: string, subject: string): Promise<void> {
  await db.delete(throttles).where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
}

/** Takes back one counted attempt that was no failure: the failures of others stay counted. */
export async function uncountAttempt(db: OfficeDb | OfficeTx, scope: string, subject: string): Promise<void> {
  await db
    .update(throttles)
    .set({ failures: sql`greatest(${throttles.failures} - 1, 0)`, blockedUntil: null })
    .where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
}

/** Deletes some failures that no longer count. Whether some may be left. */
export const sweepThrottles = (db: OfficeDb): Promise<boolean> =>
  deleteOldest(db, throttles.lastFailureAt, sql`now() - interval '2 days'`)
