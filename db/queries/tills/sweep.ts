import type { Database } from '@/db/database'
import { theOnly } from '@/db/rows'

/** Rows handled by one statement: short locks, and no long statement beside the tills'. */
const batchSize = 500

/**
 * Marks overdue authorizations as Expired, and returns how many. What others have locked is skipped: rows, and also whole
 * discounts, since two statements that give back the uses of several collaborators at once could wait for each other (D12).
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

/**
 * Carries out what was ordered of merchants and is due: they are disabled, and their trails say so. Returns how many. A merchant that
 * somebody works on is left to the next turn, since an order that is being undone must not be carried out.
 */
export async function disableDueMerchants(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      with due as (
        select d.id, d.merchant_id from merchant_disablings d join merchants m on m.id = d.merchant_id
        where d.took_effect_at is null and d.ended_at is null and d.takes_effect_at <= now()
        order by d.takes_effect_at limit ${batchSize} for no key update of m, d skip locked
      ), disabled as (
        update merchants m set enabled = false from due where m.id = due.merchant_id returning m.id, m.name
      ), taken as (
        update merchant_disablings d set took_effect_at = now() from due where d.id = due.id
        returning d.merchant_id, d.cause, d.message
      )
      insert into audit_events (merchant_id, actor, action, subject_type, subject_id, details)
      select t.merchant_id, 'operator', 'merchant.disabled', 'merchant', t.merchant_id::text,
        jsonb_build_object('name', m.name, 'cause', t.cause, 'message', t.message)
      from taken t join disabled m on m.id = t.merchant_id`,
  )
  return result.count
}

/** For how many seconds the most overdue authorization has waited to be marked; 0 when none waits. One probe of an index. */
export async function overdueSeconds(db: Database): Promise<number> {
  const rows = await db.run(
    (sql) => sql<{ seconds: number }[]>`
      select coalesce((
        select extract(epoch from now() - expires_at) from authorizations
        where status = 'Authorized' and expires_at <= now()
        order by expires_at limit 1), 0)::float8 as seconds`,
  )
  return theOnly(rows).seconds
}

/** Deletes access tokens that nobody can use any more, a day after they died. Returns how many. */
export async function sweepExpiredTokens(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from access_tokens where token_hash in (
        select token_hash from access_tokens where expires_at < now() - interval '1 day'
        order by expires_at limit ${batchSize} for update skip locked
      )`,
  )
  return result.count
}

/** Deletes uploaded files whose hour is over, confirmed or not: what they did is in the audit trail. Returns how many. */
export async function sweepExpiredImports(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from imports where id in (
        select id from imports where expires_at <= now()
        order by expires_at limit ${batchSize} for update skip locked
      )`,
  )
  return result.count
}

/** Days for which the counts and the refusals of a credential's calls are kept. */
const recordDays = 30
/** The most refusals of each credential: under a flood of refusals there is a row each minute, and nobody reads so many. */
const refusalsKept = 200

/** Deletes counts of calls of more than 30 days ago. Returns how many. */
export async function sweepOldCalls(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from credential_calls where ctid = any(array(
        select ctid from credential_calls where hour < now() - ${recordDays}::int * interval '1 day'
        order by hour limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/** Deletes refusals of more than 30 days ago, and all but the last 200 of each credential. Returns how many. */
export async function sweepOldRefusals(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from credential_refusals where id = any(array(
        select id from credential_refusals
        where occurred_at < now() - ${recordDays}::int * interval '1 day' or id in (
          select id from (
            select id, row_number() over (partition by api_key_id, oauth_client_id order by id desc) as place
            from credential_refusals) placed
          where place > ${refusalsKept})
        order by id limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/** Days for which the counts of a terminal's hours are kept: four weeks of the same weekday and hour, and one more. */
const terminalHourDays = 35

/** Deletes counts of terminals of more than 35 days ago. Returns how many. */
export async function sweepTerminalHours(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from terminal_hours where ctid = any(array(
        select ctid from terminal_hours where hour < now() - ${terminalHourDays}::int * interval '1 day'
        order by hour limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/** Archives terminals that were not seen for 90 days. Returns how many. */
export async function archiveTerminals(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      update terminals set archived_at = now() where id = any(array(
        select id from terminals where seen_at < now() - interval '90 days' and archived_at is null
        order by seen_at limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/**
 * Deletes archived terminals that were not seen for a year, and at once those that never said their name. A former name goes with the
 * terminal whose it was (ADR-0044). Returns how many.
 */
export async function sweepArchivedTerminals(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from terminals where id = any(array(
        select id from terminals
        where archived_at is not null and merged_into is null and (terminal = '' and name is null and note is null or seen_at < now() - interval '365 days')
        order by seen_at limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

export const sweepBatchSize = batchSize
