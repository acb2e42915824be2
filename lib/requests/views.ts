import type { RequestRecord } from '@/db/queries/offices/api-requests'
import { type CredentialReference, referenceOf } from '@/lib/credentials/reference'

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
  return { ...row, credential: referenceOf({ apiKeyId, oauthClientId }) }
}
