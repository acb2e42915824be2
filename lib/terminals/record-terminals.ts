import type { Database } from '@/db/database'
import { findNamed } from '@/db/queries/tills/credential-calls'
import {
  addTerminalHours,
  insertTerminals,
  listPresentNames,
  listUsed,
  type TerminalKey,
  terminalsMax,
  updateTerminals,
} from '@/db/queries/tills/terminals'
import { callOutcomes, outcomeIndexOf, type Refusal } from '@/lib/credentials/calls'
import { Fault } from '@/lib/kernel/fault'
import { fold, hourOf, newPending, newsOf, noteClock, type Pending } from './pending'

/** From where a call came, and the terminal that it named. */
export type CallOrigin = {
  readonly terminal: string | undefined
  readonly address: string | null
  readonly userAgent: string | null
}

type Credential = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number; readonly merchantId: number }

/** What a call of an accepted credential says of its terminal. */
export type TerminalCall = CallOrigin & {
  readonly credential: Credential
  readonly tokenDigest: string | undefined
  readonly status: number
  /** Known to be the merchant's: the call was accepted. */
  readonly branchId?: number | undefined
  readonly replayed: boolean
  /** A reservation that it made, a sale that it confirmed, a reservation that it gave back: the code of each. */
  readonly reserved?: { readonly code: string; readonly expiresAt: number } | undefined
  readonly confirmed?: string | undefined
  readonly released?: string | undefined
  /** The date of a sale, where it may tell the till's clock. */
  readonly paidAt?: number | undefined
}

export type TerminalBounds = {
  readonly everyMs: number
  /** Terminals with news between two writes, and of one merchant. */
  readonly pendingMax: number
  readonly perMerchantMax: number
  /** Refusals that are known by their credential's name alone: anybody can write a name. */
  readonly namedMax: number
  /** Reservations that are followed to their end. */
  readonly followedMax: number
  readonly batchSize: number
}

const bounds: TerminalBounds = {
  everyMs: 5_000,
  pendingMax: 20_000,
  perMerchantMax: terminalsMax,
  namedMax: 500,
  followedMax: 20_000,
  batchSize: 250,
}

/** A terminal is written as soon as it is new or refused, and else as often as a credential's last use (D55). */
const writeEveryMs = 60_000

/** A reservation is looked up this long after its end: other processes have written by then what became of it. */
const followedForMs = 30_000
const userAgentLengthMax = 256

/** What a caller can be told of only by who holds a secret of the merchant's, be it of yesterday. */
const provingReasons: readonly Refusal['reason'][] = ['previous_secret', 'expired', 'revoked', 'deleted']

/**
 * Remembers what each till does, by the terminal that its calls name, or else by address and adapter (D58, ADR-0037). While a
 * call is answered only numbers in memory change; they are written every minute for each till, and when the process ends. Bounded:
 * what finds no room is not remembered.
 */
export class TerminalRecorder {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #bounds: TerminalBounds
  readonly #timer: NodeJS.Timeout
  #pending = new Map<string, Pending>()
  #ofMerchant = new Map<number, number>()
  /** When a terminal was written last, for a minute. */
  readonly #writtenAt = new Map<string, number>()
  /** Refusals of credentials that are known by name alone. */
  #named = new Map<string, { kind: Credential['kind']; name: string; refused: Pending }>()
  readonly #followed = new Map<string, { key: TerminalKey; code: string; expiresAt: number }>()
  #writing: Promise<void> | undefined

  constructor(db: Database, onError: (error: unknown) => void, changed: Partial<TerminalBounds> = {}) {
    this.#db = db
    this.#onError = onError
    this.#bounds = { ...bounds, ...changed }
    this.#timer = setInterval(() => void this.flush(), this.#bounds.everyMs)
    this.#timer.unref()
  }

  /** Remembers a call of an accepted credential. */
  call(call: TerminalCall): void {
    const now = Date.now()
    const { merchantId } = call.credential
    const pending = this.#accepted(call, call.credential, now)
    if (pending !== undefined) {
      // What its credential may not is told by `refuse`, and moves no time of an accepted call (D55).
      if (call.status !== 403) pending.callAt = now
      pending.tokenDigest = call.tokenDigest ?? null
      if (call.branchId !== undefined) pending.branchId = call.branchId
      const hour = hourOf(pending, now)
      hour[callOutcomes[outcomeIndexOf(call.status)] ?? 'failed'] += 1
      if (call.replayed) hour.replayed += 1
      if (call.reserved !== undefined) hour.reserved += 1
      if (call.confirmed !== undefined) {
        hour.confirmed += 1
        pending.saleAt = now
      }
      if (call.paidAt !== undefined) noteClock(hour, call.paidAt, now)
      if (call.reserved !== undefined && this.#followed.size < this.#bounds.followedMax) {
        const { code, expiresAt } = call.reserved
        this.#followed.set(`${merchantId}|${code}`, { key: pending.key, code, expiresAt })
      }
    }
    const used = call.confirmed ?? call.released
    if (used !== undefined) this.#end(`${merchantId}|${used}`, now, false)
  }

