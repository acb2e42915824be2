import { findSellers } from '@/db/queries/offices/credential-impact'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { type Comeback, comebacksOf, endOf } from './comebacks'
import { listBothKinds } from './list-credentials'
import { integrationsPermission, liveCredentialsMax } from './permissions'

/**
 * Every credential of the member's merchant, what has come back of those that ended in the last seven days, and how many more may be
 * made of each kind (D53). Throws `permission_missing`.
 */
export async function listComebacks({ db, member }: Pick<OfficeContext, 'db' | 'member'>, now: Date) {
  requirePermission(member, integrationsPermission)
  const { merchantId } = member
  const all = await listBothKinds(db, merchantId)
  const comebacks = comebacksOf(all, now)
  const made = comebacks.flatMap(({ replacement }) => replacement ?? [])
  const idsOf = (kind: Comeback['kind']) => made.filter((one) => one.kind === kind).map(({ id }) => id)
  const sellers = await findSellers(db, merchantId, {
    apiKeyIds: idsOf('api_key'),
    oauthClientIds: idsOf('oauth_client'),
  })
  const sold = ({ kind, id }: Pick<Comeback, 'kind' | 'id'>) =>
    (kind === 'api_key' ? sellers.apiKeyIds : sellers.oauthClientIds).includes(id)
  const roomOf = (kind: Comeback['kind']) =>
    liveCredentialsMax - all.filter((one) => one.kind === kind && endOf(one) === null).length
  return {
    /** The live keys: others had better not end on their days. */
    live: all.flatMap((one) => (one.kind === 'api_key' && one.status === 'live' ? [one] : [])),
    credentials: all.map((one) => ({ kind: one.kind, id: one.id, name: one.name, endedAt: endOf(one) })),
    comebacks: comebacks.map(({ replacement, ...ended }) => ({
      ...ended,
      replacement: replacement && { ...replacement, sold: sold(replacement) },
    })),
    room: { api_key: roomOf('api_key'), oauth_client: roomOf('oauth_client') },
  }
}

export type Comebacks = Awaited<ReturnType<typeof listComebacks>>
