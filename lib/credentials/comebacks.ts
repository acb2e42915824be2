import { foldName } from '@/lib/kernel/names'
import { apiKeyValidityDays, type CredentialPermission, credentialPermissions } from './permissions'
import type { CredentialReference } from './reference'
import type { CredentialView } from './views'

/** How long an ended credential is asked after. */
const keptMs = 7 * 86_400_000
const dayMs = 86_400_000

/** A credential that ended, what another like it would be made of, and the one that was made since. */
export type Comeback = CredentialReference & {
  readonly name: string
  readonly endedAt: Date
  readonly permissions: readonly CredentialPermission[]
  /** Of keys. */
  readonly validityDays: (typeof apiKeyValidityDays)[number]
  readonly replacement: (CredentialReference & { readonly called: boolean }) | undefined
}

/** When it was revoked or deleted. */
export const endOf = (one: CredentialView): Date | null => (one.kind === 'api_key' ? one.revokedAt : one.deletedAt)

/**
 * The credentials that were revoked or deleted in the last seven days, the last one first, once for each kind and name. What replaces
 * one is a live credential that was made to replace it (ADR-0043), or one of its kind and name that was made since it ended: what a form proposes.
 */
export function comebacksOf(all: readonly CredentialView[], now: Date): Comeback[] {
  const isLike = (one: CredentialView, other: CredentialView) =>
    one.kind === other.kind && foldName(one.name) === foldName(other.name)
  const replaces = (one: CredentialView, other: CredentialView) =>
    one.kind === other.kind && one.replacesId === other.id
  const ended = all
    .flatMap((one) => {
      const endedAt = endOf(one)
      // Given up: the one that it was to replace still works.
      if (all.some((other) => replaces(one, other) && endOf(other) === null)) return []
      return endedAt === null || endedAt.getTime() <= now.getTime() - keptMs ? [] : [{ one, endedAt }]
    })
    .toSorted((first, second) => second.endedAt.getTime() - first.endedAt.getTime() || second.one.id - first.one.id)
  return ended
    .filter(({ one }, at) => ended.findIndex((other) => isLike(one, other.one)) === at)
    .map(({ one, endedAt }) => {
      const made =
        all.find((other) => replaces(other, one) && other.status === 'live') ??
        all.find((other) => isLike(one, other) && other.status === 'live' && other.createdAt >= endedAt)
      return {
        ...{ kind: one.kind, id: one.id, name: one.name, endedAt },
        permissions: credentialPermissions.filter((permission) => one.permissions.includes(permission)),
        validityDays: validityOf(one),
        replacement: made && { kind: made.kind, id: made.id, called: made.lastUsedAt !== null },
      }
    })
}

/** The validity that is offered nearest to what a key had. */
export function validityOf(one: CredentialView): (typeof apiKeyValidityDays)[number] {
  if (one.kind !== 'api_key') return 90
  const days = (one.expiresAt.getTime() - one.createdAt.getTime()) / dayMs
  return apiKeyValidityDays.reduce((best, choice) => (Math.abs(choice - days) < Math.abs(best - days) ? choice : best))
}
