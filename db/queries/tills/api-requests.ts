import { arrayItem } from '@/db/array-types'
import type { Database } from '@/db/database'
import { isDuplicate } from '@/db/errors'
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
  readonly requestIdTellsMoment: boolean
  readonly reference: string | null
  readonly address: string | null
  readonly details: object
}

/** The columns of a batch but for `details`, in the order in which a batch writes them, with their types. */
const columns = {
  merchant_id: 'int',
  occurred_at: 'timestamptz',
  id: 'uuid',
  api_key_id: 'int',
  oauth_client_id: 'int',
  operation: 'text',
  status: 'smallint',
  code: 'text',
  replayed: 'boolean',
  duration_ms: 'real',
  request_id: 'text',
  request_id_tells_moment: 'boolean',
  reference: 'text',
  address: 'text',
} as const

/**
 * Calls that wait to be written, as the arrays of their columns: what waits is text alone, and each is written as JSON once (ADR-0078). The
 * texts are joined when the batch is sent: joined one by one, they would be a tree that the garbage collector goes through at each of
 * its turns.
 */
export class ApiRequestBatch {
  readonly #items: (string | number)[][] = Object.keys(columns).map(() => [])
  readonly #details: string[] = []

  get size(): number {
    return this.#details.length
  }

  add(row: ApiRequestRow): void {
    const items = this.#items
    items[0]?.push(row.merchantId)
    items[1]?.push(row.occurredAt)
    items[2]?.push(row.id)
    items[3]?.push(row.apiKeyId ?? 'NULL')
    items[4]?.push(row.oauthClientId ?? 'NULL')
    items[5]?.push(row.operation)
    items[6]?.push(row.status)
    items[7]?.push(row.code ?? 'NULL')
    items[8]?.push(row.replayed ? 't' : 'f')
    items[9]?.push(row.durationMs)
    // Quoted, as every text that somebody else wrote: a bare NULL is none.
    items[10]?.push(arrayItem(row.requestId))
    items[11]?.push(row.requestIdTellsMoment ? 't' : 'f')
    items[12]?.push(arrayItem(row.reference))
    items[13]?.push(arrayItem(row.address))
    this.#details.push(JSON.stringify(row.details))
  }

  /** As PostgreSQL reads arrays, and the details as one of JSON. */
  arrays(): string[] {
    return [...this.#items.map((items) => `{${items.join(',')}}`), `[${this.#details.join(',')}]`]
  }
}

const types = Object.values(columns)
const insertStatement = `
  insert into api_requests (${Object.keys(columns).join(', ')}, details)
  select * from rows from (
    unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}), json_array_elements($${types.length + 1}::text::json))`

/**
 * Inserts calls. A row that exists already, because an earlier try succeeded without an answer, stays as it is. That is rare, and to be
 * ready for it costs each row a tenth to a fifth more: only a batch that meets such a row is sent again so.
 */
export async function insertApiRequests(db: Database, batch: ApiRequestBatch): Promise<void> {
  const arrays = batch.arrays()
  const insert = (statement: string) => db.run((sql) => sql.unsafe(statement, arrays, { prepare: true }))
  try {
    await insert(insertStatement)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await insert(`${insertStatement} on conflict do nothing`)
  }
}

/** Makes the partitions of the days to come and drops those that are over (ADR-0016). Returns how many of both. */
export async function keepApiRequestDays(db: Database): Promise<number> {
  return theOnly(await db.run((sql) => sql<{ changed: number }[]>`select keep_api_request_days() as changed`)).changed
}
