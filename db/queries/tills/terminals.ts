import type { Database } from '@/db/database'
import { theOnly, whole } from '@/db/rows'

/** What the tills' processes write down of terminals, off the requests' path (D58, ADR-0037). */

/** Most terminals of a merchant that are not archived, those without an id among them. */
export const terminalsMax = 2_000

export type TerminalKey = {
  readonly merchantId: number
  /** Empty for calls that name no terminal, which are told apart by address and adapter. */
  readonly terminal: string
  readonly fromAddress: string
  readonly fromAdapter: string
}

/** What a process has seen of a terminal since its last write. Times as ISO 8601. */
export type TerminalNews = TerminalKey & {
  /** The last sign of it that proves that it is the merchant's; null for a terminal that is only to be told of. */
  readonly seenAt: string | null
  readonly callAt: string | null
  readonly tokenAt: string | null
  readonly saleAt: string | null
  readonly branchId: number | null
  readonly apiKeyId: number | null
  readonly oauthClientId: number | null
  /** Of the token that the last call bore, in hexadecimal: tells when its client last proved to know the secret. */
  readonly tokenDigest: string | null
  readonly address: string | null
  readonly userAgent: string | null
  readonly refusedAt: string | null
  readonly refusedReason: string | null
  readonly refusedOperation: string | null
  readonly refusedAddress: string | null
}

const numbered = <Row>(rows: readonly Row[]) => JSON.stringify(rows.map((row, at) => ({ n: at + 1, ...row })))

/**
 * Writes down what was seen of terminals that there are: each time only moves forward, and what goes with it follows the later
 * one, whichever process writes first. Returns the ids by the place in `news`; a terminal that is not there, archived, or the former
 * name of another, has none. Always in the same order, so that two processes that write at once do not deadlock.
 */
