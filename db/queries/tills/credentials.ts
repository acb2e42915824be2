import { type Database, gathered, gatheredWrite } from '@/db/database'
import { limitColumns, merchantInForce, namedLimits } from '@/db/policies'
import { readsOf, writesOf, writtenJoin } from '@/db/questions'
import { type Columns, inOrder, theOnly, type Values, whole } from '@/db/rows'
import type { MerchantLimits } from '@/lib/policies/policies'

type CredentialRow = {
  id: number
  merchantId: number
  permissions: string[]
  merchantEnabled: boolean
  /** Networks from which it is accepted; null for anywhere. */
  allowedAddresses: string[] | null
  /** The test environment looks further into its calls. */
  inSandbox: boolean
  limits: MerchantLimits
}

/** Why a credential is no longer valid. Its merchant is told the reason; the caller of the API is not. */
type EndReason = 'revoked' | 'expired' | 'deleted'

export type ApiKeyRow = CredentialRow & { secretHash: Buffer; endReason: EndReason | null }

export type AccessTokenRow = CredentialRow & { endReason: EndReason | null }

/** The parts of a statement that reads a credential: undefined where there is none, for which there is a row too. */
export type CredentialParts<Row> = { readonly columns: Columns<Row | undefined>; readonly joins: string }

/** Two lists of seven and four columns, and what they tell of either kind from the first of them on. */
const credentialTexts = (own: readonly [string, string, string, string, string, string, string]) => [
  ...own,
  ...limitColumns.texts,
]
const credentialAt = (row: Values, at: number): AccessTokenRow => ({
  id: row[at] as number,
  merchantId: row[at + 1] as number,
  permissions: row[at + 2] as string[],
  merchantEnabled: row[at + 3] as boolean,
  allowedAddresses: row[at + 4] as string[] | null,
  inSandbox: row[at + 5] as boolean,
  endReason: row[at + 6] as EndReason | null,
  limits: limitColumns.read(row, at + 7),
})
const credentialWidth = 11

/** The parts of a statement that reads the API key of a question `q` by its `prefix`. */
export const apiKeyParts: CredentialParts<ApiKeyRow> = {
  columns: {
    texts: [
      ...credentialTexts([
        'k.id',
        'k.merchant_id',
        'k.permissions',
        'm.enabled',
        'k.allowed_addresses',
        'k.in_sandbox',
        'k.end_reason',
      ]),
      'k.secret_hash',
    ],
    read: (row, at) =>
      row[at] === null
        ? undefined
        : Object.assign(credentialAt(row, at), { secretHash: row[at + credentialWidth] as Buffer }),
  },
  joins: `
    left join lateral (
      select k.id, k.merchant_id, k.permissions, k.allowed_addresses, coalesce(k.sandbox_until > now(), false) as in_sandbox,
        case when k.revoked_at is not null then 'revoked' when now() >= k.expires_at then 'expired' end as end_reason,
        k.secret_hash
      from api_keys k where k.prefix = q.prefix
      offset 0) k on true
    left join lateral ${merchantInForce('k.merchant_id')} on true`,
}

/** The parts of a statement that reads the client behind the access token of a question `q` by its digest, `hex`. */
export const accessTokenParts: CredentialParts<AccessTokenRow> = {
  columns: {
    texts: credentialTexts([
      'c.id',
      'c.merchant_id',
      'c.permissions',
      'm.enabled',
      'c.allowed_addresses',
      'c.in_sandbox',
      'coalesce(c.end_reason, t.end_reason)',
    ]),
    read: (row, at) => (row[at] === null ? undefined : credentialAt(row, at)),
  },
  joins: `
    left join lateral (
      select t.merchant_id, t.oauth_client_id, t.permissions,
        case when t.revoked_at is not null then 'revoked' when now() >= t.expires_at then 'expired' end as end_reason
      from access_tokens t where t.token_hash = decode(q.hex, 'hex')
      offset 0) t on true
    left join lateral (
      select c.id, c.merchant_id, array(select unnest(t.permissions) intersect select unnest(c.permissions)) as permissions,
        c.allowed_addresses, coalesce(c.sandbox_until > now(), false) as in_sandbox,
        case when c.deleted_at is not null then 'deleted' end as end_reason
      from oauth_clients c where c.merchant_id = t.merchant_id and c.id = t.oauth_client_id
      offset 0) c on true
    left join lateral ${merchantInForce('t.merchant_id')} on true`,
}

