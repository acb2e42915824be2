import { type ApiKeyRecord, listApiKeys } from '@/db/queries/offices/api-keys'
import { listOAuthClients, type OAuthClientRecord } from '@/db/queries/offices/oauth-clients'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { liveCredentialsMax } from './permissions'
import { type ApiKeyStatus, apiKeyStatus, type OAuthClientStatus } from './status'

export type ApiKeyView = ApiKeyRecord & { status: ApiKeyStatus }
export type OAuthClientView = OAuthClientRecord & { status: OAuthClientStatus }

/** The credentials of one kind, and how many of the ten that may be are taken (D53). */
export type CredentialList<View> = { credentials: View[]; used: number; max: number }

export const viewApiKey = (key: ApiKeyRecord): ApiKeyView => ({ ...key, status: apiKeyStatus(key) })
export const viewOAuthClient = (client: OAuthClientRecord): OAuthClientView => ({
  ...client,
  status: client.deletedAt === null ? 'live' : 'deleted',
})

/**
 * Every credential of the member's merchant, past ones too, newest first. Throws `permission_missing`: the page then says what is
 * missing.
 */
export async function listCredentials(
  ctx: OfficeContext,
): Promise<{ oauthClients: CredentialList<OAuthClientView>; apiKeys: CredentialList<ApiKeyView> }> {
  const { merchantId, permissions } = ctx.member
  if (!permissions.includes('merchant.integrations.manage')) throw new OfficeFault('permission_missing')
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
