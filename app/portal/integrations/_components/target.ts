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
  actions: readonly ('rotate' | 'revoke' | 'delete')[]
}

/** An API key as its dialogs know it. */
export const targetOfKey = ({ id, name, status }: ApiKeyView): Target => ({
  kind: 'api_key',
  id,
  name,
  href: `/portal/integrations/keys/${id}`,
  isExpired: status === 'expired',
  rotatedAt: '',
  actions: credentialActions.apiKey[status],
})

/** An OAuth client as its dialogs know it. */
export const targetOfClient = ({ id, name, status, rotatedAt }: OAuthClientView): Target => ({
  kind: 'oauth_client',
  id,
  name,
  href: `/portal/integrations/clients/${id}`,
  isExpired: false,
  rotatedAt: rotatedAt?.toISOString() ?? '',
  actions: credentialActions.oauthClient[status],
})
