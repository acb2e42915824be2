import { and, asc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly, whole } from '@/db/rows'
import { collaborators, imports, installation, users } from '@/db/schema'
import type { LiveKeys } from '@/lib/identification/identification'

type Db = OfficeDb | OfficeTx

/**
 * The generation with which rows are written, held until the transaction ends: a change of the key waits for who writes, and who
 * writes afterwards writes with the new one (ADR-0060).
 */
export async function holdKeyGeneration(tx: OfficeTx): Promise<LiveKeys> {
  theOnly(await tx.execute(sql`select hold_key_generation()`))
  const row = atMostOne(await tx.select(state).from(installation))
  return row ?? { keyGeneration: 1, halfRekeyed: false }
}

const state = {
  keyGeneration: installation.keyGeneration,
  halfRekeyed: sql<boolean>`${installation.oldDataKeyDigest} is not null`,
}

const person = {
  id: collaborators.id,
  identificationTypeId: collaborators.identificationTypeId,
  ciphertext: collaborators.identificationCiphertext,
  keyGeneration: collaborators.keyGeneration,
  hmac: collaborators.identificationHmac,
  isErased: sql<boolean>`${collaborators.erasedAt} is not null`,
}

export type KeyedPerson = Awaited<ReturnType<typeof lockPeopleByHmacs>>[number]

/** Those of all companies who stand under one of these HMACs, locked until the transaction ends, in the order of their ids. */
export const lockPeopleByHmacs = async (tx: OfficeTx, hmacs: readonly Buffer[]) =>
  whole(
    await tx
      .select(person)
      .from(collaborators)
      .where(inArray(collaborators.identificationHmac, [...hmacs]))
      .orderBy(asc(collaborators.id))
      .for('update'),
  )

export type RekeyedPerson = Pick<KeyedPerson, 'id' | 'ciphertext' | 'keyGeneration' | 'hmac'>

/** Writes people who are locked under another generation. */
export async function rekeyPeople(tx: OfficeTx, people: readonly RekeyedPerson[]): Promise<void> {
  const json = JSON.stringify(
    people.map(({ id, ciphertext, keyGeneration, hmac }) => ({
      ...{ id, keyGeneration },
      ...{ ciphertext: ciphertext.toString('hex'), hmac: hmac.toString('hex') },
    })),
  )
  await tx.execute(sql`
    update collaborators c set identification_hmac = decode(i.hmac, 'hex'),
      identification_ciphertext = decode(i.ciphertext, 'hex'), key_generation = i."keyGeneration"
    from jsonb_to_recordset(${json}::text::jsonb) as i (id bigint, hmac text, ciphertext text, "keyGeneration" int)
    where c.id = i.id`)
}

/** After which id, and how many: what was brought forward already is not read again (ADR-0071). */
type Part = { readonly after: number; readonly limit: number }