const readApiKeys = readsOf(
  { prefix: 'text' },
  ({ from }) => `
  select q.n::int, ${apiKeyParts.columns.texts.join(', ')}
  from ${from}
  ${apiKeyParts.joins}`,
)

const readAccessTokens = readsOf(
  { hex: 'text' },
  ({ from }) => `
  select q.n::int, ${accessTokenParts.columns.texts.join(', ')}
  from ${from}
  ${accessTokenParts.joins}`,
)

/** An API key by its prefix, live or not. No cache: what was revoked a moment ago is refused by the next call (D57). */
export const findApiKey = gathered<string, ApiKeyRow | undefined>(async (db, prefixes) => {
  const rows = await readApiKeys(db, [prefixes])
  return rows.map((row) => apiKeyParts.columns.read(row, 1))
})

/**
 * The client behind an access token, live or not, by the token's digest (D49). A token of a deleted client has an `endReason`,
 * and a live one may do what it was issued for as far as its client still may (D57).
 */
export const findAccessToken = gathered<string, AccessTokenRow | undefined>(async (db, tokenHashes) => {
  const rows = await readAccessTokens(db, [tokenHashes])
  return rows.map((row) => accessTokenParts.columns.read(row, 1))
})

export type OAuthClientRow = {
  id: number
  merchantId: number
  clientId: string
  permissions: string[]
  secretHash: Buffer
  /** Of the secret before the last rotation. */
  previousSecretHash: Buffer | null
  allowedAddresses: string[] | null
  inSandbox: boolean
  deleted: boolean
}

type TokenAsked = {
  clientId: string
  secretHash: Buffer
  /** What the token is to permit; null for all that its client may. */
  permissions: readonly string[] | null
  tokenHash: Buffer
  ttlSeconds: number
}

const oauthClientColumns: Columns<OAuthClientRow | undefined> = {
  texts: [
    'c.id',
    'c.merchant_id',
    'c.client_id',
    'c.permissions',
    'c.secret_hash',
    'c.previous_secret_hash',
    'c.allowed_addresses',
    'coalesce(c.sandbox_until > now(), false)',
    'c.deleted_at is not null',
  ],
  read: (row, at) =>
    row[at] === null
      ? undefined
      : {
          id: row[at] as number,
          merchantId: row[at + 1] as number,
          clientId: row[at + 2] as string,
          permissions: row[at + 3] as string[],
          secretHash: row[at + 4] as Buffer,
          previousSecretHash: row[at + 5] as Buffer | null,
          allowedAddresses: row[at + 6] as string[] | null,
          inSandbox: row[at + 7] as boolean,
          deleted: row[at + 8] as boolean,
        },
}

const issue = writesOf(
  { client_id: 'text', secret_hash: 'text', permissions: 'text[]', token_hash: 'text', ttl_seconds: 'int' },
  ({ from, areSeveral }) => `
  with asked as materialized (
    select q.n::int, q.secret_hash, q.permissions, decode(q.token_hash, 'hex') as token_hash, q.ttl_seconds, c.id as client
    from ${from}
    left join lateral (select id from oauth_clients where client_id = q.client_id offset 0) c on true
    order by c.id
  ), stored as (
    insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
    select t.token_hash, c.merchant_id, c.id, coalesce(t.permissions, c.permissions),
      now() + t.ttl_seconds * interval '1 second'
    from asked t cross join lateral (
      select c.id, c.merchant_id, c.permissions from oauth_clients c
      where c.id = t.client and c.secret_hash = decode(t.secret_hash, 'hex') and (c.deleted_at is null) is not false
        and c.allowed_addresses is null and (c.sandbox_until > now()) is not true
        and (t.permissions is null or t.permissions <@ c.permissions)
      for share offset 0) c
    returning token_hash
  )
  select t.n, s.token_hash is not null, ${oauthClientColumns.texts.join(', ')}
  from asked t
  ${writtenJoin(areSeveral)} stored s on s.token_hash = t.token_hash
  left join oauth_clients c on c.id = t.client`,
)

