import { type Format, integerId } from '@/lib/kernel/address'
import { present } from '@/lib/kernel/assert'

/** A credential of a merchant. */
export type CredentialReference = { readonly kind: 'api_key' | 'oauth_client'; readonly id: number }

/** A credential as an address names it: `key-12`, `client-3`. */
export const credentialFormat: Format<CredentialReference> = {
  read: (text) => {
    const [, kind, digits] = /^(key|client)-(\d+)$/.exec(text) ?? []
    const id = integerId.read(digits ?? '')
    return id === undefined ? undefined : { kind: kind === 'key' ? 'api_key' : 'oauth_client', id }
  },
  write: ({ kind, id }) => `${kind === 'api_key' ? 'key' : 'client'}-${id}`,
}

/** The credential that a row names in one of two columns. */
export const referenceOf = (row: {
  readonly apiKeyId: number | null
  readonly oauthClientId: number | null
}): CredentialReference =>
  row.apiKeyId === null
    ? { kind: 'oauth_client', id: present(row.oauthClientId, 'what is done is done with one credential') }
    : { kind: 'api_key', id: row.apiKeyId }

/** The page of a credential in its merchant's office. */
export const credentialPath = ({ kind, id }: CredentialReference): string =>
  `/portal/integrations/${kind === 'api_key' ? 'keys' : 'clients'}/${id}`