/** Some of the people of other generations, locked; whom somebody else has locked is left for later. */
export const takePeopleToRekey = async (tx: OfficeTx, generation: number, { after, limit }: Part) =>
  whole(
    await tx
      .select(person)
      .from(collaborators)
      .where(and(gt(collaborators.id, after), ne(collaborators.keyGeneration, generation)))
      .orderBy(asc(collaborators.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )

const account = {
  id: users.id,
  totpSecret: users.totpSecret,
  totpKeyGeneration: users.totpKeyGeneration,
  totpPendingSecret: users.totpPendingSecret,
  totpPendingKeyGeneration: users.totpPendingKeyGeneration,
}

export type KeyedUser = Awaited<ReturnType<typeof takeUsersToRekey>>[number]

/** The same of accounts. */
export const takeUsersToRekey = async (tx: OfficeTx, generation: number, { after, limit }: Part) =>
  whole(
    await tx
      .select(account)
      .from(users)
      .where(
        and(
          gt(users.id, after),
          or(
            and(isNotNull(users.totpSecret), ne(users.totpKeyGeneration, generation)),
            and(isNotNull(users.totpPendingSecret), ne(users.totpPendingKeyGeneration, generation)),
          ),
        ),
      )
      .orderBy(asc(users.id))
      .limit(limit)
      .for('no key update', { skipLocked: true }),
  )

export async function rekeyUser(tx: OfficeTx, { id, ...secrets }: KeyedUser): Promise<void> {
  theOnly(await tx.update(users).set(secrets).where(eq(users.id, id)).returning({ id: users.id }))
}

const held = {
  id: imports.id,
  kind: imports.kind,
  merchantId: imports.merchantId,
  companyId: imports.companyId,
  sealedRows: imports.sealedRows,
  keyGeneration: imports.keyGeneration,
}

export type KeyedImport = Awaited<ReturnType<typeof takeImportsToRekey>>[number]

/** The same of uploaded files, one at a time, since one may be large. */
export const takeImportsToRekey = async (tx: OfficeTx, generation: number, { after }: Pick<Part, 'after'>) =>
  whole(
    await tx
      .select(held)
      .from(imports)
      .where(and(gt(imports.id, after), isNotNull(imports.sealedRows), ne(imports.keyGeneration, generation)))
      .orderBy(asc(imports.id))
      .limit(1)
      .for('no key update', { skipLocked: true }),
  )

export async function rekeyImport(tx: OfficeTx, { id, sealedRows, keyGeneration }: KeyedImport): Promise<void> {
  theOnly(
    await tx.update(imports).set({ sealedRows, keyGeneration }).where(eq(imports.id, id)).returning({ id: imports.id }),
  )
}

/** How many rows do not stand under the generation. */
export async function countOfOtherGenerations(db: Db, generation: number): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    select ((select count(*) from collaborators where key_generation <> ${generation}::int)
      + (select count(*) from users where totp_secret is not null and totp_key_generation <> ${generation}::int
           or totp_pending_secret is not null and totp_pending_key_generation <> ${generation}::int)
      + (select count(*) from imports where sealed_rows is not null and key_generation <> ${generation}::int))::int as count`)
  return theOnly(rows).count
}

/** People after an id, in the order of their ids. */
export const listKeyedPeople = async (db: Db, afterId: number, limit: number) =>
  whole(
    await db
      .select(person)
      .from(collaborators)
      .where(gt(collaborators.id, afterId))
      .orderBy(asc(collaborators.id))
      .limit(limit),
  )

/** Accounts with a secret of two-step verification, after an id. */
export const listKeyedUsers = async (db: Db, afterId: number, limit: number) =>
  whole(
    await db
      .select(account)
      .from(users)
      .where(and(gt(users.id, afterId), or(isNotNull(users.totpSecret), isNotNull(users.totpPendingSecret))))
      .orderBy(asc(users.id))
      .limit(limit),
  )

export const listKeyedImports = async (db: Db, afterId: number) =>
  whole(await db.select(held).from(imports).where(gt(imports.id, afterId)).orderBy(asc(imports.id)).limit(1))

const keys = {
  dataKeyDigest: installation.dataKeyDigest,
  keyGeneration: installation.keyGeneration,
  oldDataKeyDigest: installation.oldDataKeyDigest,
  carriedKeys: installation.carriedKeys,
}

export type Installation = NonNullable<Awaited<ReturnType<typeof findInstallation>>>

/** Undefined of a database that nothing has served yet. */
export const findInstallation = async (db: Db) => atMostOne(await db.select(keys).from(installation))

/** Waits until nobody writes with the present generation, and keeps others from writing until the transaction ends. */
export async function lockKeyGeneration(tx: OfficeTx): Promise<void> {
  await tx.execute(sql`select lock_key_generation()`)
}

export async function setInstallation(tx: OfficeTx, changed: Partial<Installation>): Promise<void> {
  theOnly(await tx.update(installation).set(changed).returning({ id: installation.id }))
}
