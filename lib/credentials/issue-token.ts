import type { Database } from '@/db/database'
import { findClientAndIssue, insertAccessToken, type OAuthClientRow } from '@/db/queries/tills/credentials'
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

/**
 * The client with that id, and a token of it where nothing could refuse one with these permissions, or with all of the client's (null).
 * The caller gets the token only when the client is found to be who it says.
 */
export async function findAndIssue(
  db: Database,
  clientId: string,
  secretHash: Buffer,
  permissions: readonly string[] | null,
  ttlSeconds: number,
): Promise<{ client: OAuthClientRow | undefined; accessToken: Secret | undefined }> {
  const { accessToken, tokenHash } = mintAccessToken()
  const { client, isStored } = await findClientAndIssue(db, {
    clientId,
    secretHash,
    permissions,
    tokenHash,
    ttlSeconds,
  })
  return { client, accessToken: isStored ? accessToken : undefined }
}
