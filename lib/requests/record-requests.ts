import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import type { Database } from '@/db/database'
import { type ApiRequestRow, insertApiRequests } from '@/db/queries/tills/api-requests'
import { findNamed } from '@/db/queries/tills/credential-calls'
import type { Caller } from '@/lib/credentials/calls'
import { Fault } from '@/lib/kernel/fault'
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

type Waiting = AnsweredRequest & { readonly id: string; readonly atMs: number }

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
  queueMax: 1_000,
  acceptedPerMerchantMax: 300,
  namedMax: 100,
  batchSize: 250,
}

/** The last quarter of the queue is for refused calls: they are few, and what is looked for. */
const acceptedShare = 0.75

/**
 * Writes down the calls of merchants' systems for their office (ADR-0016). On a request's path it adds to a list in
 * memory; every second, and when the process ends, the list is written. The list is bounded: a call for which there is
 * no room is dropped and counted. No call waits for a database that cannot be reached.
 */
export class RequestRecorder {
  readonly #db: Database
  readonly #bounds: RequestBounds
  readonly #on: { error: (error: unknown) => void; dropped: (count: number) => void }
  readonly #timer: NodeJS.Timeout
  #queue: Waiting[] = []
  #named = 0
  readonly #accepted = new Map<number, number>()
  #writing: Promise<void> | undefined

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
    const has =
      'name' in caller
        ? this.#queue.length < queueMax && this.#named < namedMax
        : status >= 400
          ? this.#queue.length < queueMax
          : this.#queue.length < queueMax * acceptedShare &&
            (this.#accepted.get(caller.merchantId) ?? 0) < acceptedPerMerchantMax
    if (!has) this.#on.dropped(1)
    return has
  }

  /** Remembers a call for which there is room. */
  record(request: AnsweredRequest): void {
    const atMs = Date.now() - Math.round(request.durationMs)
    this.#queue.push({ ...request, id: '', atMs })
    if ('name' in request.caller) this.#named += 1
    else if (request.status < 400) {
      const { merchantId } = request.caller
      this.#accepted.set(merchantId, (this.#accepted.get(merchantId) ?? 0) + 1)
    }
  }

  /** Writes all that waits. Never throws; what could not be written waits for the next write, as far as there is room. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    this.#accepted.clear()
    if (this.#queue.length === 0) return
    const due = this.#queue.map((waiting) => (waiting.id === '' ? { ...waiting, id: newId(waiting.atMs) } : waiting))
    this.#queue = []
    this.#named = 0
    let written = 0
    try {
      const callers = await this.#callersOf(due)
      while (written < due.length) {
        const batch = due.slice(written, written + this.#bounds.batchSize)
        const rows = batch.flatMap((waiting) => rowOf(waiting, callers) ?? [])
        if (rows.length > 0) await insertApiRequests(this.#db, rows)
        written += batch.length
      }
    } catch (error) {
      const isAway = error instanceof Fault && error.code === 'service_unavailable'
      // What the database has refused, it would refuse again.
      const lost = isAway ? 0 : this.#bounds.batchSize
      if (!isAway) this.#on.dropped(Math.min(lost, due.length - written))
      this.#keep(due.slice(written + lost))
      this.#on.error(error)
    }
  }

  /** Keeps what was not written. The newest calls come last, and are dropped first. */
  #keep(unwritten: readonly Waiting[]): void {
    const all = [...unwritten, ...this.#queue]
    this.#queue = all.slice(0, this.#bounds.queueMax)
    this.#named = this.#queue.filter(({ caller }) => 'name' in caller).length
    if (all.length > this.#queue.length) this.#on.dropped(all.length - this.#queue.length)
  }

  /** The owners of the credentials that are known by name. A call under a name that nobody has is shown to no merchant. */
  async #callersOf(due: readonly Waiting[]): Promise<ReadonlyMap<string, { id: number; merchantId: number }>> {
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

function rowOf(
  { caller, id, atMs, operation, status, code, replayed, durationMs, requestId, reference, address, details }: Waiting,
  callers: ReadonlyMap<string, { id: number; merchantId: number }>,
): ApiRequestRow | undefined {
  const of = 'name' in caller ? callers.get(`${caller.kind}:${caller.name}`) : caller
  if (of === undefined) return undefined
  return {
    merchantId: of.merchantId,
    occurredAt: new Date(atMs).toISOString(),
    id,
    apiKeyId: caller.kind === 'api_key' ? of.id : null,
    oauthClientId: caller.kind === 'oauth_client' ? of.id : null,
    operation,
    status,
    code: code ?? null,
    replayed,
    durationMs,
    requestId,
    reference: reference ?? null,
    address,
    details,
  }
}

/**
 * A counter beside 42 random bits. It begins at random (RFC 9562, 6.2), in the lower half of its range, so that it has
 * room to count.
 */
let sequence = randomInt(2 ** 31)

/**
 * A UUID of version 7 (RFC 9562, 5.7): it begins with the milliseconds, and so names the day that it is kept in; a counter keeps the
 * order of calls of one millisecond.
 */
function newId(atMs: number): string {
  sequence = (sequence + 1) >>> 0
  return v7({ msecs: atMs, seq: sequence })
}
