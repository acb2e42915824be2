import type { Database } from '@/db/database'
import { theOnly } from '@/db/rows'

/** What the tills' processes write down of calls, off the requests' path. */

export type ApiRequestRow = {
  readonly merchantId: number
  readonly occurredAt: string
  readonly id: string
  readonly apiKeyId: number | null
  readonly oauthClientId: number | null
  readonly operation: string
  readonly status: number
  readonly code: string | null
  readonly replayed: boolean
  readonly durationMs: number
  readonly requestId: string
  readonly reference: string | null
  readonly address: string | null
  readonly details: object
}

/** Inserts calls. A row that exists already, because an earlier try succeeded without an answer, stays as it is. */
export async function insertApiRequests(db: Database, rows: readonly ApiRequestRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  await db.run(
    (sql) => sql`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, oauth_client_id, operation, status, code, replayed,
        duration_ms, request_id, reference, address, details)
      select "merchantId", "occurredAt", id, "apiKeyId", "oauthClientId", operation, status, code, replayed, "durationMs",
        "requestId", reference, address, details
      from json_to_recordset(${json}::text::json) as r ("merchantId" int, "occurredAt" timestamptz, id uuid, "apiKeyId" int,
        "oauthClientId" int, operation text, status smallint, code text, replayed boolean, "durationMs" real, "requestId" text,
        reference text, address text, details json)
      on conflict do nothing`,
  )
}

/** Makes the partitions of the days to come and drops those that are over (ADR-0016). Returns how many of both. */
export async function keepApiRequestDays(db: Database): Promise<number> {
  return theOnly(await db.run((sql) => sql<{ changed: number }[]>`select keep_api_request_days() as changed`)).changed
}
