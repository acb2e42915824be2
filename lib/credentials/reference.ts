import { type Format, integerId } from '@/lib/kernel/address'

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
