import type { Database } from '@/db/database'
import {
  addToRefusals,
  type CredentialKind,
  findNamed,
  insertRefusals,
  type RefusalReason,
} from '@/db/queries/tills/credential-calls'
import { assert } from '@/lib/kernel/assert'
import type { Refusal } from './calls'

/** A refused call, as its merchant sees it. */
export type RefusedCall = {
  /** The route, such as `POST /connect/token`. */
  readonly operation: string
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string
  /** Whether it counts among the credential's calls: token requests do not (D55). */
  readonly isCall: boolean
}

/** The refusals of one minute with the same credential, reason and operation. */
type Group = {
  readonly kind: CredentialKind
  readonly name: string | undefined
  id: number
  merchantId: number
  readonly reason: RefusalReason
  readonly minute: number
  last: RefusedCall
  at: number
  /** Refusals since the last write. */
  times: number
  rowId: number | undefined
}

type Denied = { kind: CredentialKind; id: number; merchantId: number; times: number }

/** Kinds of refusals remembered at once. Names of no credential are forgotten at each write, and have a bound of their own. */
const groupsMax = 2_000
const userAgentLengthMax = 256

/** The counts of refusals that are not written yet: refusals of one kind in one minute are one row, however many. */
export class RefusalBook {
  readonly #db: Database
  /** Two maps: by the credential's id, and by its name while it is not known whether such a credential exists. */
  readonly #known = new Map<string, Group>()
  #named = new Map<string, Group>()
  /** Minutes that are over, with refusals not written yet. */
  #past: Group[] = []

  readonly #onDenied: (denied: Denied) => void

  /** `onDenied` is told of denied calls that named their credential, once it is known that the credential exists. */
  constructor(db: Database, onDenied: (denied: Denied) => void) {
    this.#db = db
    this.#onDenied = onDenied
  }

  note({ caller, reason }: Refusal, call: RefusedCall): void {
    const isNamed = 'name' in caller
    const groups = isNamed ? this.#named : this.#known
    const key = `${caller.kind}:${isNamed ? caller.name : caller.id}:${reason}:${call.operation}`
    const now = Date.now()
    const group = this.#groupOf(groups, key, Math.floor(now / 60_000), () => ({
      kind: caller.kind,
      name: isNamed ? caller.name : undefined,
      id: isNamed ? 0 : caller.id,
      merchantId: isNamed ? 0 : caller.merchantId,
      reason,
    }))
    if (group === undefined) return
    group.times += 1
    group.at = now
    group.last = call
  }

  #groupOf(
    groups: Map<string, Group>,
    key: string,
    minute: number,
    make: () => Pick<Group, 'kind' | 'name' | 'id' | 'merchantId' | 'reason'>,
  ): Group | undefined {
    const found = groups.get(key)
    if (found?.minute === minute) return found
    if (found === undefined && groups.size >= groupsMax) return undefined
    if (found !== undefined && found.times > 0 && this.#past.length < groupsMax) this.#past.push(found)
    const group: Group = { ...make(), minute, last: nothing, at: 0, times: 0, rowId: undefined }
    groups.set(key, group)
    return group
  }

  /** Writes the counts. Throws when it cannot, and keeps them. */
  async write(): Promise<void> {
    await this.#learnNames()
    const groups = [...this.#past, ...this.#known.values()].filter(({ times }) => times > 0)
    const begun = groups.flatMap((group) =>
      group.rowId === undefined ? [{ group, row: { ...rowOf(group), credentialId: group.id } }] : [],
    )
    const goingOn = groups.flatMap((group) =>
      group.rowId === undefined ? [] : [{ group, row: { ...rowOf(group), rowId: group.rowId } }],
    )
    if (begun.length > 0) {
      const ids = await insertRefusals(
        this.#db,
        begun.map(({ row }) => row),
      )
      assert(ids.length === begun.length, 'each was written')
      for (const [place, { group, row }] of begun.entries()) {
        group.rowId = ids[place]
        group.times -= row.times
      }
    }
    if (goingOn.length > 0) {
      await addToRefusals(
        this.#db,
        goingOn.map(({ row }) => row),
      )
      for (const { group, row } of goingOn) group.times -= row.times
    }
    this.#forget()
  }

  /** Finds out which credentials the names belong to. Refusals of names that belong to none are forgotten. */
  async #learnNames(): Promise<void> {
    const named = [...this.#past.filter((group) => group.id === 0), ...this.#named.values()]
    if (named.length === 0) return
    const rows = new Map<string, { id: number; merchantId: number }>()
    for (const kind of ['api_key', 'oauth_client'] as const) {
      const names = [...new Set(named.flatMap((group) => (group.kind === kind && group.name ? [group.name] : [])))]
      if (names.length === 0) continue
      for (const row of await findNamed(this.#db, kind, names)) rows.set(`${kind}:${row.name}`, row)
    }
    // Names that came while the database was asked stay for the next write.
    const asked = new Set(named)
    this.#named = new Map([...this.#named].filter(([, group]) => !asked.has(group)))
    this.#past = this.#past.filter((group) => !asked.has(group))
    for (const group of named) {
      const row = rows.get(`${group.kind}:${group.name}`)
      if (row === undefined || group.times === 0) continue
      this.#fold(group, row)
      if (group.last.isCall) this.#onDenied({ kind: group.kind, ...pick(row), times: group.times })
    }
  }

  #fold(group: Group, row: { id: number; merchantId: number }): void {
    const key = `${group.kind}:${row.id}:${group.reason}:${group.last.operation}`
    const known = this.#groupOf(this.#known, key, group.minute, () => ({ ...group, name: undefined, ...pick(row) }))
    if (known === undefined) return
    known.times += group.times
    known.at = group.at
    known.last = group.last
  }

  #forget(): void {
    const minute = Math.floor(Date.now() / 60_000)
    this.#past = this.#past.filter(({ times }) => times > 0)
    for (const [key, group] of this.#known) if (group.times === 0 && group.minute < minute) this.#known.delete(key)
  }
}

const nothing: RefusedCall = { operation: '', address: null, userAgent: null, requestId: '', isCall: false }

const pick = ({ id, merchantId }: { id: number; merchantId: number }) => ({ id, merchantId })

const rowOf = ({ kind, merchantId, reason, last, times, at }: Group) => ({
  kind,
  merchantId,
  reason,
  operation: last.operation,
  times,
  at: new Date(at),
  address: last.address,
  userAgent: last.userAgent?.slice(0, userAgentLengthMax) ?? null,
  requestId: last.requestId,
})
