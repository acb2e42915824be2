import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { deleteOldest } from '@/db/oldest'
import { atMostOne, theOnly } from '@/db/rows'
import { apiKeys, branches, handOffs, handOffWatches, merchants, oauthClients, terminals, users } from '@/db/schema'
import type { CredentialReference } from '@/lib/credentials/reference'

type Db = OfficeDb | OfficeTx

const isOpen = gt(handOffs.expiresAt, sql`now()`)

/** The column of a row that names its credential. */
const ofCredential = ({ kind, id }: CredentialReference) =>
  eq(kind === 'api_key' ? handOffs.apiKeyId : handOffs.oauthClientId, id)

const columnsOf = ({ kind, id }: CredentialReference) =>
  kind === 'api_key' ? { apiKeyId: id, oauthClientId: null } : { apiKeyId: null, oauthClientId: id }

/** How many hand-offs of a credential are open. */
export async function countHandOffs(
  tx: OfficeTx,
  merchantId: number,
  credential: CredentialReference,
): Promise<number> {
  const rows = await tx
    .select({ open: count() })
    .from(handOffs)
    .where(and(eq(handOffs.merchantId, merchantId), ofCredential(credential), isOpen))
  return theOnly(rows).open
}

export async function insertHandOff(
  tx: OfficeTx,
  merchantId: number,
  handOff: {
    credential: CredentialReference
    handleHash: Buffer
    ciphertext: Buffer
    branchId: number | null
    terminal: string | null
    hours: number
    createdBy: number
  },
): Promise<{ id: number; expiresAt: Date }> {
  const { credential, hours, ...row } = handOff
  const made = await tx
    .insert(handOffs)
    .values({
      ...row,
      ...columnsOf(credential),
      merchantId,
      expiresAt: sql`now() + ${hours}::int * interval '1 hour'`,
    })
    .returning({ id: handOffs.id, expiresAt: handOffs.expiresAt })
  return theOnly(made)
}

/** The open hand-offs of a credential, newest first. */
export const listHandOffs = (db: Db, merchantId: number, credential: CredentialReference) =>
  db
    .select({
      id: handOffs.id,
      branch: branches.name,
      terminal: handOffs.terminal,
      createdAt: handOffs.createdAt,
      createdBy: users.name,
      expiresAt: handOffs.expiresAt,
    })
    .from(handOffs)
    .innerJoin(users, eq(users.id, handOffs.createdBy))
    .leftJoin(branches, eq(branches.id, handOffs.branchId))
    .where(and(eq(handOffs.merchantId, merchantId), ofCredential(credential), isOpen))
    .orderBy(desc(handOffs.id))

const found = {
  id: handOffs.id,
  merchantId: handOffs.merchantId,
  merchant: merchants.name,
  apiKeyId: handOffs.apiKeyId,
  oauthClientId: handOffs.oauthClientId,
  name: sql<string>`coalesce(${apiKeys.name}, ${oauthClients.name})`,
  /** Of an OAuth client: not secret. */
  clientId: oauthClients.clientId,
  branchId: handOffs.branchId,
  branch: branches.name,
  terminal: handOffs.terminal,
  expiresAt: handOffs.expiresAt,
}

const selectFound = (db: Db) =>
  db
    .select({ ...found, maker: { email: users.email, language: users.language, disabledAt: users.disabledAt } })
    .from(handOffs)
    .innerJoin(merchants, eq(merchants.id, handOffs.merchantId))
    .innerJoin(users, eq(users.id, handOffs.createdBy))
    .leftJoin(apiKeys, eq(apiKeys.id, handOffs.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, handOffs.oauthClientId))
    .leftJoin(branches, eq(branches.id, handOffs.branchId))

export type HandOffRecord = Awaited<ReturnType<typeof selectFound>>[number]

/** An open hand-off by the digest of its handle, while its credential works. */
export const findHandOff = async (db: Db, handleHash: Buffer): Promise<HandOffRecord | undefined> =>
  atMostOne(
    await selectFound(db).where(
      and(
        eq(handOffs.handleHash, handleHash),
        isOpen,
        or(
          and(isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, sql`now()`)),
          and(sql`${oauthClients.id} is not null`, isNull(oauthClients.deletedAt)),
        ),
      ),
    ),
  )

/** Of a merchant's hand-offs, one that is still there. */
export const findHandOffOf = async (
  db: Db,
  merchantId: number,
  handOffId: number,
): Promise<HandOffRecord | undefined> =>
  atMostOne(await selectFound(db).where(and(eq(handOffs.merchantId, merchantId), eq(handOffs.id, handOffId), isOpen)))

/** Takes a hand-off away, with what it held: of simultaneous calls exactly one gets it. */
export async function takeHandOff(tx: OfficeTx, merchantId: number, handOffId: number): Promise<Buffer | undefined> {
  const taken = await tx
    .delete(handOffs)
    .where(and(eq(handOffs.merchantId, merchantId), eq(handOffs.id, handOffId), isOpen))
    .returning({ ciphertext: handOffs.ciphertext })
  return atMostOne(taken)?.ciphertext
}

/** Lets whoever has the token ask, for so many minutes, whether that credential is used. */
export async function insertWatch(
  tx: OfficeTx,
  merchantId: number,
  watch: { credential: CredentialReference; terminal: string | null; tokenHash: Buffer; minutes: number },
): Promise<void> {
  const { credential, terminal, tokenHash, minutes } = watch
  await tx.insert(handOffWatches).values({
    ...columnsOf(credential),
    merchantId,
    terminal,
    tokenHash,
    expiresAt: sql`now() + ${minutes}::int * interval '1 minute'`,
  })
}

/** When a hand-off was opened, the last uses of its credential, and the last call of its till with that credential. */
export async function findWatch(db: OfficeDb, tokenHash: Buffer) {
  const rows = await db
    .select({
      openedAt: handOffWatches.openedAt,
      isKey: sql<boolean>`${handOffWatches.apiKeyId} is not null`,
      lastCallAt: sql`coalesce(${apiKeys.lastUsedAt}, ${oauthClients.lastUsedAt})`.mapWith(apiKeys.lastUsedAt),
      lastTokenAt: oauthClients.lastTokenAt,
      lastCallOfTillAt: terminals.lastCallAt,
    })
    .from(handOffWatches)
    .leftJoin(apiKeys, eq(apiKeys.id, handOffWatches.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, handOffWatches.oauthClientId))
    .leftJoin(
      terminals,
      and(
        eq(terminals.merchantId, handOffWatches.merchantId),
        eq(terminals.terminal, handOffWatches.terminal),
        or(eq(terminals.apiKeyId, handOffWatches.apiKeyId), eq(terminals.oauthClientId, handOffWatches.oauthClientId)),
      ),
    )
    .where(and(eq(handOffWatches.tokenHash, tokenHash), gt(handOffWatches.expiresAt, sql`now()`)))
  return atMostOne(rows)
}

/** Deletes some of what is over: its secrets can be opened by nobody any more, and need not be kept. Whether some may be left. */
export async function sweepHandOffs(db: OfficeDb): Promise<boolean> {
  const moreHandOffs = await deleteOldest(db, handOffs.expiresAt, sql`now()`)
  const moreWatches = await deleteOldest(db, handOffWatches.expiresAt, sql`now()`)
  return moreHandOffs || moreWatches
}
