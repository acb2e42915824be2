import type { Database } from '@/db/database'

/** Rows handled by one statement: short locks, and no long statement beside the tills'. */
const batchSize = 500

/** Marks overdue authorizations as Expired; rows that somebody holds locked are left to them. Returns how many were marked. */
export async function sweepOverdueAuthorizations(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      with overdue as (
        select merchant_id, id from authorizations
        where status = 'Authorized' and expires_at <= now()
        order by expires_at limit ${batchSize} for update skip locked
      )
      update authorizations a set status = 'Expired', ended_at = now()
      from overdue o where a.merchant_id = o.merchant_id and a.id = o.id`,
  )
  return result.count
}

/** Deletes access tokens that nobody can use any more, a day after they died. Returns how many. */
export async function sweepDeadTokens(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from access_tokens where token_hash in (
        select token_hash from access_tokens where expires_at < now() - interval '1 day'
        order by expires_at limit ${batchSize} for update skip locked
      )`,
  )
  return result.count
}

export const sweepBatchSize = batchSize
