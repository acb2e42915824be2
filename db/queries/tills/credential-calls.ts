import type { Database } from '@/db/database'
import { whole } from '@/db/rows'
import type { credentialCalls, credentialRefusals } from '@/db/schema'

/** What the tills' processes write down of a credential's calls, off the requests' path. */

export type CallOutcome = (typeof credentialCalls.$inferSelect)['outcome']
export type RefusalReason = (typeof credentialRefusals.$inferSelect)['reason']
export type CredentialKind = 'api_key' | 'oauth_client'

export type CallCount = {
  readonly kind: CredentialKind
  readonly merchantId: number
  readonly credentialId: number
  /** Hours since 1970. */
  readonly hour: number
  readonly outcome: CallOutcome
  readonly calls: number
}

/** `id` where the row is of that kind, else null. */
const idsOf = (rows: readonly { kind: CredentialKind; credentialId: number }[], kind: CredentialKind) =>
  rows.map((row) => (row.kind === kind ? row.credentialId : null))

/** Adds to the counts of credentials. Always in the same order, so that two processes that add at once do not deadlock. */
export async function addCalls(db: Database, counts: readonly CallCount[]): Promise<void> {
  await db.run(
    (sql) => sql`
      insert into credential_calls (merchant_id, api_key_id, oauth_client_id, hour, outcome, calls)
      select merchant_id, api_key_id, oauth_client_id, to_timestamp(hour * 3600.0), outcome, calls
      from unnest(${counts.map((c) => c.merchantId)}::int[], ${idsOf(counts, 'api_key')}::int[],
        ${idsOf(counts, 'oauth_client')}::int[], ${counts.map((c) => c.hour)}::int[], ${counts.map((c) => c.outcome)}::text[],
        ${counts.map((c) => c.calls)}::int[]) as c (merchant_id, api_key_id, oauth_client_id, hour, outcome, calls)
      order by api_key_id, oauth_client_id, hour, outcome
      on conflict on constraint credential_calls_of_hour do update set calls = credential_calls.calls + excluded.calls`,
  )
}

export type RefusalCount = {
  readonly kind: CredentialKind
  readonly merchantId: number
  readonly credentialId: number
  readonly reason: RefusalReason
  readonly operation: string
  readonly times: number
  /** The last of them. */
  readonly at: Date
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string
}

/** Inserts refusals. Returns their row ids in the order given, in which the rows are inserted. */
export async function insertRefusals(db: Database, rows: readonly RefusalCount[]): Promise<number[]> {
  const made = await db.run(
    (sql) => sql<{ id: string }[]>`
      insert into credential_refusals (merchant_id, api_key_id, oauth_client_id, reason, operation, times, occurred_at, address,
        user_agent, request_id)
      select merchant_id, api_key_id, oauth_client_id, reason, operation, times, at, address, user_agent, request_id
      from unnest(${rows.map((r) => r.merchantId)}::int[], ${idsOf(rows, 'api_key')}::int[],
        ${idsOf(rows, 'oauth_client')}::int[], ${rows.map((r) => r.reason)}::text[], ${rows.map((r) => r.operation)}::text[],
        ${rows.map((r) => r.times)}::int[], ${rows.map((r) => r.at.toISOString())}::timestamptz[],
        ${rows.map((r) => r.address)}::text[], ${rows.map((r) => r.userAgent)}::text[],
        ${rows.map((r) => r.requestId)}::text[]) with ordinality
        as g (merchant_id, api_key_id, oauth_client_id, reason, operation, times, at, address, user_agent, request_id, place)
      order by place returning id`,
  )
  return whole(made)
    .map((row) => Number(row.id))
    .sort((one, other) => one - other)
}

/** Adds repetitions to refusals that are there already: how many, and the moment of the last. */
export async function addToRefusals(
  db: Database,
  rows: readonly (Pick<RefusalCount, 'times' | 'at' | 'address' | 'userAgent' | 'requestId'> & {
    readonly rowId: number
  })[],
): Promise<void> {
  await db.run(
    (sql) => sql`
      update credential_refusals r set times = r.times + g.times, occurred_at = g.at, address = g.address,
        user_agent = g.user_agent, request_id = g.request_id
      from unnest(${rows.map((r) => r.rowId)}::bigint[], ${rows.map((r) => r.times)}::int[],
        ${rows.map((r) => r.at.toISOString())}::timestamptz[], ${rows.map((r) => r.address)}::text[],
        ${rows.map((r) => r.userAgent)}::text[], ${rows.map((r) => r.requestId)}::text[])
        as g (id, times, at, address, user_agent, request_id)
      where r.id = g.id`,
  )
}

/** The credentials of that kind that bear those names: prefixes of keys, ids of clients. */
export async function findNamed(
  db: Database,
  kind: CredentialKind,
  names: readonly string[],
): Promise<readonly { name: string; id: number; merchantId: number }[]> {
  const rows = await db.run((sql) => {
    const [table, name] =
      kind === 'api_key' ? [sql('api_keys'), sql('prefix')] : [sql('oauth_clients'), sql('client_id')]
    return sql<{ name: string; id: number; merchantId: number }[]>`
      select ${name} as name, id, merchant_id as "merchantId" from ${table} refused where ${name} = any(${names as string[]}::text[])`
  })
  return whole(rows)
}
