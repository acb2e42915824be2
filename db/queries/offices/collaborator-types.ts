import { and, count, eq, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { isThere, theOnly } from '@/db/rows'
import { collaborators, collaboratorTypes, grants } from '@/db/schema'

type Db = OfficeDb | OfficeTx

const byName = sql`${collaboratorTypes.name} collate "es-x-icu"`

/** The types of a company's people, by name. */
export const listCollaboratorTypes = (db: Db, companyId: number): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: collaboratorTypes.id, name: collaboratorTypes.name })
    .from(collaboratorTypes)
    .where(eq(collaboratorTypes.companyId, companyId))
    .orderBy(byName, collaboratorTypes.id)

/** The same, each with how many active people are of it and how many discounts are granted to it by itself. */
export function countByCollaboratorType(db: Db, companyId: number) {
  const given = db
    .select({ typeId: grants.collaboratorTypeId, grants: count().as('grants') })
    .from(grants)
    .where(eq(grants.companyId, companyId))
    .groupBy(grants.collaboratorTypeId)
    .as('given')
  return db
    .select({
      id: collaboratorTypes.id,
      name: collaboratorTypes.name,
      people: sql<number>`(count(${collaborators.id}) filter (where ${collaborators.active}))::int`,
      grants: sql<number>`coalesce(max(${given.grants}), 0)::int`,
    })
    .from(collaboratorTypes)
    .leftJoin(
      collaborators,
      and(
        eq(collaborators.companyId, collaboratorTypes.companyId),
        eq(collaborators.collaboratorTypeId, collaboratorTypes.id),
      ),
    )
    .leftJoin(given, eq(given.typeId, collaboratorTypes.id))
    .where(eq(collaboratorTypes.companyId, companyId))
    .groupBy(collaboratorTypes.id, collaboratorTypes.name)
    .orderBy(byName, collaboratorTypes.id)
}

export async function insertCollaboratorType(tx: OfficeTx, companyId: number, name: string): Promise<number> {
  return theOnly(await tx.insert(collaboratorTypes).values({ companyId, name }).returning({ id: collaboratorTypes.id }))
    .id
}

/** Says whether the company has such a type. */
export async function renameCollaboratorType(
  tx: OfficeTx,
  companyId: number,
  id: number,
  name: string,
): Promise<boolean> {
  const changed = await tx
    .update(collaboratorTypes)
    .set({ name })
    .where(and(eq(collaboratorTypes.companyId, companyId), eq(collaboratorTypes.id, id)))
    .returning({ id: collaboratorTypes.id })
  return isThere(changed)
}
