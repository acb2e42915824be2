import type { OAuthClientRow } from '@/db/queries/tills/credentials'
import type { Refusal } from './calls'
import { digest, isSameHash, isWellFormedSecret } from './secret'
import { isWellFormedClientId } from './shape'

/** A client, or the reason of the refusal, which only the client's merchant sees; no reason when the id is malformed. */
export type Presented =
  | { readonly client: OAuthClientRow; readonly refusal?: undefined }
  | { readonly client?: undefined; readonly refusal: Refusal | undefined }

/**
 * The client with this id and secret; a refusal, after the same work, when it is unknown, deleted, or the secret is another
 * (D50, D52). `find` reads the client by its id, and is given the hash of the secret that was presented.
 */
export async function authenticateClient(
  presented: { clientId: string; clientSecret: string },
  find: (clientId: string, secretHash: Buffer) => Promise<OAuthClientRow | undefined>,
): Promise<Presented> {
  const { clientId, clientSecret } = presented
  if (!isWellFormedClientId(clientId)) return { refusal: undefined }
  const refused = (reason: Refusal['reason']) => ({
    refusal: { caller: { kind: 'oauth_client', name: clientId } as const, reason },
  })
  // A typo needs no look-up.
  if (!isWellFormedSecret(clientId, clientSecret)) return refused('wrong_secret')
  const secretHash = digest(clientSecret)
  const client = await find(clientId, secretHash)
  const isCurrent = isSameHash(secretHash, client?.secretHash)
  const isPrevious = isSameHash(secretHash, client?.previousSecretHash ?? undefined)
  if (client && isCurrent && !client.deleted) return { client }
  return refused(isCurrent ? 'deleted' : isPrevious ? 'previous_secret' : 'wrong_secret')
}
