import type { ApiKeyRecord } from '@/db/queries/offices/api-keys'
import type { OAuthClientRecord } from '@/db/queries/offices/oauth-clients'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type ApiKeyStatus, apiKeyStatus, type OAuthClientStatus } from './status'

export type ApiKeyView = ApiKeyRecord & { status: ApiKeyStatus }
export type OAuthClientView = OAuthClientRecord & { status: OAuthClientStatus }

/** A credential of either kind. */
export type CredentialView =
  | (ApiKeyView & { readonly kind: 'api_key' })
  | (OAuthClientView & { readonly kind: 'oauth_client' })

export const viewApiKey = (key: ApiKeyRecord): ApiKeyView => ({ ...key, status: apiKeyStatus(key) })
export const viewOAuthClient = (client: OAuthClientRecord): OAuthClientView => ({
  ...client,
  status: client.deletedAt === null ? 'live' : 'deleted',
})

/** Throws `already_revoked`, with who revoked the key and when. */
export function refuseRevoked({ name, revokedAt, revokedBy }: ApiKeyRecord): void {
  if (revokedAt === null) return
  throw new OfficeFault('already_revoked', { values: { name, by: revokedBy ?? '', at: revokedAt.toISOString() } })
}

/** Throws `already_deleted`, with who deleted the client and when. */
export function refuseDeleted({ name, deletedAt, deletedBy }: OAuthClientRecord): void {
  if (deletedAt === null) return
  throw new OfficeFault('already_deleted', { values: { name, by: deletedBy ?? '', at: deletedAt.toISOString() } })
}
