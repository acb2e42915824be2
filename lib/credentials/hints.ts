import { type LocalDay, localDayOf } from '@/lib/language/days'
import type { CredentialPermission } from './permissions'
import type { CredentialReference } from './reference'

/** A live credential, as far as hints look at it. */
export type Looked = CredentialReference & {
  readonly name: string
  readonly createdAt: Date
  /** The last call, or the last request of a token. */
  readonly lastUsedAt: Date | null
  /** Of keys. */
  readonly expiresAt: Date | null
  readonly permissions: readonly string[]
}

/** What the calls and sales of credentials show; credentials that are not live are passed over. */
export type Seen = {
  /** Each branch once; two may have one name. */
  readonly branches: readonly (CredentialReference & { readonly branch: string })[]
  readonly departed: readonly (CredentialReference & { readonly maker: string })[]
  readonly wrongSecrets: readonly (CredentialReference & { readonly address: string; readonly times: number })[]
  /** Undefined when there are too many calls to know. */
  readonly uses: readonly (CredentialReference & { readonly reads: boolean; readonly redeems: boolean })[] | undefined
}

/** What is worth mending in a merchant's credentials. */
export type Hint =
  | { readonly kind: 'address'; readonly of: readonly Looked[]; readonly address: string; readonly times: number }
  | { readonly kind: 'departed'; readonly of: readonly [Looked]; readonly maker: string }
  | { readonly kind: 'together'; readonly of: readonly Looked[]; readonly day: LocalDay }
  | { readonly kind: 'branches'; readonly of: readonly [Looked]; readonly branches: readonly string[] }
  | { readonly kind: 'permission'; readonly of: readonly [Looked]; readonly permission: CredentialPermission }
  | { readonly kind: 'unused'; readonly of: readonly [Looked] }

const dayMs = 86_400_000
const idleDays = 30
/** Wrong secrets in a week: a till with an old one retries, and one that was mistyped once does not matter. */
const wrongSecretsMin = 20

const isSame = (a: CredentialReference) => (b: CredentialReference) => a.kind === b.kind && a.id === b.id

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

/** What is amiss with these credentials, the most urgent first. */
export function hintsOf(now: Date, live: readonly Looked[], seen: Seen): Hint[] {
  const isOld = (at: Date) => now.getTime() - at.getTime() >= idleDays * dayMs
  const isIdle = ({ createdAt, lastUsedAt }: Looked) => isOld(createdAt) && (lastUsedAt === null || isOld(lastUsedAt))
  const ofLive = <Row extends CredentialReference>(rows: readonly Row[]) =>
    rows.flatMap((row) => live.filter(isSame(row)).map((one) => ({ one, row })))

  const wrong = ofLive(seen.wrongSecrets)
  const addresses = distinct(wrong.map(({ row }) => row.address)).map((address) => {
    const there = wrong.filter(({ row }) => row.address === address)
    const times = there.reduce((sum, { row }) => sum + row.times, 0)
    return { kind: 'address' as const, of: there.map(({ one }) => one), address, times }
  })

  const keys = live.flatMap((one) => (one.expiresAt === null ? [] : [{ one, day: localDayOf(one.expiresAt) }]))
  const together = distinct(keys.map(({ day }) => day)).map((day) => ({
    kind: 'together' as const,
    of: keys.filter((key) => key.day === day).map(({ one }) => one),
    day,
  }))

  const branches = live.map((one) => ({
    kind: 'branches' as const,
    of: [one] as const,
    branches: seen.branches.filter(isSame(one)).map(({ branch }) => branch),
  }))

  // Nothing is known of one without kept calls, and nothing yet of one that was made lately.
  const settled = live.filter((one) => isOld(one.createdAt) && seen.uses?.some(isSame(one)))
  const permissions = settled.flatMap((one) => {
    const uses = seen.uses?.filter(isSame(one)) ?? []
    const unused = (permission: CredentialPermission, isUsed: boolean) =>
      one.permissions.includes(permission) && one.permissions.length > 1 && !isUsed
        ? [{ kind: 'permission' as const, of: [one] as const, permission }]
        : []
    return [
      ...unused(
        'core.integrations',
        uses.some(({ redeems }) => redeems),
      ),
      ...unused(
        'core.consumptions.read',
        uses.some(({ reads }) => reads),
      ),
    ]
  })

  return [
    ...addresses.filter(({ times }) => times >= wrongSecretsMin).toSorted((a, b) => b.times - a.times),
    ...ofLive(seen.departed).map(({ one, row }) => ({
      kind: 'departed' as const,
      of: [one] as const,
      maker: row.maker,
    })),
    ...together.filter(({ of }) => of.length > 1).toSorted((a, b) => a.day.localeCompare(b.day)),
    ...branches.filter((hint) => hint.branches.length > 1),
    ...permissions,
    ...live.filter(isIdle).map((one) => ({ kind: 'unused' as const, of: [one] as const })),
  ]
}
