import { type CredentialReference, credentialFormat } from '@/lib/credentials/reference'
import { type Format, integerId } from '@/lib/kernel/address'

/** What made a sale: a credential, or a member at the till in the browser (D68). */
export type MakerReference = CredentialReference | { readonly kind: 'member'; readonly id: number }

/** The same as an address names it: `key-12`, `client-3`, `member-7`. */
export const makerFormat: Format<MakerReference> = {
  read: (text) => {
    const id = integerId.read(/^member-(\d+)$/.exec(text)?.[1] ?? '')
    return id === undefined ? credentialFormat.read(text) : { kind: 'member', id }
  },
  write: (maker) =>
    maker.kind === 'member' ? `member-${maker.id}` : credentialFormat.write({ ...maker, kind: maker.kind }),
}
