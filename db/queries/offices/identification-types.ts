import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, theOnly } from '@/db/rows'
import { identificationTypes } from '@/db/schema'

type Db = OfficeDb | OfficeTx

/** Those by which somebody can be registered: not the retired ones. */
export const listIdentificationTypes = (db: Db): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: identificationTypes.id, name: identificationTypes.name })
    .from(identificationTypes)
    .where(isNull(identificationTypes.retiredAt))
    .orderBy(asc(identificationTypes.id))

/** All that there ever were. */
export const listIdentificationTypesOfNetwork = (db: Db) =>
  db.select().from(identificationTypes).orderBy(asc(identificationTypes.id))

export const findIdentificationType = async (tx: OfficeTx, typeId: number) =>
  atMostOne(await tx.select().from(identificationTypes).where(eq(identificationTypes.id, typeId)))

/** One change at a time: the next id follows from those that there are. Tills go on reading. */
export async function lockIdentificationTypes(tx: OfficeTx): Promise<void> {
  await tx.execute(sql`lock table identification_types in share row exclusive mode`)
}

/** A row of an id that none had. */
export async function insertIdentificationType(tx: OfficeTx, name: string): Promise<number> {
  const next = sql`(select coalesce(max(id), 0) + 1 from identification_types)`
  return theOnly(
    await tx.insert(identificationTypes).values({ id: next, name }).returning({ id: identificationTypes.id }),
  ).id
}

export async function updateIdentificationType(
  tx: OfficeTx,
  typeId: number,
  changed: { readonly name: string } | { readonly retiredAt: Date },
): Promise<void> {
  theOnly(
    await tx
      .update(identificationTypes)
      .set(changed)
      .where(eq(identificationTypes.id, typeId))
      .returning({ id: identificationTypes.id }),
  )
}
