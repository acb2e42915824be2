import { randomFillSync, randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Database } from '@/db/database'
import { ApiRequestBatch, type ApiRequestRow, insertApiRequests } from '@/db/queries/tills/api-requests'
import { findNamed } from '@/db/queries/tills/credential-calls'
import type { Caller } from '@/lib/credentials/calls'
import { Fault } from '@/lib/kernel/fault'
import { tellsMoment } from '@/lib/kernel/request-id'
import type { RequestDetails } from './request'

/** A call that was answered, without anything that must not be written down. */
export type AnsweredRequest = {
  readonly caller: Caller
  readonly operation: string
  readonly status: number
  readonly code: string | undefined
  readonly replayed: boolean
  readonly durationMs: number
  readonly requestId: string
  readonly reference: string | undefined
  readonly address: string | null
  readonly details: RequestDetails
}

/** When it came, and the id of its row. */
type Came = { readonly id: string; readonly atMs: number }

export type RequestBounds = {
  readonly everyMs: number
  /** Calls that wait to be written, at most. */
  readonly queueMax: number
  /** Of those, accepted calls of one merchant between two writes: one busy merchant leaves room for the others. */
  readonly acceptedPerMerchantMax: number
  /** Of those, calls of credentials that are known by name only: anybody can write a name. */
  readonly namedMax: number
  readonly batchSize: number
}

const bounds: RequestBounds = {
  everyMs: 1_000,
  queueMax: 5_000,
  acceptedPerMerchantMax: 1_500,
  namedMax: 100,
  batchSize: 250,
}

/** The last quarter of the queue is for refused calls: they are few, and what is looked for. */
const acceptedShare = 0.75

/**
 * Writes down the calls of merchants' systems for their office (ADR-0016, ADR-0078). On a request's path it adds to a batch in memory. A batch
 * is written when it is full, every second, and when the process ends. What waits is bounded: a call for which there is no room is dropped
 * and counted. No call waits for a database that cannot be reached.
 */
export class RequestRecorder {
  readonly #db: Database
  readonly #bounds: RequestBounds
  readonly #on: { error: (error: unknown) => void; dropped: (count: number) => void }
  readonly #timer: NodeJS.Timeout
  /** Full ones, the oldest first, and the one that is being filled. */
  readonly #full: ApiRequestBatch[] = []
  #filling = new ApiRequestBatch()
  /** Calls in the batches. */
  #held = 0
  /** Calls whose credential is known by name alone. */
  #named: (AnsweredRequest & Came)[] = []
  readonly #accepted = new Map<number, number>()
  #writing: Promise<void> | undefined
  /** The database was away at the last write: the next is tried by time. */
  #isAway = false

  constructor(
    db: Database,
    on: { error: (error: unknown) => void; dropped: (count: number) => void },
    changed: Partial<RequestBounds> = {},
  ) {
    this.#db = db
    this.#on = on
    this.#bounds = { ...bounds, ...changed }
    this.#timer = setInterval(() => void this.flush(), this.#bounds.everyMs)
    this.#timer.unref()
  }

