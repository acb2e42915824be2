import type { Database } from '@/db/database'
import { addCalls, type CallCount, type CredentialKind } from '@/db/queries/tills/credential-calls'
import { callOutcomes, outcomeIndexOf, type Refusal } from './calls'
import { RefusalBook, type RefusedCall } from './record-refusals'

const flushEveryMs = 5_000
const credentialsMax = 10_000
const hourMs = 3_600_000

/** The calls of one credential in one hour, by index in `callOutcomes`. */
type Hour = {
  readonly kind: CredentialKind
  readonly id: number
  readonly merchantId: number
  readonly hour: number
  readonly calls: number[]
}

/**
 * Counts the calls of each credential by hour and outcome, and remembers why calls were refused, for the page of that
 * credential. While a call is answered, only numbers in memory change; they are written every five seconds, and when the
 * process ends. Bounded: above a number of credentials or kinds of refusals at once, further ones are not remembered.
 */
export class CallRecorder {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #refusals: RefusalBook
  readonly #current = { api_key: new Map<number, Hour>(), oauth_client: new Map<number, Hour>() }
  /** Hours that are over, or whose write failed. */
  #past: Hour[] = []
  #writing: Promise<void> | undefined

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
    this.#refusals = new RefusalBook(db, ({ kind, id, merchantId, times }) =>
      this.#add(kind, id, merchantId, Math.floor(Date.now() / hourMs), outcomeIndexOf(401), times),
    )
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  /** Counts a call of a credential by how it was answered. */
  count(kind: CredentialKind, id: number, merchantId: number, status: number): void {
    this.#add(kind, id, merchantId, Math.floor(Date.now() / hourMs), outcomeIndexOf(status), 1)
  }

  /** Remembers a refusal. The same work for an unknown credential: whether it exists is found out at the next write (D52). */
  refuse(refusal: Refusal, call: RefusedCall): void {
    this.#refusals.note(refusal, call)
  }

  #add(kind: CredentialKind, id: number, merchantId: number, hour: number, outcome: number, calls: number): void {
    const current = this.#current[kind]
    let counted = current.get(id)
    if (counted === undefined || counted.hour !== hour) {
      if (counted !== undefined) this.#past.push(counted)
      else if (current.size >= credentialsMax) return
      counted = { kind, id, merchantId, hour, calls: [0, 0, 0, 0, 0] }
      current.set(id, counted)
    }
    counted.calls[outcome] = (counted.calls[outcome] ?? 0) + calls
  }

  /** Writes the counts. Never throws; what could not be written waits for the next flush. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #write(): Promise<void> {
    try {
      // First the refusals: this finds out whose the refused names are, and adds their calls to the counts.
      await this.#refusals.write()
    } catch (error) {
      this.#onError(error)
    }
    const due = [...this.#past, ...this.#current.api_key.values(), ...this.#current.oauth_client.values()]
    if (due.length === 0) return
    this.#past = []
    this.#current.api_key.clear()
    this.#current.oauth_client.clear()
    try {
      await addCalls(this.#db, summed(due))
    } catch (error) {
      this.#past = [...due, ...this.#past].slice(0, 2 * credentialsMax)
      this.#onError(error)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }
}

/** Makes one count of each credential, hour and outcome: a statement cannot add to the same row twice. */
function summed(hours: readonly Hour[]): CallCount[] {
  const counts = new Map<string, CallCount>()
  for (const { kind, id, merchantId, hour, calls } of hours) {
    for (const [place, outcome] of callOutcomes.entries()) {
      const more = calls[place] ?? 0
      if (more === 0) continue
      const key = `${kind}:${id}:${hour}:${outcome}`
      const before = counts.get(key)?.calls ?? 0
      counts.set(key, { kind, merchantId, credentialId: id, hour, outcome, calls: before + more })
    }
  }
  return [...counts.values()]
}