export async function updateTerminals(
  db: Database,
  news: readonly TerminalNews[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.run(
    (sql) => sql<{ n: number; id: number }[]>`
      with given as (
        select g.*, greatest("callAt", "tokenAt") as accepted, greatest("tokenAt", k.issued_at) as secret
        from json_to_recordset(${numbered(news)}::text::json) as g (n int, "merchantId" int, terminal text, "fromAddress" text, "fromAdapter" text, "seenAt" timestamptz,
           "callAt" timestamptz, "tokenAt" timestamptz, "saleAt" timestamptz, "branchId" int, "apiKeyId" int, "oauthClientId" int,
           "tokenDigest" text, address text, "userAgent" text, "refusedAt" timestamptz, "refusedReason" text, "refusedOperation" text,
           "refusedAddress" text)
        left join access_tokens k on k.token_hash = decode(g."tokenDigest", 'hex') and k.oauth_client_id = g."oauthClientId"
      ), mine as (
        select t.id, g.n, coalesce(g.accepted > coalesce(greatest(t.last_call_at, t.last_token_at), '-infinity'), false) as later,
          coalesce(g."oauthClientId" = t.oauth_client_id, false) as same_client
        from given g join terminals t on t.merchant_id = g."merchantId" and t.terminal = g.terminal
          and t.from_address = g."fromAddress" and t.from_adapter = g."fromAdapter"
        where t.archived_at is null
        order by t.id for update of t
      )
      update terminals t set
        seen_at = greatest(t.seen_at, g."seenAt"),
        last_call_at = greatest(t.last_call_at, g."callAt"),
        last_token_at = greatest(t.last_token_at, g."tokenAt"),
        last_sale_at = greatest(t.last_sale_at, g."saleAt"),
        branch_id = case when m.later then coalesce(g."branchId", t.branch_id) else coalesce(t.branch_id, g."branchId") end,
        api_key_id = case when m.later then g."apiKeyId" else t.api_key_id end,
        oauth_client_id = case when m.later then g."oauthClientId" else t.oauth_client_id end,
        secret_at = case when m.same_client then greatest(t.secret_at, g.secret) when m.later then g.secret else t.secret_at end,
        address = case when m.later then g.address else t.address end,
        user_agent = case when m.later then g."userAgent" else t.user_agent end,
        user_agent_since = case when m.later and g."userAgent" is distinct from t.user_agent then g.accepted else t.user_agent_since end,
        previous_user_agent = case when m.later and g."userAgent" is distinct from t.user_agent then t.user_agent
          else t.previous_user_agent end,
        refused_at = greatest(t.refused_at, g."refusedAt"),
        refused_reason = case when g."refusedAt" >= t.refused_at or t.refused_at is null then g."refusedReason" else t.refused_reason end,
        refused_operation = case when g."refusedAt" >= t.refused_at or t.refused_at is null then g."refusedOperation"
          else t.refused_operation end,
        refused_address = case when g."refusedAt" >= t.refused_at or t.refused_at is null then g."refusedAddress"
          else t.refused_address end
      from given g join mine m on m.n = g.n where t.id = m.id
      returning g.n, t.id::float8 as id`,
  )
  return new Map(whole(rows).map(({ n, id }) => [n - 1, id]))
}

/**
 * Makes terminals of one merchant, or brings archived ones back, as far as there is room. At the bound a new one takes the place of
 * one that nobody would miss: without name, note and sale, and not seen for a day; the longest unseen first. Returns how many
 * there was no room for; they are counted. The row lock makes the bound hold whatever processes write at once.
 */
export function insertTerminals(
  db: Database,
  merchantId: number,
  made: readonly (Omit<TerminalKey, 'merchantId'> & { readonly seenAt: string })[],
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.run(
      (sql) =>
        sql`insert into terminal_fleets (merchant_id) values (${merchantId}) on conflict (merchant_id) do nothing`,
    )
    await tx.run((sql) => sql`select from terminal_fleets where merchant_id = ${merchantId} for update`)
    const counted = theOnly(
      await tx.run(
        (sql) => sql<{ live: number }[]>`
          select count(*)::int as live from terminals where merchant_id = ${merchantId} and archived_at is null`,
      ),
    )
    const lacking = counted.live + made.length - terminalsMax
    const gone = lacking <= 0 ? 0 : await dropPassing(tx, merchantId, lacking)
    const kept = made.slice(0, Math.max(0, terminalsMax - counted.live + gone))
    if (kept.length > 0) {
      await tx.run(
        (sql) => sql`
          insert into terminals (merchant_id, terminal, from_address, from_adapter, first_seen_at, seen_at)
          select ${merchantId}, terminal, "fromAddress", "fromAdapter", "seenAt", "seenAt"
          from json_to_recordset(${JSON.stringify(kept)}::text::json)
            as g (terminal text, "fromAddress" text, "fromAdapter" text, "seenAt" timestamptz)
          on conflict (merchant_id, terminal, from_address, from_adapter) do update
            set archived_at = null, seen_at = greatest(terminals.seen_at, excluded.seen_at)
            where terminals.merged_into is null`,
      )
    }
    const left = made.length - kept.length
    if (left > 0) {
      await tx.run(
        (sql) => sql`
          update terminal_fleets set not_kept_terminals = not_kept_terminals + ${left}, not_kept_at = now()
          where merchant_id = ${merchantId}`,
      )
    }
    return left
  })
}

/** Of terminals that are former names of others: those others, by the place in `keys` (ADR-0044). */
export async function listPresentNames(
  db: Database,
  keys: readonly TerminalKey[],
): Promise<ReadonlyMap<number, TerminalKey>> {
  const rows = await db.run(
    (sql) => sql<(TerminalKey & { n: number })[]>`
      select g.n, p.merchant_id as "merchantId", p.terminal, p.from_address as "fromAddress", p.from_adapter as "fromAdapter"
      from json_to_recordset(${numbered(keys)}::text::json) as g (n int, "merchantId" int, terminal text)
      join terminals f on f.merchant_id = g."merchantId" and f.terminal = g.terminal and f.from_address = '' and f.from_adapter = ''
      join terminals p on p.merchant_id = f.merchant_id and p.id = f.merged_into
      where g.terminal <> ''`,
  )
  return new Map(whole(rows).map(({ n, ...key }) => [n - 1, key]))
}

