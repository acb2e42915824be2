import { foldName } from '@/lib/kernel/names'
import { endOf } from './comebacks'
import { later } from './moments'
import type { CredentialReference } from './reference'
import type { SwitchState } from './switch-over'
import type { CredentialView } from './views'

/** How one credential takes the place of another while both work (ADR-0043). */

/** After how many hours without a use the credential that is replaced may be ended: one of them is chosen at the beginning. */
export const quietHoursChoices = [1, 24] as const

/** Two credentials that both stand: the one that is replaced, and the one that is made to replace it. */
export type Pair = {
  readonly former: CredentialView
  readonly successor: CredentialView & { readonly quietHours: number }
}

/** The pair that a credential is one of; undefined when it is of none, and when one of the two has ended. */
export function pairOf(all: readonly CredentialView[], { kind, id }: CredentialReference): Pair | undefined {
  return pairsOf(all).find(({ former, successor }) => former.kind === kind && (former.id === id || successor.id === id))
}

/** The pairs of a merchant. */
export function pairsOf(all: readonly CredentialView[]): Pair[] {
  const standing = all.filter((one) => endOf(one) === null)
  return standing.flatMap((successor) => {
    const { kind, replacesId, quietHours } = successor
    const former = standing.find((one) => one.kind === kind && one.id === replacesId)
    return former === undefined || quietHours === null ? [] : [{ former, successor: { ...successor, quietHours } }]
  })
}

const suffix = / \((\d{1,3})\)$/u

/** The name of another credential in the place of that one: the same with a number behind, such as `Caja 1 (2)`, which none has yet. */
export function successorName(name: string, taken: readonly string[], lengthMax: number): string {
  const names = new Set(taken.map(foldName))
  const [, digits] = suffix.exec(name) ?? []
  const base = name.replace(suffix, '')
  for (let number = digits === undefined ? 2 : Number(digits) + 1; ; number++) {
    const behind = ` (${number})`
    const next = `${shortened(base, lengthMax - behind.length)}${behind}`
    if (!names.has(foldName(next))) return next
  }
}

/** At most so many units, and no half of a character. */
const shortened = (text: string, lengthMax: number): string => {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > lengthMax) break
    short += character
  }
  return short.trimEnd()
}

type Used = Pick<CredentialView, 'lastUsedAt'> & { readonly lastTokenAt?: Date | null }

/** When a credential was last used, by a call or for a token (D55). */
export const lastUseOf = ({ lastUsedAt, lastTokenAt = null }: Used): Date | null => later(lastUsedAt, lastTokenAt)

/** From when on the credential that is replaced may be ended, if nobody uses it before. */
export function endableAt({ former, successor }: Pair): Date {
  const since = later(successor.createdAt, lastUseOf(former)) ?? successor.createdAt
  return new Date(since.getTime() + successor.quietHours * 3_600_000)
}

/** Reasons for which a credential itself was turned away: what presents it is not in, or not as it should be. */
const turnedAway: readonly (string | null)[] = [
  'wrong_secret',
  'previous_secret',
  'address_not_allowed',
  'expired',
  'revoked',
  'deleted',
]

export type ReplacingTill = {
  /** The last accepted credential of the pair's kind. */
  readonly credentialId: number | null
  readonly lastCallAt: Date | null
  readonly lastTokenAt: Date | null
  readonly refusedAt: Date | null
  readonly refusedReason: string | null
}

/**
 * Where a till stands since the replacing began: `refused` when it was turned away last, `switched` when the new credential was its last
 * accepted one, `former` when it has called with the other since, `unheard` when nothing came from it.
 */
export function replacingStateOf(
  till: ReplacingTill,
  { id, createdAt }: { readonly id: number; readonly createdAt: Date },
): SwitchState {
  const { refusedAt, refusedReason } = till
  const acceptedAt = later(till.lastCallAt, till.lastTokenAt)
  const wasTurnedAway = refusedAt !== null && refusedAt >= createdAt && turnedAway.includes(refusedReason)
  if (wasTurnedAway && (acceptedAt === null || refusedAt > acceptedAt)) return 'refused'
  if (till.credentialId === id) return 'switched'
  return acceptedAt !== null && acceptedAt >= createdAt ? 'former' : 'unheard'
}
