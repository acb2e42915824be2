import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { oauthClients, users } from '@/db/schema'
import { present } from '@/lib/kernel/assert'
import type { Replacement } from './api-keys'

/** OAuth clients as their merchant's office knows them. Hashes of secrets are written here and read by the tills' queries alone. */

const creator = alias(users, 'creator')
const deleter = alias(users, 'deleter')

const { id, name, clientId, permissions, createdAt, rotatedAt, deletedAt } = getTableColumns(oauthClients)

const columns = {
  id,
  name,
  clientId,
  permissions,
  createdAt,
  /** Null for one that was not made in an office. */
  createdBy: creator.name,
  rotatedAt,
  switchOverDismissedAt: oauthClients.switchOverDismissedAt,
  deletedAt,
  deletedBy: deleter.name,
  /** Networks from which it is accepted; null for anywhere. */
  allowedAddresses: oauthClients.allowedAddresses,
  /** Of one that replaces another: see `Replacement`. */
  replacesId: oauthClients.replacesId,
  quietHours: oauthClients.quietHours,
  canary: oauthClients.canary,
  lastTokenAt: oauthClients.lastTokenAt,
  lastTokenAddress: oauthClients.lastTokenAddress,
  lastTokenUserAgent: oauthClients.lastTokenUserAgent,
  lastUsedAt: oauthClients.lastUsedAt,
  lastUsedAddress: oauthClients.lastUsedAddress,
  lastUsedUserAgent: oauthClients.lastUsedUserAgent,
}

const select = (db: OfficeDb | OfficeTx) =>
  db
    .select(columns)
    .from(oauthClients)
    .leftJoin(creator, eq(creator.id, oauthClients.createdBy))
    .leftJoin(deleter, eq(deleter.id, oauthClients.deletedBy))

export type OAuthClientRecord = Awaited<ReturnType<typeof listOAuthClients>>[number]

/** Every OAuth client of a merchant, deleted or not, newest first. */
export const listOAuthClients = (db: OfficeDb | OfficeTx, merchantId: number) =>
  select(db).where(eq(oauthClients.merchantId, merchantId)).orderBy(desc(oauthClients.id))

export async function findOAuthClientOf(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  oauthClientId: number,
): Promise<OAuthClientRecord | undefined> {
  return atMostOne(
    await select(db).where(and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId))),
  )
}

/** By what people and machines know it (contract, 5). */
export async function findOAuthClientByClientId(
  tx: OfficeTx,
  merchantId: number,
  asked: string,
): Promise<OAuthClientRecord | undefined> {
  return atMostOne(
    await select(tx).where(and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.clientId, asked))),
  )
}

/** The names of the clients that count (D53): those not deleted. */
export async function listLiveOAuthClientNames(tx: OfficeTx, merchantId: number): Promise<string[]> {
  const rows = await tx
    .select({ name: oauthClients.name })
    .from(oauthClients)
    .where(and(eq(oauthClients.merchantId, merchantId), isNull(oauthClients.deletedAt)))
  return whole(rows).map((row) => row.name)
}

/** Until the transaction ends nobody else changes that client, and no token of it is issued. */
export async function lockOAuthClient(tx: OfficeTx, merchantId: number, oauthClientId: number): Promise<void> {
  await tx
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId)))
    .for('no key update')
}

export async function insertOAuthClient(
  tx: OfficeTx,
  merchantId: number,
  client: {
    name: string
    permissions: string[]
    clientId: string
    secretHash: Buffer
    createdBy: number
  } & Partial<Replacement>,
): Promise<{ id: number }> {
  const made = await tx
    .insert(oauthClients)
    .values({ ...client, merchantId })
    .returning({ id: oauthClients.id })
  return theOnly(made)
}

/** Gives a client another secret. The one before is kept to recognise it, never to accept it. */
export async function replaceClientSecret(
  tx: OfficeTx,
  merchantId: number,
  oauthClientId: number,
  secretHash: Buffer,
): Promise<Date> {
  const rows = await tx
    .update(oauthClients)
    .set({ previousSecretHash: sql`${oauthClients.secretHash}`, secretHash, rotatedAt: sql`now()` })
    .where(
      and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId), isNull(oauthClients.deletedAt)),
    )
    .returning({ rotatedAt: oauthClients.rotatedAt })
  return present(theOnly(rows).rotatedAt, 'this statement sets it')
}

/** Deletes every live client of a merchant, in the order of their ids, as who issues tokens locks them; their tokens die with them. */
export async function deleteLiveOAuthClients(
  tx: OfficeTx,
  merchantId: number,
  deletedBy: number,
): Promise<readonly { id: number; name: string }[]> {
  const live = and(eq(oauthClients.merchantId, merchantId), isNull(oauthClients.deletedAt))
  await tx.select({ id: oauthClients.id }).from(oauthClients).where(live).orderBy(oauthClients.id).for('no key update')
  const deleted = await tx
    .update(oauthClients)
    .set({ deletedAt: sql`now()`, deletedBy })
    .where(live)
    .returning({ id: oauthClients.id, name: oauthClients.name })
  return whole(deleted).toSorted((one, other) => one.id - other.id)
}

/** Sets from where a client that is not deleted is accepted. */
export async function restrictOAuthClient(
  tx: OfficeTx,
  merchantId: number,
  oauthClientId: number,
  allowedAddresses: string[] | null,
): Promise<void> {
  const restricted = await tx
    .update(oauthClients)
    .set({ allowedAddresses })
    .where(
      and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId), isNull(oauthClients.deletedAt)),
    )
    .returning({ id: oauthClients.id })
  theOnly(restricted)
}

/** Ends the replacing of another client by that one; both stay. */
export async function unmarkOAuthClient(tx: OfficeTx, merchantId: number, oauthClientId: number): Promise<void> {
  const unmarked = await tx
    .update(oauthClients)
    .set({ replacesId: null, quietHours: null, canary: null })
    .where(and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId)))
    .returning({ id: oauthClients.id })
  theOnly(unmarked)
}

export async function markOAuthClientDeleted(
  tx: OfficeTx,
  merchantId: number,
  oauthClientId: number,
  deletedBy: number,
): Promise<void> {
  const deleted = await tx
    .update(oauthClients)
    .set({ deletedAt: sql`now()`, deletedBy })
    .where(
      and(eq(oauthClients.merchantId, merchantId), eq(oauthClients.id, oauthClientId), isNull(oauthClients.deletedAt)),
    )
    .returning({ id: oauthClients.id })
  theOnly(deleted)
}
