import type { Tx } from './network'

const tables = {
  apiKey: { table: 'api_keys', endedAt: 'revoked_at' },
  oauthClient: { table: 'oauth_clients', endedAt: 'deleted_at' },
} as const

export type CredentialKind = keyof typeof tables

export type StoredCredential = {
  readonly id: number
  readonly merchantId: number
  readonly key: string | null
  readonly name: string
  readonly permissions: readonly string[]
  /** Not revoked, not deleted (D53). */
  readonly live: boolean
  /** Null for an API key. */
  readonly clientId: string | null
}

/** Every credential of these merchants, live or not. */
export async function listCredentials(
  tx: Tx,
  kind: CredentialKind,
  merchantIds: readonly number[],
): Promise<StoredCredential[]> {
  const { table, endedAt } = tables[kind]
  return tx<StoredCredential[]>`
    select id, merchant_id as "merchantId", key, name, permissions, ${tx(endedAt)} is null as live,
           ${kind === 'oauthClient' ? tx`client_id` : tx`null::text`} as "clientId"
    from ${tx(table)} where merchant_id = any(${merchantIds}::int[]) order by id`
}

/** Until the transaction ends nobody else counts or creates credentials of these merchants (D53). */
export async function lockMerchants(tx: Tx, merchantIds: readonly number[]): Promise<void> {
  await tx`select from merchants where id = any(${merchantIds}::int[]) order by id for update`
}

export type CredentialChange = { readonly id: number; readonly name: string; readonly permissions: readonly string[] }

/** Gives credentials a name and permissions. All names are released first, so that two credentials may swap names. */
export async function changeCredentials(
  tx: Tx,
  kind: CredentialKind,
  changes: readonly CredentialChange[],
): Promise<void> {
  const { table } = tables[kind]
  const json = JSON.stringify(changes)
  await tx`
    update ${tx(table)} t set name = chr(1) || t.id
    from jsonb_to_recordset(${json}::text::jsonb) i (id int, name text) where t.id = i.id and t.name <> i.name`
  await tx`
    update ${tx(table)} t set name = i.name, permissions = i.permissions
    from jsonb_to_recordset(${json}::text::jsonb) i (id int, name text, permissions text[]) where t.id = i.id`
}

type NewCredential = {
  readonly merchantId: number
  readonly key: string
  readonly name: string
  readonly permissions: readonly string[]
  /** In hexadecimal. */
  readonly secretHash: string
}

/** New API keys, valid from now on, each with its audit event in the same statement. */
export async function insertApiKeys(
  tx: Tx,
  rows: readonly (NewCredential & { readonly prefix: string; readonly validityDays: number })[],
): Promise<void> {
  await tx`
    with made as (
      insert into api_keys (merchant_id, key, name, permissions, prefix, secret_hash, expires_at)
      select i."merchantId", i.key, i.name, i.permissions, i.prefix, decode(i."secretHash", 'hex'),
             now() + make_interval(days => i."validityDays")
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) i
        ("merchantId" int, key text, name text, permissions text[], prefix text, "secretHash" text, "validityDays" int)
      returning id, merchant_id, name, permissions)
    insert into audit_events (merchant_id, actor, action, subject_type, subject_id, details)
    select merchant_id, 'operator', 'api_key.created', 'api_key', id::text,
           jsonb_build_object('name', name, 'permissions', permissions)
    from made order by id`
}

/** New OAuth clients, each with its audit event in the same statement. */
export async function insertOAuthClients(
  tx: Tx,
  rows: readonly (NewCredential & { readonly clientId: string })[],
): Promise<void> {
  await tx`
    with made as (
      insert into oauth_clients (merchant_id, key, name, permissions, client_id, secret_hash)
      select i."merchantId", i.key, i.name, i.permissions, i."clientId", decode(i."secretHash", 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) i
        ("merchantId" int, key text, name text, permissions text[], "clientId" text, "secretHash" text)
      returning id, merchant_id, name, permissions)
    insert into audit_events (merchant_id, actor, action, subject_type, subject_id, details)
    select merchant_id, 'operator', 'oauth_client.created', 'oauth_client', id::text,
           jsonb_build_object('name', name, 'permissions', permissions)
    from made order by id`
}
