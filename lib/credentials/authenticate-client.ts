import type { Database } from '@/db/database'
import { findOAuthClient, type OAuthClientRow } from '@/db/queries/credentials'
import { isWellFormedSecret, matchesHash } from './secret'

/** A client by its id and secret; undefined, after the same work, when it is unknown, deleted, or the secret is another (D50, D52). */
export async function authenticateClient(
  db: Database,
  presented: { clientId: string; clientSecret: string },
): Promise<OAuthClientRow | undefined> {
  const { clientId, clientSecret } = presented
  // A typo needs no look-up.
  if (!/^m\d{1,10}-[a-z0-9]{16,40}$/.test(clientId) || !isWellFormedSecret(clientId, clientSecret)) return undefined
  const client = await findOAuthClient(db, clientId)
  return matchesHash(clientSecret, client?.secretHash) ? client : undefined
}
