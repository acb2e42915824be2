import { credentialActions } from '@/lib/credentials/status'
import type { ApiKeyView, OAuthClientView } from '@/lib/credentials/views'
import type { Kind } from '../new-secret'

/** What the dialogs of a credential need to know of it. */
export type Target = {
  kind: Kind
  id: number
  name: string
  href: string
  isExpired: boolean
  rotatedAt: string
  /** From where it is accepted; empty for anywhere. */
  allowedAddresses: readonly string[]
  actions: readonly ('rotate' | 'replace' | 'restrict' | 'revoke' | 'delete')[]
}

/** An API key as its dialogs know it. */
export const targetOfKey = ({ id, name, status, allowedAddresses }: ApiKeyView): Target => ({
  kind: 'api_key',
  id,
  name,
  href: `/portal/integrations/keys/${id}`,
  isExpired: status === 'expired',
  rotatedAt: '',
  allowedAddresses: allowedAddresses ?? [],
  actions: credentialActions.apiKey[status],
})

/** An OAuth client as its dialogs know it. */
export const targetOfClient = ({ id, name, status, rotatedAt, allowedAddresses }: OAuthClientView): Target => ({
  kind: 'oauth_client',
  id,
  name,
  href: `/portal/integrations/clients/${id}`,
  isExpired: false,
  rotatedAt: rotatedAt?.toISOString() ?? '',
  allowedAddresses: allowedAddresses ?? [],
  actions: credentialActions.oauthClient[status],
})

/** Whether an act ends the credential. */
export const isEnd = (action: Target['actions'][number]): action is 'revoke' | 'delete' =>
  action === 'revoke' || action === 'delete'