  /** Remembers a token that a client got for its secret. */
  token(credential: Credential, origin: CallOrigin): void {
    const now = Date.now()
    const pending = this.#accepted(origin, credential, now)
    if (pending === undefined) return
    pending.tokenAt = now
    pending.tokenDigest = null
  }

  /** Remembers that a credential was refused; what exceeds a rate is counted among its calls alone. */
  refuse({ caller, reason }: Refusal, origin: CallOrigin, operation: string, isCall: boolean): void {
    if (reason === 'rate_limited') return
    const now = Date.now()
    const refused = { at: now, reason, operation, address: origin.address }
    const isProven = provingReasons.includes(reason)
    if ('id' in caller) {
      const pending = this.#of(keyOf(caller.merchantId, origin))
      if (pending === undefined) return
      pending.refused = refused
      // A call of a credential that was accepted first is counted by `call`, which also remembers that it was seen.
      if (!isProven) return
      this.#proven(pending, now)
      if (isCall) hourOf(pending, now).denied += 1
      return
    }
    const key = keyOf(0, origin)
    const name = `${caller.kind}|${caller.name}|${textOf(key)}`
    let found = this.#named.get(name)
    if (found === undefined) {
      if (this.#named.size >= this.#bounds.namedMax) return
      found = { kind: caller.kind, name: caller.name, refused: newPending(key) }
      this.#named.set(name, found)
    }
    found.refused.refused = refused
    if (isProven) this.#proven(found.refused, now)
    if (isCall) hourOf(found.refused, now).denied += 1
  }

  #proven(pending: Pending, now: number): void {
    pending.isProven = true
    pending.seenAt = now
  }

