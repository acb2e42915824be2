import type { OfficeTx } from '@/db/office'
import { findApiKeyByPrefix } from '@/db/queries/offices/api-keys'
import { findOAuthClientByClientId } from '@/db/queries/offices/oauth-clients'
import { giveAttemptBack, takeAttempt } from '@/lib/accounts/take-attempt'
import { attempt, attemptView } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from './permissions'
import type { PublicName } from './shape'
import { type ApiKeyView, type OAuthClientView, viewApiKey, viewOAuthClient } from './views'

/** A credential of the member's merchant. */
export type FoundCredential =
  | { readonly kind: 'api_key'; readonly view: ApiKeyView }
  | { readonly kind: 'oauth_client'; readonly view: OAuthClientView }

/**
 * The credential of the member's merchant with this prefix or client id, live or not; undefined for another merchant's exactly as for
 * one that never was. Searches that find none are counted for each member. Each is in the audit trail with the public name, which is
 * all of a credential that comes here. Throws `permission_missing`, `too_many_attempts`.
 */
export async function findCredential(ctx: OfficeContext, asked: PublicName): Promise<FoundCredential | undefined> {
  const { merchantId, userId } = ctx.member
  const searcher = `merchant ${merchantId} user ${userId}`
  const search = { permission: integrationsPermission, action: `${asked.kind}.searched` } as const
  // Counted before it is made, and also when the rest fails.
  await attemptView(ctx, search, () => takeAttempt(ctx.db, 'credential_search', searcher))
  return attempt(ctx, search, async ({ tx, record }) => {
    const found = await find(tx, merchantId, asked)
    const subject = found && { type: found.kind, id: found.view.id }
    await record({ name: asked.name }, subject)
    if (found) await giveAttemptBack(tx, 'credential_search', searcher)
    return found
  })
}

async function find(
  tx: OfficeTx,
  merchantId: number,
  { kind, name }: PublicName,
): Promise<FoundCredential | undefined> {
  if (kind === 'api_key') {
    const key = await findApiKeyByPrefix(tx, merchantId, name)
    return key && { kind, view: viewApiKey(key) }
  }
  const client = await findOAuthClientByClientId(tx, merchantId, name)
  return client && { kind, view: viewOAuthClient(client) }
}
