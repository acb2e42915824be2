import type { RequestRecord } from '@/db/queries/offices/api-requests'
import type { CredentialReference } from '@/lib/credentials/reference'
import { present } from '@/lib/kernel/assert'

/** One call, as the list shows it. */
export type RequestView = Omit<RequestRecord, 'apiKeyId' | 'oauthClientId'> & {
  readonly credential: CredentialReference
}

/** A row with its credential in one field. */
export function viewOf<Row extends Pick<RequestRecord, 'apiKeyId' | 'oauthClientId'>>({
  apiKeyId,
  oauthClientId,
  ...row
}: Row): Omit<Row, 'apiKeyId' | 'oauthClientId'> & { credential: CredentialReference } {
  if (apiKeyId !== null) return { ...row, credential: { kind: 'api_key', id: apiKeyId } }
  return { ...row, credential: { kind: 'oauth_client', id: present(oauthClientId, 'each call is one credential’s') } }
}
