import type { OfficeDb, OfficeTx } from '@/db/office'
import { listApiKeys } from '@/db/queries/offices/api-keys'
import { listOAuthClients } from '@/db/queries/offices/oauth-clients'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission, liveCredentialsMax } from './permissions'
import { type ApiKeyView, type CredentialView, type OAuthClientView, viewApiKey, viewOAuthClient } from './views'

/** Every credential of a merchant, of either kind, also revoked and deleted ones. */
export async function listBothKinds(db: OfficeDb | OfficeTx, merchantId: number): Promise<CredentialView[]> {
  const [keys, clients] = await Promise.all([listApiKeys(db, merchantId), listOAuthClients(db, merchantId)])
  return [
    ...keys.map((key) => ({ ...viewApiKey(key), kind: 'api_key' as const })),
    ...clients.map((client) => ({ ...viewOAuthClient(client), kind: 'oauth_client' as const })),
  ]
}

/** The credentials of one kind, and how many of the ten allowed are used (D53). */
export type CredentialList<View> = { credentials: View[]; used: number; max: number }

/**
 * Every credential of the member's merchant, also revoked and deleted ones, newest first. Throws `permission_missing`: the page
 * then says which permission is missing.
 */
export async function listCredentials(
  ctx: OfficeContext,
): Promise<{ oauthClients: CredentialList<OAuthClientView>; apiKeys: CredentialList<ApiKeyView> }> {
  const { merchantId } = ctx.member
  requirePermission(ctx.member, integrationsPermission)
  const [clients, keys] = await Promise.all([listOAuthClients(ctx.db, merchantId), listApiKeys(ctx.db, merchantId)])
  return {
    oauthClients: {
      credentials: clients.map(viewOAuthClient),
      used: clients.filter((one) => one.deletedAt === null).length,
      max: liveCredentialsMax,
    },
    apiKeys: {
      credentials: keys.map(viewApiKey),
      // An expired key counts until it is revoked.
      used: keys.filter((one) => one.revokedAt === null).length,
      max: liveCredentialsMax,
    },
  }
}
