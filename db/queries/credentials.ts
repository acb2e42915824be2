import { type Database, gathered, gatheredWrite } from '@/db/database'

type CredentialRow = {
  id: number
  merchantId: number
  permissions: string[]
  merchantEnabled: boolean
}

/** Why a credential is no longer one: what its merchant is told, and the wire is not. */
type Dead = 'revoked' | 'expired' | 'deleted'

export type ApiKeyRow = CredentialRow & { prefix: string; secretHash: Buffer; dead: Dead | null }

export type AccessTokenRow = CredentialRow & { dead: Dead | null }

/** An API key by its prefix, live or not. No cache: what was revoked a moment ago is refused by the next call (D57). */
export const findApiKey = gathered<string, ApiKeyRow | undefined>(async (db, prefixes) => {
  const rows = await db.run(
    (sql) => sql<ApiKeyRow[]>`
      select k.id, k.merchant_id as "merchantId", k.permissions, m.enabled as "merchantEnabled", k.prefix,
        k.secret_hash as "secretHash",
        case when k.revoked_at is not null then 'revoked' when now() >= k.expires_at then 'expired' end as dead
      from api_keys k join merchants m on m.id = k.merchant_id
      where k.prefix = any(${prefixes as string[]}::text[])`,
  )
  const byPrefix = new Map(rows.map((row) => [row.prefix, row]))
  return prefixes.map((prefix) => byPrefix.get(prefix))
})

/**
 * The client behind an access token, live or not, by the token's digest (D49). A token of a deleted client is dead, and a live one
 * may do what it was issued for as far as its client still may (D57).
 */
export const findAccessToken = gathered<string, AccessTokenRow | undefined>(async (db, tokenHashes) => {
  const rows = await db.run(
    (sql) => sql<(AccessTokenRow & { tokenHash: string })[]>`
      select c.id, c.merchant_id as "merchantId", m.enabled as "merchantEnabled", encode(t.token_hash, 'hex') as "tokenHash",
        array(select unnest(t.permissions) intersect select unnest(c.permissions)) as permissions,
        case when c.deleted_at is not null then 'deleted' when t.revoked_at is not null then 'revoked'
          when now() >= t.expires_at then 'expired' end as dead
      from access_tokens t
      join oauth_clients c on c.merchant_id = t.merchant_id and c.id = t.oauth_client_id
      join merchants m on m.id = t.merchant_id
      where t.token_hash in (select decode(hex, 'hex') from unnest(${tokenHashes as string[]}::text[]) hex)`,
  )
  const byHash = new Map(rows.map((row) => [row.tokenHash, row]))
  return tokenHashes.map((hash) => byHash.get(hash))
})

export type OAuthClientRow = {
  id: number
  merchantId: number
  clientId: string
  permissions: string[]
  secretHash: Buffer
  /** Of the secret before the last rotation. */
  previousSecretHash: Buffer | null
  deleted: boolean
}

/** A client by its public id, deleted or not. */
export const findOAuthClient = gathered<string, OAuthClientRow | undefined>(async (db, clientIds) => {
  const rows = await db.run(
    (sql) => sql<OAuthClientRow[]>`
      select id, merchant_id as "merchantId", client_id as "clientId", permissions, secret_hash as "secretHash",
        previous_secret_hash as "previousSecretHash", deleted_at is not null as deleted
      from oauth_clients where client_id = any(${clientIds as string[]}::text[])`,
  )
  const byClientId = new Map(rows.map((row) => [row.clientId, row]))
  return clientIds.map((clientId) => byClientId.get(clientId))
})

type NewAccessToken = {
  client: Pick<OAuthClientRow, 'id' | 'merchantId' | 'secretHash'>
  tokenHash: Buffer
  permissions: readonly string[]
  ttlSeconds: number
}

/**
 * Stores a new access token if its client still is what was authenticated: not deleted, the secret not rotated. The client's
 * row is locked FOR SHARE, so that of an issue and a deletion at once one goes first, and a token never outlives its client.
 * False when the client is gone or its secret is another by now.
 */
export const insertAccessToken = gatheredWrite<NewAccessToken, boolean>(async (sql, tokens) => {
  const asked = tokens.map(({ client, tokenHash, permissions, ttlSeconds }, at) => ({
    n: at + 1,
    client: client.id,
    merchant: client.merchantId,
    secret_hash: client.secretHash.toString('hex'),
    token_hash: tokenHash.toString('hex'),
    permissions,
    ttl_seconds: ttlSeconds,
  }))
  const rows = await sql<{ tokenHash: string }[]>`
    with asked as (
      select * from json_to_recordset(${JSON.stringify(asked)}::text::json) as t (
        n int, client int, merchant int, secret_hash text, token_hash text, permissions text[], ttl_seconds int)
    )
    insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
    select decode(t.token_hash, 'hex'), c.merchant_id, c.id, t.permissions, now() + t.ttl_seconds * interval '1 second'
    from asked t join oauth_clients c on c.id = t.client and c.merchant_id = t.merchant
      and c.deleted_at is null and c.secret_hash = decode(t.secret_hash, 'hex')
    for share of c
    returning encode(token_hash, 'hex') as "tokenHash"`
  const stored = new Set(rows.map((row) => row.tokenHash))
  return asked.map((one) => stored.has(one.token_hash))
})

/** Revokes an access token of that client, if there is one (RFC 7009). */
export async function revokeAccessToken(db: Database, clientId: number, tokenHash: Buffer): Promise<void> {
  await db.run(
    (sql) => sql`
      update access_tokens set revoked_at = now()
      where token_hash = ${tokenHash}::bytea and oauth_client_id = ${clientId} and revoked_at is null`,
  )
}

export type LastUse = {
  kind: 'api_key' | 'oauth_client' | 'oauth_client_token'
  credentialId: number
  at: Date
  address: string | null
  userAgent: string | null
}

/**
 * Writes down last uses, forward only, live credentials only, and at most once a minute each whichever process saw them (D55).
 * A value in the future (a clock that was wrong) is corrected. Rows that somebody holds locked are passed over.
 * Returns the credentials whose stored value is now at least as new as what was given.
 */
export async function writeLastUses(
  db: Database,
  kind: LastUse['kind'],
  uses: readonly LastUse[],
): Promise<Set<number>> {
  const rows = await db.run((sql) => {
    const table = sql(kind === 'api_key' ? 'api_keys' : 'oauth_clients')
    const column = (name: string) => sql(kind === 'oauth_client_token' ? `last_token_${name}` : `last_used_${name}`)
    const live = kind === 'api_key' ? sql`c.revoked_at is null` : sql`c.deleted_at is null`
    return sql<{ id: number }[]>`
      with seen as (
        select * from unnest(
          ${uses.map((u) => u.credentialId)}::int[], ${uses.map((u) => u.at.toISOString())}::timestamptz[],
          ${uses.map((u) => u.address)}::text[], ${uses.map((u) => u.userAgent)}::text[]) as s (id, at, address, user_agent)
      ), due as (
        select c.id from ${table} c join seen s on s.id = c.id
        where ${live} and (c.${column('at')} is null or c.${column('at')} <= s.at - interval '1 minute' or c.${column('at')} > now())
        for update of c skip locked
      )
      update ${table} c
      set ${column('at')} = s.at, ${column('address')} = s.address, ${column('user_agent')} = s.user_agent
      from seen s join due d on d.id = s.id where c.id = s.id
      returning c.id`
  })
  return new Set(rows.map((row) => row.id))
}
