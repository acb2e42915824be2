import { listTerminalsOf } from '@/db/queries/offices/switch-over'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { endOf, validityOf } from './comebacks'
import { nameLengthMax } from './drafts'
import { expiryOf } from './expiry'
import { listBothKinds } from './list-credentials'
import { later } from './moments'
import { integrationsPermission, liveCredentialsMax } from './permissions'
import type { CredentialReference } from './reference'
import { endableAt, lastUseOf, type Pair, pairOf, replacingStateOf, successorName } from './replacement'
import type { SwitchingTill } from './show-switch-over'
import { type SwitchState, switchStates } from './switch-over'

type Reader = Pick<OfficeContext, 'db' | 'member'>

type Named = CredentialReference & { readonly name: string }

const named = ({ kind, id, name }: Pair['former']): Named => ({ kind, id, name })

/** How far the replacing of a credential has come. */
export type Replacing = {
  readonly former: Named & { readonly lastUse: Date | null }
  readonly successor: Named & { readonly lastUse: Date | null }
  readonly startedAt: Date
  readonly startedBy: string | null
  /** The worst first, then by branch and name. */
  readonly tills: readonly SwitchingTill[]
  readonly counts: Readonly<Record<SwitchState, number>>
  /** The till that is changed first; `state` is undefined when no till of that name called with either credential. */
  readonly canary: { readonly name: string; readonly state: SwitchState | undefined } | undefined
  readonly quietHours: number
  /** From when on the former one may be ended, if nobody uses it before. */
  readonly endableAt: Date
  readonly isEndable: boolean
}

/** The replacing that a credential is part of, as either of the two; undefined without one. Throws `permission_missing`. */
export async function showReplacement(
  { db, member }: Reader,
  credential: CredentialReference,
  now: Date,
): Promise<Replacing | undefined> {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const pair = pairOf(await listBothKinds(db, merchantId), credential)
  if (pair === undefined) return undefined
  const { former, successor } = pair
  const rows = await listTerminalsOf(db, merchantId, { kind: credential.kind, ids: [former.id, successor.id] })
  const stateOf = (row: (typeof rows)[number]) => replacingStateOf(row, successor)
  const tills = rows
    .map((row): SwitchingTill => {
      const state = stateOf(row)
      const isRefused = state === 'refused'
      return {
        id: row.id,
        name: row.name ?? (row.terminal === '' ? row.fromAddress : row.terminal),
        branch: row.branchName,
        state,
        seenAt: isRefused ? row.refusedAt : later(row.lastCallAt, row.lastTokenAt),
        address: isRefused ? row.refusedAddress : row.address,
      }
    })
    .toSorted((one, other) => switchStates.indexOf(one.state) - switchStates.indexOf(other.state))
  const countOf = (state: SwitchState) => tills.filter((till) => till.state === state).length
  const canary = rows.find(({ terminal }) => terminal === successor.canary)
  const at = endableAt(pair)
  return {
    former: { ...named(former), lastUse: lastUseOf(former) },
    successor: { ...named(successor), lastUse: lastUseOf(successor) },
    startedAt: successor.createdAt,
    startedBy: successor.createdBy,
    tills,
    counts: {
      refused: countOf('refused'),
      former: countOf('former'),
      unheard: countOf('unheard'),
      switched: countOf('switched'),
    },
    canary:
      successor.canary === null
        ? undefined
        : { name: canary?.name ?? successor.canary, state: canary && stateOf(canary) },
    quietHours: successor.quietHours,
    endableAt: at,
    isEndable: now >= at,
  }
}

/** What the replacing of a credential would make, or why it cannot begin. */
export type Proposal =
  | { readonly state: 'full'; readonly max: number }
  | { readonly state: 'replacing'; readonly former: Named; readonly successor: Named }
  | {
      readonly state: 'open'
      readonly name: string
      readonly permissions: readonly string[]
      readonly allowedAddresses: readonly string[]
      /** Of keys. */
      readonly expiresAt: Date | undefined
      /** The two take the last place. */
      readonly isLast: boolean
      readonly max: number
      /** The tills that name themselves and whose last credential it was, by branch and name. */
      readonly tills: readonly { readonly terminal: string; readonly name: string; readonly branch: string | null }[]
    }

/** Throws `permission_missing`, and `not_found` for what is not there or has ended. */
export async function proposeReplacement(
  { db, member }: Reader,
  { kind, id }: CredentialReference,
  now: Date,
): Promise<Proposal> {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const all = await listBothKinds(db, merchantId)
  const former = all.find((one) => one.kind === kind && one.id === id)
  if (former === undefined || former.status !== 'live') throw new OfficeFault('not_found')
  const pair = pairOf(all, former)
  if (pair !== undefined) return { state: 'replacing', former: named(pair.former), successor: named(pair.successor) }
  const taken = all.filter((one) => one.kind === kind && endOf(one) === null).map((one) => one.name)
  const max = liveCredentialsMax
  if (taken.length >= max) return { state: 'full', max }
  const rows = await listTerminalsOf(db, merchantId, { kind, ids: [id] })
  return {
    state: 'open',
    name: successorName(former.name, taken, nameLengthMax),
    permissions: former.permissions,
    allowedAddresses: former.allowedAddresses ?? [],
    expiresAt: former.kind === 'api_key' ? expiryOf(now, validityOf(former)) : undefined,
    isLast: taken.length === max - 1,
    max,
    tills: rows.flatMap(({ terminal, name, branchName }) =>
      terminal === '' ? [] : [{ terminal, name: name ?? terminal, branch: branchName }],
    ),
  }
}