  /**
   * Whether there is room for a call with that status. Asked before its record is put together; a call without room is
   * counted as dropped.
   */
  hasRoom(caller: Caller, status: number): boolean {
    const { queueMax, acceptedPerMerchantMax, namedMax } = this.#bounds
    const waiting = this.#held + this.#named.length
    const has =
      'name' in caller
        ? waiting < queueMax && this.#named.length < namedMax
        : status >= 400
          ? waiting < queueMax
          : waiting < queueMax * acceptedShare && (this.#accepted.get(caller.merchantId) ?? 0) < acceptedPerMerchantMax
    if (!has) this.#on.dropped(1)
    return has
  }

  /** Remembers a call for which there is room. */
  record(request: AnsweredRequest): void {
    const { caller, status } = request
    const atMs = Date.now() - Math.round(request.durationMs)
    const came = { id: newId(atMs), atMs }
    if ('name' in caller) {
      this.#named.push({ ...request, ...came })
      return
    }
    this.#add(rowOf(request, caller, came))
    if (status < 400) this.#accepted.set(caller.merchantId, (this.#accepted.get(caller.merchantId) ?? 0) + 1)
    if (this.#full.length > 0 && !this.#isAway) void this.flush()
  }

  #add(row: ApiRequestRow): void {
    this.#filling.add(row)
    this.#held += 1
    if (this.#filling.size >= this.#bounds.batchSize) this.#close()
  }

  #close(): void {
    if (this.#filling.size === 0) return
    this.#full.push(this.#filling)
    this.#filling = new ApiRequestBatch()
  }

  /** Writes all that waits. Never throws; what could not be written waits for the next write. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    try {
      await this.#learnNames()
      this.#close()
      this.#accepted.clear()
      for (let batch = this.#full[0]; batch !== undefined; batch = this.#full[0]) {
        try {
          await insertApiRequests(this.#db, batch)
        } catch (error) {
          if (isAway(error)) throw error
          // What the database has refused, it would refuse again.
          this.#on.dropped(batch.size)
          this.#on.error(error)
        }
        this.#full.shift()
        this.#held -= batch.size
      }
      this.#isAway = false
    } catch (error) {
      this.#isAway = true
      this.#on.error(error)
    }
  }

  /** Adds the calls of credentials that were known by name. One under a name that nobody has is shown to no merchant. */
  async #learnNames(): Promise<void> {
    if (this.#named.length === 0) return
    // A list of its own: others are added while names are looked up.
    const due = [...this.#named]
    const callers = await this.#callersOf(due)
    this.#named = this.#named.slice(due.length)
    for (const { caller, ...request } of due) {
      const of = 'name' in caller ? callers.get(`${caller.kind}:${caller.name}`) : undefined
      if (of !== undefined) this.#add(rowOf(request, { kind: caller.kind, ...of }, request))
    }
  }

  /** The owners of the credentials that are known by name. */
  async #callersOf(due: readonly AnsweredRequest[]): Promise<ReadonlyMap<string, { id: number; merchantId: number }>> {
    const found = new Map<string, { id: number; merchantId: number }>()
    for (const kind of ['api_key', 'oauth_client'] as const) {
      const names = new Set(
        due.flatMap(({ caller }) => (caller.kind === kind && 'name' in caller ? [caller.name] : [])),
      )
      if (names.size === 0) continue
      for (const row of await findNamed(this.#db, kind, [...names])) found.set(`${kind}:${row.name}`, row)
    }
    return found
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }
}

const isAway = (error: unknown): boolean => error instanceof Fault && error.code === 'service_unavailable'

const rowOf = (
  request: Omit<AnsweredRequest, 'caller'>,
  { kind, id: credentialId, merchantId }: Extract<Caller, { id: number }>,
  { id, atMs }: Came,
): ApiRequestRow => ({
  merchantId,
  occurredAt: new Date(atMs).toISOString(),
  id,
  apiKeyId: kind === 'api_key' ? credentialId : null,
  oauthClientId: kind === 'oauth_client' ? credentialId : null,
  operation: request.operation,
  status: request.status,
  code: request.code ?? null,
  replayed: request.replayed,
  durationMs: request.durationMs,
  requestId: request.requestId,
  requestIdTellsMoment: tellsMoment(request.requestId, atMs),
  reference: request.reference ?? null,
  address: request.address,
  details: request.details,
})

/**
 * A counter beside 42 random bits. It begins at random (RFC 9562, 6.2), in the lower half of its range, so that it has
 * room to count.
 */
let sequence = randomInt(2 ** 31)

/** Random bytes for so many ids at once: to ask for sixteen costs nearly as much. */
const random = new Uint8Array(4_096)
let randomAt = 0

/**
 * A UUID of version 7 (RFC 9562, 5.7): it begins with the milliseconds, and so names the day that it is kept in; a counter keeps the
 * order of calls of one millisecond.
 */
function newId(atMs: number): string {
  sequence = (sequence + 1) >>> 0
  if (randomAt === 0) randomFillSync(random)
  const bytes = random.subarray(randomAt, randomAt + 16)
  randomAt = (randomAt + 16) % random.length
  return v7({ msecs: atMs, seq: sequence, random: bytes })
}
