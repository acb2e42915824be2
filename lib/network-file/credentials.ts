import { liveCredentialsMax } from '@/lib/credentials/permissions'
import type { NetworkFault } from './faults'

type Wanted = { readonly key: string; readonly name: string; readonly permissions: readonly string[] }

type Stored = {
  readonly id: number
  readonly key: string | null
  readonly name: string
  readonly permissions: readonly string[]
  readonly live: boolean
}

export type CredentialPlan = {
  /** Positions, in the file's list, of the credentials to be created. */
  readonly creates: readonly number[]
  readonly changes: readonly { id: number; name: string; permissions: readonly string[] }[]
  readonly faults: readonly NetworkFault[]
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/**
 * Plans how a merchant's credentials of one kind become what the file says, given all that the merchant has. A revoked
 * or deleted credential stays as it is, and its key creates no other. Faults: more than ten live ones (D53, counted
 * with those created in an office), and two live ones of one name. `path` is the JSON path of the list.
 */
export function planCredentials(stored: readonly Stored[], wanted: readonly Wanted[], path: string): CredentialPlan {
  const creates: number[] = []
  const changes: { id: number; name: string; permissions: readonly string[] }[] = []
  const faults: NetworkFault[] = []
  const byKey = new Map(stored.flatMap((one) => (one.key === null ? [] : [[one.key, one] as const])))
  const keys = new Set(wanted.map((one) => one.key))
  const names = new Set(
    stored.filter((one) => one.live && (one.key === null || !keys.has(one.key))).map((one) => one.name),
  )
  let live = stored.filter((one) => one.live).length
  wanted.forEach((one, at) => {
    const existing = byKey.get(one.key)
    if (existing && !existing.live) return
    if (names.has(one.name)) faults.push({ path: `${path}[${at}].name`, message: 'is the name of another live one' })
    names.add(one.name)
    if (!existing) {
      creates.push(at)
      live += 1
      if (live > liveCredentialsMax) {
        faults.push({
          path: `${path}[${at}]`,
          message: `is more than ${liveCredentialsMax} live ones of this merchant`,
        })
      }
    } else if (existing.name !== one.name || !sameSet(existing.permissions, one.permissions)) {
      changes.push({ id: existing.id, name: one.name, permissions: one.permissions })
    }
  })
  return { creates, changes, faults }
}