  #accepted(origin: CallOrigin, { kind, id, merchantId }: Credential, now: number): Pending | undefined {
    const pending = this.#of(keyOf(merchantId, origin))
    if (pending === undefined) return undefined
    this.#proven(pending, now)
    pending.apiKeyId = kind === 'api_key' ? id : null
    pending.oauthClientId = kind === 'oauth_client' ? id : null
    pending.address = origin.address
    pending.userAgent = adapterOf(origin)
    return pending
  }

  #of(key: TerminalKey): Pending | undefined {
    const text = textOf(key)
    const found = this.#pending.get(text)
    if (found !== undefined) return found
    const ofMerchant = this.#ofMerchant.get(key.merchantId) ?? 0
    if (this.#pending.size >= this.#bounds.pendingMax || ofMerchant >= this.#bounds.perMerchantMax) return undefined
    const begun = newPending(key)
    this.#pending.set(text, begun)
    this.#ofMerchant.set(key.merchantId, ofMerchant + 1)
    return begun
  }

  #end(followed: string, now: number, hasExpired: boolean): void {
    const reservation = this.#followed.get(followed)
    if (reservation === undefined) return
    this.#followed.delete(followed)
    const pending = this.#of(reservation.key)
    if (pending === undefined) return
    const hour = hourOf(pending, now)
    hour.ended += 1
    if (hasExpired) hour.expired += 1
  }

  /** Writes what is due; `everything` when the process ends. Never throws; what could not be written waits for the next write. */
  flush(everything = false): Promise<void> {
    this.#writing ??= this.#write(everything).finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #write(everything: boolean): Promise<void> {
    try {
      await this.#endFollowed()
      await this.#learnNames()
    } catch (error) {
      this.#onError(error)
    }
    const now = Date.now()
    for (const [name, at] of this.#writtenAt) if (now - at >= writeEveryMs) this.#writtenAt.delete(name)
    const due = this.#takeDue(everything)
    const { batchSize } = this.#bounds
    let written = 0
    try {
      while (written < due.length) {
        await this.#writeBatch(due.slice(written, written + batchSize))
        for (const { key } of due.slice(written, written + batchSize)) this.#writtenAt.set(textOf(key), now)
        written += batchSize
      }
    } catch (error) {
      const isAway = error instanceof Fault && error.code === 'service_unavailable'
      // What the database has refused, it would refuse again.
      for (const pending of due.slice(isAway ? written : written + batchSize)) this.#keep(pending)
      this.#onError(error)
    }
  }

  /** Takes out what is to be written now. */
  #takeDue(everything: boolean): Pending[] {
    const all = [...this.#pending]
    const isDue = ([name, { refused }]: [string, Pending]) =>
      everything || refused !== undefined || !this.#writtenAt.has(name)
    this.#pending = new Map(all.filter((one) => !isDue(one)))
    this.#ofMerchant = new Map()
    for (const { key } of this.#pending.values())
      this.#ofMerchant.set(key.merchantId, (this.#ofMerchant.get(key.merchantId) ?? 0) + 1)
    return all.filter(isDue).map(([, pending]) => pending)
  }

  #keep(pending: Pending): void {
    const now = this.#of(pending.key)
    if (now !== undefined) fold(now, pending)
  }

  async #writeBatch(batch: readonly Pending[]): Promise<void> {
    const unknown = await this.#writeKnown(batch)
    if (unknown.length === 0) return
    const { former, others } = await this.#underPresentNames(unknown)
    // Of those that were renamed the present ones may be archived: a call brings them back.
    const absent = [...others, ...(await this.#writeKnown(former))].filter(({ isProven }) => isProven)
    for (const merchantId of new Set(absent.map(({ key }) => key.merchantId))) {
      const those = absent.flatMap(({ key, seenAt }) =>
        key.merchantId === merchantId ? [{ ...key, seenAt: new Date(seenAt).toISOString() }] : [],
      )
      await insertTerminals(this.#db, merchantId, those)
    }
    await this.#writeKnown(absent)
  }

  /** Writes of those that there are what was seen of them; returns the others. */
  async #writeKnown(batch: readonly Pending[]): Promise<Pending[]> {
    if (batch.length === 0) return []
    const ids = await updateTerminals(this.#db, batch.map(newsOf))
    const hours = batch.flatMap(({ key: { merchantId }, hours: seen }, place) => {
      const terminalId = ids.get(place)
      return terminalId === undefined ? [] : seen.map((hour) => ({ ...hour, merchantId, terminalId }))
    })
    if (hours.length > 0) await addTerminalHours(this.#db, hours)
    return batch.filter((_, place) => !ids.has(place))
  }

  /** What was seen under former names, as of the terminals that they were renamed to, each once; and the others. */
  async #underPresentNames(batch: readonly Pending[]): Promise<{ former: Pending[]; others: Pending[] }> {
    const present = await listPresentNames(
      this.#db,
      batch.map(({ key }) => key),
    )
    const former = new Map<string, Pending>()
    for (const [place, key] of present) {
      const told = batch[place]
      if (told === undefined) continue
      const one = former.get(textOf(key)) ?? newPending(key)
      fold(one, told)
      former.set(textOf(key), one)
    }
    return { former: [...former.values()], others: batch.filter((_, place) => !present.has(place)) }
  }

  /** Finds out what became of reservations whose time is over and that no call of this process has ended. */
  async #endFollowed(): Promise<void> {
    const now = Date.now()
    const over = [...this.#followed].filter(([, { expiresAt }]) => expiresAt + followedForMs < now)
    for (let from = 0; from < over.length; from += this.#bounds.batchSize) {
      const batch = over.slice(from, from + this.#bounds.batchSize)
      const asked = batch.map(([, { key, code }]) => ({ merchantId: key.merchantId, code }))
      const used = await listUsed(this.#db, asked)
      for (const [name] of batch) this.#end(name, now, !used.has(name))
    }
  }

  /** Finds out whose the refused names are. A refusal of a name that nobody bears is forgotten. */
  async #learnNames(): Promise<void> {
    const named = [...this.#named.values()]
    if (named.length === 0) return
    this.#named = new Map()
    for (const kind of ['api_key', 'oauth_client'] as const) {
      const ofKind = named.filter((one) => one.kind === kind)
      const names = [...new Set(ofKind.map(({ name }) => name))]
      if (names.length === 0) continue
      const rows = new Map((await findNamed(this.#db, kind, names)).map((row) => [row.name, row]))
      for (const { name, refused } of ofKind) {
        const merchantId = rows.get(name)?.merchantId
        if (merchantId === undefined) continue
        const pending = this.#of({ ...refused.key, merchantId })
        if (pending !== undefined) fold(pending, { ...refused, key: pending.key })
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush(true)
  }
}

const adapterOf = ({ userAgent }: CallOrigin): string | null => userAgent?.slice(0, userAgentLengthMax) ?? null

function keyOf(merchantId: number, origin: CallOrigin): TerminalKey {
  if (origin.terminal !== undefined) return { merchantId, terminal: origin.terminal, fromAddress: '', fromAdapter: '' }
  return { merchantId, terminal: '', fromAddress: origin.address ?? '', fromAdapter: adapterOf(origin) ?? '' }
}

/** One text for one terminal: an id has no line break, nor has an address or an adapter. */
const textOf = ({ merchantId, terminal, fromAddress, fromAdapter }: TerminalKey): string =>
  terminal === '' ? `${merchantId}\n\n${fromAddress}\n${fromAdapter}` : `${merchantId}\n${terminal}`