async function dropPassing(tx: Database, merchantId: number, most: number): Promise<number> {
  const gone = await tx.run(
    (sql) => sql`
      delete from terminals where id in (
        select id from terminals
        where merchant_id = ${merchantId} and archived_at is null and name is null and note is null and last_sale_at is null
          and seen_at < now() - interval '1 day'
        order by seen_at limit ${most} for update)`,
  )
  return gone.count
}

export type TerminalHour = {
  readonly merchantId: number
  readonly terminalId: number
  /** Hours since 1970. */
  readonly hour: number
  readonly done: number
  readonly refused: number
  readonly denied: number
  readonly limited: number
  readonly failed: number
  readonly reserved: number
  readonly confirmed: number
  readonly replayed: number
  readonly ended: number
  readonly expired: number
  readonly clockSamples: number
  readonly clockSeconds: number | null
}

/**
 * Adds to the counts of terminals. A terminal that was taken away meanwhile is passed over; what is told of a former name is the
 * present one's, also when it became one a moment ago: the lock waits for that.
 */
export async function addTerminalHours(db: Database, hours: readonly TerminalHour[]): Promise<void> {
  await db.run(
    (sql) => sql`
      with mine as (
      select t.merchant_id, coalesce(t.merged_into, t.id) as id, g.*
      from json_to_recordset(${JSON.stringify(hours)}::text::json) as g ("merchantId" int, "terminalId" bigint, hour int,
        done int, refused int, denied int, limited int, failed int, reserved int, confirmed int, replayed int, ended int, expired int, "clockSamples" int, "clockSeconds" int)
      join terminals t on t.merchant_id = g."merchantId" and t.id = g."terminalId"
      order by t.id for key share of t
      )
      insert into terminal_hours (merchant_id, terminal_id, hour, done, refused, denied, limited, failed, reserved, confirmed, replayed, ended, expired, clock_samples, clock_seconds)
      select merchant_id, id, to_timestamp(hour * 3600.0), sum(done), sum(refused), sum(denied), sum(limited), sum(failed), sum(reserved),
        sum(confirmed), sum(replayed), sum(ended), sum(expired), sum("clockSamples"), max("clockSeconds")
      from mine group by merchant_id, id, hour order by id, hour
      on conflict (merchant_id, terminal_id, hour) do update set
        done = terminal_hours.done + excluded.done,
        refused = terminal_hours.refused + excluded.refused,
        denied = terminal_hours.denied + excluded.denied,
        limited = terminal_hours.limited + excluded.limited,
        failed = terminal_hours.failed + excluded.failed,
        reserved = terminal_hours.reserved + excluded.reserved,
        confirmed = terminal_hours.confirmed + excluded.confirmed,
        replayed = terminal_hours.replayed + excluded.replayed,
        ended = terminal_hours.ended + excluded.ended,
        expired = terminal_hours.expired + excluded.expired,
        clock_samples = terminal_hours.clock_samples + excluded.clock_samples,
        clock_seconds = greatest(terminal_hours.clock_seconds, excluded.clock_seconds)`,
  )
}

/** Of reservations whose time is over, by merchant and code: those that were used or released. The others have expired. */
export async function listUsed(
  db: Database,
  reservations: readonly { readonly merchantId: number; readonly code: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run(
    (sql) => sql<{ merchantId: number; code: string }[]>`
      select a.merchant_id as "merchantId", a.code
      from unnest(${reservations.map((r) => r.merchantId)}::int[], ${reservations.map((r) => r.code)}::text[]) as q (merchant_id, code)
      join authorizations a on a.merchant_id = q.merchant_id and a.code = q.code
      where a.status in ('Consumed', 'Released')`,
  )
  return new Set(whole(rows).map(({ merchantId, code }) => `${merchantId}|${code}`))
}
