import type { StatementSql } from '@/db/client'
import type { Database } from '@/db/database'
import { inOrder, theOnly, whole } from '@/db/rows'
import type { SeenCall } from '@/lib/certification/seen'

/** What the tills' processes write down of the calls of a certification, off the requests' path. */

/** A call of a credential that may have a run, and the adapter that made it; null for a call that says nothing of it. */
export type CertificationCall = {
  readonly merchantId: number
  readonly apiKeyId: number | null
  readonly oauthClientId: number | null
  readonly id: string
  readonly arrivedAt: string
  readonly adapter: string | null
  readonly seen: SeenCall
}

/**
 * Writes calls down for the open runs of their credentials, and returns whether one of them names another adapter than its run does, or
 * is the first to name one. The lock on a run keeps it from ending meanwhile: a call of a run that has ended is not written. A call that
 * is there already, because an earlier try succeeded without an answer, stays as it is.
 */
export async function insertCertificationCalls(db: Database, calls: readonly CertificationCall[]): Promise<boolean> {
  const json = JSON.stringify(calls)
  const rows = await db.run(
    (sql) => sql<{ namesAnother: boolean }[]>`
      with given as (
        select * from json_to_recordset(${json}::text::json) as g ("merchantId" int, "apiKeyId" int, "oauthClientId" int, id uuid,
          "arrivedAt" timestamptz, adapter text, seen json)
      ), open as (
        select r.merchant_id, r.id, r.api_key_id, r.oauth_client_id, r.opened_at, r.ends_at, r.adapter from certification_runs r
        where r.state = 'open'
          and (r.api_key_id in (select "apiKeyId" from given) or r.oauth_client_id in (select "oauthClientId" from given))
        order by r.id for share
      ), own as (
        select o.merchant_id, o.id as run_id, g.id, g."arrivedAt", g.seen, g.adapter is not null and g.adapter is distinct from o.adapter as other
        from given g join open o on o.merchant_id = g."merchantId"
          and (o.api_key_id = g."apiKeyId" or o.oauth_client_id = g."oauthClientId")
        where g."arrivedAt" between o.opened_at and o.ends_at
      ), written as (
        insert into certification_calls (merchant_id, run_id, id, arrived_at, seen)
        select merchant_id, run_id, id, "arrivedAt", seen from own
        on conflict do nothing
      )
      select coalesce(bool_or(other), false) as "namesAnother" from own`,
  )
  return theOnly(rows).namesAnother
}

/** Of runs that are open, whose calls these are, in the order in which they came. */
const ownNamed = (sql: StatementSql, calls: readonly CertificationCall[]) => sql`
  select r.merchant_id, r.id, r.adapter as was, g.adapter, g."arrivedAt", g.id as call
  from json_to_recordset(${JSON.stringify(calls.map(({ seen: _, ...call }) => call))}::text::json) as g ("merchantId" int, "apiKeyId" int,
    "oauthClientId" int, id uuid, "arrivedAt" timestamptz, adapter text)
  join certification_runs r on r.merchant_id = g."merchantId" and (r.api_key_id = g."apiKeyId" or r.oauth_client_id = g."oauthClientId")
  where r.state = 'open' and g.adapter is not null and g."arrivedAt" between r.opened_at and r.ends_at`

/**
 * Names the adapter of runs by the first of these calls that says it, and makes void those of which a call names another: nothing can be
 * said of either version (sandbox.md, Certification 1). Each is in the audit trail. Returns how many became void.
 */
export async function judgeAdapters(db: Database, calls: readonly CertificationCall[]): Promise<number> {
  await db.run(
    (sql) => sql`
      update certification_runs r set adapter = f.adapter from (
        select distinct on (merchant_id, id) * from (${ownNamed(sql, calls)}) n where was is null
        order by merchant_id, id, "arrivedAt", call
      ) f where r.merchant_id = f.merchant_id and r.id = f.id and r.state = 'open' and r.adapter is null`,
  )
  const rows = await db.run(
    (sql) => sql`
      with other as (
        select distinct on (merchant_id, id) * from (${ownNamed(sql, calls)}) n where adapter <> was
        order by merchant_id, id, "arrivedAt", call
      ), void as (
        update certification_runs r set state = 'void', ended_at = now() from other o
        where r.merchant_id = o.merchant_id and r.id = o.id and r.state = 'open'
        returning r.merchant_id, r.id, o.adapter, o.was
      )
      insert into audit_events (merchant_id, actor, action, outcome, subject_type, subject_id, details)
      select merchant_id, 'service', 'certification.voided', 'done', 'certification', id::text,
        jsonb_build_object('name', adapter, 'was', was)
      from void returning 1`,
  )
  return whole(rows).length
}

/** Of some SKUs, those that are in a merchant's catalogue. */
export async function listKnownSkus(db: Database, merchantId: number, skus: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(skus)]
  const rows = await db.run(
    (sql) => sql<{ n: number; sku: string; isKnown: boolean }[]>`
      select q.n::int as n, q.sku, a.id is not null as "isKnown"
      from unnest(${asked}::text[]) with ordinality as q (sku, n)
      left join articles a on a.merchant_id = ${merchantId} and a.sku = q.sku`,
  )
  return new Set(inOrder(rows, asked.length).flatMap((row) => (row.isKnown ? row.sku : [])))
}
