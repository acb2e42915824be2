import { and, eq, lt, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { throttles } from '@/db/schema'

type Limits = { readonly free: number; readonly firstWaitSeconds: number; readonly longestWaitSeconds: number }

/**
 * Counts an attempt before it is made, in one statement, so that of many at once no more pass than one after another would.
 * Gives back 0, or the seconds still to wait, in which case it was not counted.
 */
export async function countAttempt(db: OfficeDb, scope: string, subject: string, limits: Limits): Promise<number> {
  const { free, firstWaitSeconds, longestWaitSeconds } = limits
  const isOld = sql`${throttles.lastFailureAt} < clock_timestamp() - interval '1 day'`
  const beyond = sql`${throttles.failures} + 1 - ${free}::int`
  const [counted] = await db
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
  if (counted) return 0
  const [waiting] = await db
    .select({
      seconds: sql`ceil(extract(epoch from ${throttles.blockedUntil} - clock_timestamp()))`.mapWith(Number),
    })
    .from(throttles)
    .where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
  return Math.max(1, waiting?.seconds ?? 1)
}

/** The failures in a row are over: the right one was given. */
export async function forgetFailures(db: OfficeDb | OfficeTx, scope: string, subject: string): Promise<void> {
  await db.delete(throttles).where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
}

/** One counted attempt was none: what others failed at stays counted. */
export async function uncountAttempt(db: OfficeDb | OfficeTx, scope: string, subject: string): Promise<void> {
  await db
    .update(throttles)
    .set({ failures: sql`greatest(${throttles.failures} - 1, 0)`, blockedUntil: null })
    .where(and(eq(throttles.scope, scope), eq(throttles.subject, subject)))
}

/** Deletes what counts for nothing any more. */
export async function sweepThrottles(db: OfficeDb): Promise<void> {
  await db.delete(throttles).where(lt(throttles.lastFailureAt, sql`now() - interval '2 days'`))
}