/**
 * A client by its public id, and whether a token of it was stored: by one statement in place of two (ADR-0076), where nobody could refuse
 * it. The secret is the present one, the client is not deleted, may do what the token is to permit, and has no allowed addresses
 * and nothing staged. Else the client is read alone. It is locked as by `insertAccessToken`. It is sought before anything is joined, and
 * its end is asked for so that no index of the live ones alone fits (ADR-0070).
 */
export async function findClientAndIssue(
  db: Database,
  { clientId, secretHash, permissions, tokenHash, ttlSeconds }: TokenAsked,
): Promise<{ client: OAuthClientRow | undefined; isStored: boolean }> {
  const row = await issue(db, {
    client_id: clientId,
    secret_hash: secretHash.toString('hex'),
    permissions,
    token_hash: tokenHash.toString('hex'),
    ttl_seconds: ttlSeconds,
  })
  return { client: oauthClientColumns.read(row, 2), isStored: row[1] as boolean }
}

const readOAuthClients = readsOf(
  { client_id: 'text' },
  ({ from }) => `
  select q.n::int, ${oauthClientColumns.texts.join(', ')}
  from ${from}
  left join oauth_clients c on c.client_id = q.client_id`,
)

/** A client by its public id, deleted or not. */
export const findOAuthClient = gathered<string, OAuthClientRow | undefined>(async (db, clientIds) => {
  const rows = await readOAuthClients(db, [clientIds])
  return rows.map((row) => oauthClientColumns.read(row, 1))
})

type NewAccessToken = {
  client: Pick<OAuthClientRow, 'id' | 'merchantId' | 'secretHash'>
  tokenHash: Buffer
  permissions: readonly string[]
  ttlSeconds: number
}

/**
 * Stores a new access token if its client still is what was authenticated: not deleted, the secret not rotated. The client's row
 * is locked FOR SHARE, in the order of ids, so that an issue and a deletion at the same time happen one after the other, also of several
 * clients, and a token never outlives its client. False when the client is gone or its secret was rotated.
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
  const rows = await sql<{ n: number; isStored: boolean }[]>`
    with asked as (
      select n, client, merchant, secret_hash, decode(token_hash, 'hex') as token_hash, permissions, ttl_seconds
      from json_to_recordset(${JSON.stringify(asked)}::text::json) as t (
        n int, client int, merchant int, secret_hash text, token_hash text, permissions text[], ttl_seconds int)
    ), stored as (
      insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
      select t.token_hash, c.merchant_id, c.id, t.permissions, now() + t.ttl_seconds * interval '1 second'
      from asked t join oauth_clients c on c.id = t.client and c.merchant_id = t.merchant
        and c.deleted_at is null and c.secret_hash = decode(t.secret_hash, 'hex')
      order by c.id
      for share of c
      returning token_hash
    )
    select t.n, s.token_hash is not null as "isStored"
    from asked t ${sql.unsafe(writtenJoin(true))} stored s on s.token_hash = t.token_hash`
  return inOrder(rows, tokens.length).map((row) => row.isStored)
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
  return new Set(whole(rows).map((row) => row.id))
}

/** The credential of a call, which was accepted a moment ago, with its merchant and the branches that a call may name (D59). */
export async function findOwnCredential(
  db: Database,
  merchantId: number,
  { kind, id }: { readonly kind: 'api_key' | 'oauth_client'; readonly id: number },
) {
  const rows = await db.run((sql) => {
    const [table, expiresAt] =
      kind === 'api_key' ? [sql('api_keys'), sql`c.expires_at`] : [sql('oauth_clients'), sql`null::timestamptz`]
    return sql<
      (MerchantLimits & {
        merchantName: string
        name: string
        permissions: string[]
        expiresAt: Date | null
        serverTime: Date
        branches: { id: number; name: string }[]
      })[]
    >`
      select m.name as "merchantName", c.name, c.permissions, ${expiresAt} as "expiresAt", now() as "serverTime",
        ${sql.unsafe(namedLimits)}, coalesce((select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.id) from branches b
          where b.merchant_id = m.id and b.active), '[]') as branches
      from ${table} c join merchants m on m.id = c.merchant_id cross join limits_in_force(m.id) l
      where c.merchant_id = ${merchantId} and c.id = ${id}`
  })
  return theOnly(rows)
}
