import type { Database } from '@/db/database'

/** Rows handled by one statement: short locks, and no long statement beside the tills'. */
const batchSize = 500

/**
 * Marks overdue authorizations as Expired, and returns how many. What somebody else holds is left to them: rows, and whole
 * discounts, since two who give back the uses of several collaborators at once could wait for each other (D12).
 */
export async function sweepOverdueAuthorizations(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      with mine as (
        select merchant_id, id from discounts
        where (merchant_id, id) in (
          select merchant_id, discount_id from authorizations where status = 'Authorized' and expires_at <= now())
        for no key update skip locked
      ), overdue as (
        select a.merchant_id, a.id
        from mine m join authorizations a on a.merchant_id = m.merchant_id and a.discount_id = m.id
        where a.status = 'Authorized' and a.expires_at <= now()
        order by a.expires_at limit ${batchSize} for update of a skip locked
      )
      update authorizations a set status = 'Expired', ended_at = now()
      from overdue o where a.merchant_id = o.merchant_id and a.id = o.id`,
  )
  return result.count
}

/** For how many seconds the most overdue authorization has waited to be marked; 0 when none waits. One probe of an index. */
export async function overdueSeconds(db: Database): Promise<number> {
  const [row] = await db.run(
    (sql) => sql<{ seconds: number }[]>`
      select coalesce((
        select extract(epoch from now() - expires_at) from authorizations
        where status = 'Authorized' and expires_at <= now()
        order by expires_at limit 1), 0)::float8 as seconds`,
  )
  return row?.seconds ?? 0
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
