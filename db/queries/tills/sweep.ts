import type { Database } from '@/db/database'
import { theOnly } from '@/db/rows'

/** Rows handled by one statement: short locks, and no long statement beside the tills'. */
const batchSize = 500

/**
 * Marks the authorizations that are overdue for longest as Expired, and returns how many. What others have locked is skipped: rows, and also
 * whole discounts, since two statements that give back the uses of several collaborators at once could wait for each other (D12). The
 * state is asked for a second time so that no index of the active ones alone fits: each row is read by its key, however many are overdue
 * (ADR-0071).
 */
export async function sweepOverdueAuthorizations(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      with waiting as (
        select merchant_id, discount_id, id from authorizations
        where status = 'Authorized' and expires_at <= now()
        order by expires_at limit ${2 * batchSize}
      ), mine as (
        select w.merchant_id, w.ids
        from (select merchant_id, discount_id, array_agg(id) as ids from waiting group by merchant_id, discount_id) w
        cross join lateral (
          select from discounts d where d.merchant_id = w.merchant_id and d.id = w.discount_id
          for no key update skip locked) d
      ), overdue as (
        select a.merchant_id, a.id
        from mine m cross join lateral unnest(m.ids) as w (id) cross join lateral (
          select a.merchant_id, a.id from authorizations a
          where a.merchant_id = m.merchant_id and a.id = w.id and (a.status = 'Authorized') is not false and a.expires_at <= now()
          for update skip locked) a
        limit ${batchSize}
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
      delete from access_tokens where ctid = any(array(
        select ctid from access_tokens where expires_at < now() - interval '1 day'
        order by expires_at limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/** Deletes uploaded files whose hour is over, confirmed or not: what they did is in the audit trail. Returns how many. */
export async function sweepExpiredImports(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      delete from imports where id = any(array(
        select id from imports where expires_at <= now()
        order by expires_at limit ${batchSize} for update skip locked))`,
  )
  return result.count
}

/** Days for which the counts and the refusals of a credential's calls are kept. */
const recordDays = 30
/** The most refusals of each credential: under a flood of refusals there is a row each minute, and nobody reads so many. */
const refusalsKept = 200
/** Twice the time between two turns, since none begins at the minute. */
const refusalsLookedBackMinutes = 20

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

/**
 * Deletes refusals of more than 30 days ago, and of the credentials that were refused since the last turn all but the last 200. Each of
 * these is read by its own index (ADR-0071): what nobody swept in time goes after its credential's next refusal, or its 30 days. Returns
 * how many.
 */
export async function sweepOldRefusals(db: Database): Promise<number> {
  const result = await db.run(
    (sql) => sql`
      with refused as materialized (
        select api_key_id, oauth_client_id from credential_refusals
        where occurred_at > now() - ${refusalsLookedBackMinutes}::int * interval '1 minute'
        order by occurred_at
      ), excess as (
        select kept.id from (select distinct api_key_id, oauth_client_id from refused) r cross join lateral (
          (select id from credential_refusals where api_key_id = r.api_key_id order by id desc offset ${refusalsKept})
          union all
          (select id from credential_refusals where oauth_client_id = r.oauth_client_id order by id desc offset ${refusalsKept})
        ) kept
      ), outdated as (
        select id from credential_refusals where occurred_at < now() - ${recordDays}::int * interval '1 day'
        order by occurred_at limit ${batchSize}
      )
      delete from credential_refusals where id = any(array(
        select id from credential_refusals where id = any(array(
          select id from (table excess union all table outdated) over limit ${batchSize}))
        for update skip locked))`,
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
      with nameless as (
        select id from terminals
        where archived_at is not null and terminal = '' and name is null and note is null
        order by seen_at limit ${batchSize}
      ), unseen as (
        select id from terminals
        where archived_at is not null and merged_into is null and seen_at < now() - interval '365 days'
        order by seen_at limit ${batchSize}
      )
      delete from terminals where id = any(array(
        select id from terminals where id = any(array(
          select id from (table nameless union table unseen) over limit ${batchSize}))
        for update skip locked))`,
  )
  return result.count
}

export const sweepBatchSize = batchSize
