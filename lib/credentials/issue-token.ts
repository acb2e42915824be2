import type { Database } from '@/db/database'
import { insertAccessToken, type OAuthClientRow } from '@/db/queries/tills/credentials'
import { mintAccessToken, type Secret } from './secret'

/**
 * A new access token of an authenticated client (D49). Undefined when the client was deleted, or its secret rotated, since it
 * was authenticated: a token never outlives its client.
 */
export async function issueToken(
  db: Database,
  client: OAuthClientRow,
  permissions: readonly string[],
  ttlSeconds: number,
): Promise<Secret | undefined> {
  const { accessToken, tokenHash } = mintAccessToken()
  const stored = await insertAccessToken(db, { client, tokenHash, permissions, ttlSeconds })
  return stored ? accessToken : undefined
}
