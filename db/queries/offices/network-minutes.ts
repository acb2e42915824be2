import { desc, gte, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { theOnly, whole } from '@/db/rows'
import { merchantMinutes, networkMinutes } from '@/db/schema'

/** The sums of the network by the minute, and what its health is told by (ADR-0057). */

const minute = sql`interval '1 minute'`
/** Calls are written some seconds after they came: the last minutes are summed again each time. */
const againMinutes = 3
/** How far back is summed what was not, and how much of it by one statement. */
const backMinutes = 60
const atOnceMinutes = 10

const lockKey = 0x4e4d_494e

/** Lets one process sum at a time, until its transaction ends. False where another does. */
export async function lockSums(tx: OfficeTx): Promise<boolean> {
  const rows = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${lockKey}) as locked`)
  return theOnly([...rows]).locked
}

/** The minutes to be summed next, up to the one that lasts; `isLast` when none is left after them. */
export async function nextMinutes(tx: OfficeTx): Promise<{ from: Date; to: Date; isLast: boolean }> {
  const rows = await tx.execute<{ from: string; to: string; isLast: boolean }>(sql`
    select "from", "to", "to" = ended as "isLast" from (
      select "from", ended, least(ended, "from" + ${atOnceMinutes}::int * ${minute}) as "to" from (
        select date_trunc('minute', now()) as ended, greatest(
          date_trunc('minute', now()) - ${backMinutes}::int * ${minute},
          least(date_trunc('minute', now()) - ${againMinutes}::int * ${minute},
            coalesce((select max(minute) + ${minute} from network_minutes), '-infinity'))) as "from") span) chosen`)
  const { from, to, isLast } = theOnly([...rows])
  return { from: new Date(from), to: new Date(to), isLast }
}

/**
 * How the sums are read: the calls of a moment by the parts of an index that are of that moment, merchant after merchant, and their pages
 * once for all. Left to itself the planner reads the whole day, by several processes, and sorts what it has on the disk.
 */
const byMoment = sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
  set_config('work_mem', '32MB', true)`

/** Sums the minutes from one moment to another; again gives the same. */
export async function sumMinutes(
  tx: OfficeTx,
  { from, to, bounds }: { from: Date; to: Date; bounds: readonly number[] },
): Promise<void> {
  const [begin, end] = [sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`]
  await tx.execute(byMoment)
  await tx.execute(sql`
    with calls as materialized (
      select date_trunc('minute', r.occurred_at) as minute, r.merchant_id, r.status, coalesce(r.code, '') as code,
        width_bucket(r.duration_ms::float8, ${`{${bounds.join(',')}}`}::float8[]) as bin, count(*)::int as calls
      from api_requests r where r.occurred_at >= ${begin} and r.occurred_at < ${end}
      group by 1, 2, 3, 4, 5
    ), of_merchants as (
      insert into merchant_minutes (minute, merchant_id, status, code, calls)
      select minute, merchant_id, status, code, sum(calls) from calls group by 1, 2, 3, 4
      on conflict (minute, merchant_id, status, code) do update set calls = excluded.calls
    ), ended as (
      select date_trunc('minute', a.authorized_at) as minute, 'authorized' as what
      from authorizations a where a.authorized_at >= ${begin} and a.authorized_at < ${end}
      union all
      select date_trunc('minute', c.registered_at), 'confirmed'
      from consumptions c where c.registered_at >= ${begin} and c.registered_at < ${end}
      union all
      -- By the moment of its end, whenever it was marked; no life is longer than an hour.
      select date_trunc('minute', a.expires_at), 'expired'
      from merchants m join authorizations a on a.merchant_id = m.id and a.status = 'Expired'
        and a.authorized_at >= ${begin} - interval '2 hours' and a.authorized_at < ${end}
      where a.expires_at >= ${begin} and a.expires_at < ${end}
      union all
      select date_trunc('minute', a.expires_at), 'expired' from authorizations a
      where a.status = 'Authorized' and a.expires_at >= ${begin} and a.expires_at < ${end}
    )
    insert into network_minutes (minute, calls, done, failed, codes, bins, authorized, confirmed, expired)
    select m.minute,
      coalesce((select sum(c.calls) from calls c where c.minute = m.minute), 0),
      coalesce((select sum(c.calls) from calls c where c.minute = m.minute and c.status < 400), 0),
      coalesce((select sum(c.calls) from calls c where c.minute = m.minute and c.status >= 500), 0),
      coalesce((select jsonb_object_agg(code, n) from (
        select c.code, sum(c.calls) as n from calls c
        where c.minute = m.minute and c.status between 400 and 499 group by c.code) o), '{}'),
      coalesce((select jsonb_object_agg(bin, n) from (
        select c.bin, sum(c.calls) as n from calls c where c.minute = m.minute group by c.bin) o), '{}'),
      (select count(*) from ended e where e.minute = m.minute and what = 'authorized'),
      (select count(*) from ended e where e.minute = m.minute and what = 'confirmed'),
      (select count(*) from ended e where e.minute = m.minute and what = 'expired')
    from generate_series(${begin}, ${end} - ${minute}, ${minute}) as m (minute)
    on conflict (minute) do update set calls = excluded.calls, done = excluded.done, failed = excluded.failed,
      codes = excluded.codes, bins = excluded.bins, authorized = excluded.authorized, confirmed = excluded.confirmed,
      expired = excluded.expired`)
}

/**
 * Deletes some sums of minutes: the network's of more than eight days ago, the merchants' of more than a day ago. Whether some may be
 * left.
 */
export async function sweepMinutes(db: OfficeDb): Promise<boolean> {
  const moreOfNetwork = await deleteOldest(db, networkMinutes.minute, sql`now() - interval '8 days'`)
  const moreOfMerchants = await deleteOldest(db, merchantMinutes.minute, sql`now() - interval '1 day'`)
  return moreOfNetwork || moreOfMerchants
}

/** The last minutes that were summed, newest first. */
export const listMinutes = (db: OfficeDb, limit: number) =>
  db
    .select()
    .from(networkMinutes)
    .where(gte(networkMinutes.minute, sql`now() - interval '2 hours'`))
    .orderBy(desc(networkMinutes.minute))
    .limit(limit)

export type MinuteRecord = Awaited<ReturnType<typeof listMinutes>>[number]

type DayRecord = Omit<MinuteRecord, 'minute'> & { day: string }

/** The days of Santo Domingo since one of them, newest first, each from its minutes. */
export async function listDays(db: OfficeDb, since: Date): Promise<readonly DayRecord[]> {
  const rows = await db.execute<DayRecord>(sql`
    with minutes as materialized (
      select (minute at time zone 'America/Santo_Domingo')::date::text as day, n.* from network_minutes n
      where minute >= ${since.toISOString()}::timestamptz
    )
    select d.day, sum(calls)::float8 as calls, sum(done)::float8 as done, sum(failed)::float8 as failed,
      sum(authorized)::float8 as authorized, sum(confirmed)::float8 as confirmed, sum(expired)::float8 as expired,
      coalesce((select jsonb_object_agg(key, n) from (
        select key, sum(value::float8) as n from minutes o, jsonb_each_text(o.codes) where o.day = d.day group by key) s),
        '{}') as codes,
      coalesce((select jsonb_object_agg(key, n) from (
        select key, sum(value::float8) as n from minutes o, jsonb_each_text(o.bins) where o.day = d.day group by key) s),
        '{}') as bins
    from minutes d group by d.day order by d.day desc`)
  return whole([...rows])
}

type FailingRecord = {
  id: number
  name: string
  calls: number
  failed: number
  refused: number
  code: string
}

/** The merchants of which calls failed in the last minutes, those with the most 5xx first; `code` is the most frequent fault. */
export async function listFailing(db: OfficeDb, minutes: number, limit: number): Promise<readonly FailingRecord[]> {
  const rows = await db.execute<FailingRecord>(sql`
    with recent as materialized (
      select merchant_id, status, code, sum(calls)::int as calls from merchant_minutes
      where minute >= date_trunc('minute', now()) - ${minutes}::int * ${minute}
      group by 1, 2, 3
    ), failing as (
      select merchant_id, sum(calls)::int as calls,
        coalesce(sum(calls) filter (where status >= 500), 0)::int as failed,
        coalesce(sum(calls) filter (where status between 400 and 499), 0)::int as refused,
        (array_agg(code order by calls desc) filter (where status >= 400))[1] as code
      from recent group by merchant_id
    )
    select m.id, m.name, f.calls, f.failed, f.refused, f.code
    from failing f join merchants m on m.id = f.merchant_id
    where f.failed > 0 or f.refused >= 5 and f.refused * 5 >= f.calls
    order by f.failed desc, f.refused desc, m.id limit ${limit}`)
  return whole([...rows])
}

type HourRecord = { id: number; name: string; sales: number; weeks: number; before: number }

/** The sales of each merchant in that hour, and in the same weekday and hour of the four weeks before, from the hours of its tills. */
export async function listHours(db: OfficeDb, hour: Date): Promise<readonly HourRecord[]> {
  const at = sql`${hour.toISOString()}::timestamptz`
  const rows = await db.execute<HourRecord>(sql`
    select m.id, m.name,
      coalesce(sum(h.confirmed) filter (where h.hour = ${at}), 0)::int as sales,
      count(distinct h.hour) filter (where h.hour < ${at} and h.confirmed > 0)::int as weeks,
      coalesce(sum(h.confirmed) filter (where h.hour < ${at}), 0)::int as before
    from terminal_hours h join merchants m on m.id = h.merchant_id
    where h.hour = any(array[${at}, ${at} - interval '168 hours', ${at} - interval '336 hours', ${at} - interval '504 hours',
      ${at} - interval '672 hours'])
    group by m.id`)
  return whole([...rows])
}

type BacklogRecord = {
  mailsDue: number
  mailsOldestSeconds: number
  overdueSeconds: number
  connections: number
  connectionsMax: number
  sizeBytes: number
  longestSeconds: number
  transactionAge: number
}

/** What waits, and how the database is: the mails that are due (counted to 1,000), the reservation that waits longest to be marked. */
export async function findBacklog(db: OfficeDb): Promise<BacklogRecord> {
  const rows = await db.execute<BacklogRecord>(sql`
    select
      (select count(*)::int from (
        select from mails where sent_at is null and next_attempt_at <= now() limit 1000) due) as "mailsDue",
      coalesce((select extract(epoch from now() - min(created_at)) from (
        select created_at from mails where sent_at is null and next_attempt_at <= now()
        order by next_attempt_at limit 1000) due), 0)::float8 as "mailsOldestSeconds",
      coalesce((select extract(epoch from now() - expires_at) from authorizations
        where status = 'Authorized' and expires_at <= now() order by expires_at limit 1), 0)::float8 as "overdueSeconds",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as "connectionsMax",
      pg_database_size(current_database())::float8 as "sizeBytes",
      coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()), 0)::float8 as "longestSeconds",
      (select age(datfrozenxid)::float8 from pg_database where datname = current_database()) as "transactionAge"`)
  return theOnly([...rows])
}
