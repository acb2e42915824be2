import { type CredentialReference, credentialFormat } from '@/lib/credentials/reference'
import { parameter } from '@/lib/kernel/address'

/** Where a merchant's office shows its sandbox. */
export const sandboxPage = '/portal/integrations/sandbox'

/** Whose last calls the page shows. */
export const followedCredential = parameter('credential', credentialFormat)

/** The page with the last calls of that credential. */
export const followingPath = (credential: CredentialReference): string =>
  `${sandboxPage}?${new URLSearchParams(followedCredential.write(credential).map(([name, text]) => [name, text]))}`
