import { and, arrayContains, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { apiKeys, merchantMemberships, merchants, users } from '@/db/schema'
import type { ExpiryWarningDays } from '@/lib/credentials/status'

/** API keys as their merchant's office knows them. The hash of a secret is written here and read by the tills' queries alone. */

const creator = alias(users, 'creator')
const revoker = alias(users, 'revoker')

const { id, name, prefix, permissions, createdAt, expiresAt, revokedAt } = getTableColumns(apiKeys)

const columns = {
  id,
  name,
  prefix,
  permissions,
  createdAt,
  /** Null for one that was not made in an office. */
  createdBy: creator.name,
  expiresAt,
  /** Until it expires, on the database's clock, which is the one that decides. */
  secondsLeft: sql`extract(epoch from ${apiKeys.expiresAt} - now())`.mapWith(Number),
  revokedAt,
  revokedBy: revoker.name,
  /** Networks from which it is accepted; null for anywhere. */
  allowedAddresses: apiKeys.allowedAddresses,
  /** Of one that replaces another: see `Replacement`. */
  replacesId: apiKeys.replacesId,
  quietHours: apiKeys.quietHours,
  canary: apiKeys.canary,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedAddress: apiKeys.lastUsedAddress,
  lastUsedUserAgent: apiKeys.lastUsedUserAgent,
}

const select = (db: OfficeDb | OfficeTx) =>
  db
    .select(columns)
    .from(apiKeys)
    .leftJoin(creator, eq(creator.id, apiKeys.createdBy))
    .leftJoin(revoker, eq(revoker.id, apiKeys.revokedBy))

export type ApiKeyRecord = Awaited<ReturnType<typeof listApiKeys>>[number]

/** Of what replaces another credential: from where it is accepted, as the other, and what its mark says (ADR-0043). */
export type Replacement = {
  readonly allowedAddresses: string[] | null
  readonly replacesId: number
  readonly quietHours: number
  readonly canary: string | null
}

/** Every API key of a merchant, live or not, newest first. */
export const listApiKeys = (db: OfficeDb | OfficeTx, merchantId: number) =>
  select(db).where(eq(apiKeys.merchantId, merchantId)).orderBy(desc(apiKeys.id))

export async function findApiKeyOf(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  keyId: number,
): Promise<ApiKeyRecord | undefined> {
  return atMostOne(await select(db).where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId))))
}

/** By what people and machines know it (contract, 5). */
export async function findApiKeyByPrefix(
  tx: OfficeTx,
  merchantId: number,
  keyPrefix: string,
): Promise<ApiKeyRecord | undefined> {
  return atMostOne(await select(tx).where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.prefix, keyPrefix))))
}

/** The names of the keys that count (D53): those not revoked. */
export async function listLiveApiKeyNames(tx: OfficeTx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt)))
  return whole(rows).map((row) => row.name)
}

/** Until the transaction ends nobody else changes that key. Tills do not wait: they lock only the row's key. */
export async function lockApiKey(tx: OfficeTx, merchantId: number, keyId: number): Promise<void> {
  await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))
    .for('no key update')
}

/** A new key, valid from now on. */
export async function insertApiKey(
  tx: OfficeTx,
  merchantId: number,
  key: {
    name: string
    permissions: string[]
    prefix: string
    secretHash: Buffer
    expiresAt: Date
    createdBy: number
  } & Partial<Replacement>,
): Promise<{ id: number }> {
  const made = await tx
    .insert(apiKeys)
    .values({ ...key, merchantId })
    .returning({ id: apiKeys.id })
  return theOnly(made)
}

export async function markApiKeyRevoked(
  tx: OfficeTx,
  merchantId: number,
  keyId: number,
  revokedBy: number,
): Promise<void> {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  theOnly(revoked)
}

/** Revokes every key of a merchant that counts (D53), in the order of their ids; what somebody else is changing is waited for. */
export async function revokeLiveApiKeys(
  tx: OfficeTx,
  merchantId: number,
  revokedBy: number,
): Promise<readonly { id: number; name: string }[]> {
  const counts = and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt))
  await tx.select({ id: apiKeys.id }).from(apiKeys).where(counts).orderBy(apiKeys.id).for('no key update')
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()`, revokedBy })
    .where(counts)
    .returning({ id: apiKeys.id, name: apiKeys.name })
  return whole(revoked).toSorted((one, other) => one.id - other.id)
}

/** Sets from where a key that is not revoked is accepted. */
export async function restrictApiKey(
  tx: OfficeTx,
  merchantId: number,
  keyId: number,
  allowedAddresses: string[] | null,
): Promise<void> {
  const restricted = await tx
    .update(apiKeys)
    .set({ allowedAddresses })
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id })
  theOnly(restricted)
}

/** Ends the replacing of another key by that one; both stay. */
export async function unmarkApiKey(tx: OfficeTx, merchantId: number, keyId: number): Promise<void> {
  const unmarked = await tx
    .update(apiKeys)
    .set({ replacesId: null, quietHours: null, canary: null })
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))
    .returning({ id: apiKeys.id })
  theOnly(unmarked)
}

/** So many tills are named in a warning. */
const tillsNamed = 20

/**
 * Keys that expire within 30, 7 or 1 days, each with everybody who may manage it and has not had this warning: only the nearest
 * of the three that is due, and none that was due within two days of the making of the key, whose last day is a longer one.
 * `once` is the `onceKey` of the warning's mail.
 */
export const listExpiryWarningsDue = (db: OfficeDb, limit: number) => {
  const days = sql<ExpiryWarningDays>`case when ${apiKeys.expiresAt} <= now() + interval '1 day' then 1
    when ${apiKeys.expiresAt} <= now() + interval '7 days' then 7 else 30 end`
  // Those that say who they are, and whose last accepted call was by this key.
  const tills = sql`from terminals t where t.merchant_id = ${apiKeys.merchantId} and t.api_key_id = ${apiKeys.id}
    and t.terminal <> '' and t.archived_at is null`
  const once = sql<string>`'api_key_expiring:' || ${apiKeys.id} || ':' || (${days}) || ':' || ${users.id}`
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      expiresAt: apiKeys.expiresAt,
      days: days.mapWith(Number),
      once,
      /** The tills that stop with it: how many, and the names of the most recent ones. */
      tillCount: sql`(select count(*) ${tills})`.mapWith(Number),
      tills: sql<
        string[]
      >`array(select coalesce(t.name, t.terminal) ${tills} order by t.seen_at desc, t.id limit ${tillsNamed})`,
      merchant: merchants.name,
      email: users.email,
      language: users.language,
    })
    .from(apiKeys)
    .innerJoin(merchants, eq(merchants.id, apiKeys.merchantId))
    .innerJoin(merchantMemberships, eq(merchantMemberships.merchantId, apiKeys.merchantId))
    .innerJoin(users, eq(users.id, merchantMemberships.userId))
    .where(
      and(
        isNull(apiKeys.revokedAt),
        sql`${apiKeys.expiresAt} > now() and ${apiKeys.expiresAt} <= now() + interval '30 days'`,
        sql`${apiKeys.createdAt} < ${apiKeys.expiresAt} - (${days} + 2) * interval '1 day'`,
        arrayContains(merchantMemberships.permissions, ['merchant.integrations.manage']),
        isNull(users.disabledAt),
        sql`not exists (select from mails where once_key = ${once})`,
      ),
    )
    .orderBy(apiKeys.expiresAt)
    .limit(limit)
}
