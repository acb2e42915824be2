import type { OfficeTx } from '@/db/office'
import { lockApiKey, markApiKeyRevoked, unmarkApiKey } from '@/db/queries/offices/api-keys'
import { lockOAuthClient, markOAuthClientDeleted, unmarkOAuthClient } from '@/db/queries/offices/oauth-clients'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { listBothKinds } from './list-credentials'
import type { CredentialReference } from './reference'
import { type Pair, pairOf } from './replacement'

/** What is done in the same way with credentials of both kinds. */
export const ofKind = {
  api_key: { lock: lockApiKey, unmark: unmarkApiKey, end: markApiKeyRevoked, ended: 'api_key_revoked' },
  oauth_client: {
    lock: lockOAuthClient,
    unmark: unmarkOAuthClient,
    end: markOAuthClientDeleted,
    ended: 'oauth_client_deleted',
  },
} as const

/** The pair whose new credential that is. Throws `not_found`, and `replacement_over` when one of the two has ended or it replaces nothing. */
export async function requirePair(tx: OfficeTx, merchantId: number, asked: CredentialReference): Promise<Pair> {
  const all = await listBothKinds(tx, merchantId)
  if (!all.some(({ kind, id }) => kind === asked.kind && id === asked.id)) throw new OfficeFault('not_found')
  const pair = pairOf(all, asked)
  if (pair?.successor.id !== asked.id) throw new OfficeFault('replacement_over')
  return pair
}

/** Locks a new credential and the one that it replaces: the older one first, as who locks many does. */
export async function lockPair(tx: OfficeTx, merchantId: number, asked: CredentialReference): Promise<void> {
  const { lock } = ofKind[asked.kind]
  const former = pairOf(await listBothKinds(tx, merchantId), asked)?.former.id ?? asked.id
  for (const id of [former, asked.id].toSorted((one, other) => one - other)) await lock(tx, merchantId, id)
}
