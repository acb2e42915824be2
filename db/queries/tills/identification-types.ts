import { asc } from 'drizzle-orm'
import type { Database } from '@/db/database'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { whole } from '@/db/rows'
import { identificationTypes } from '@/db/schema'

export async function listIdentificationTypes(db: Database) {
  const rows = await db.run(
    (sql) => sql<{ id: number; name: string }[]>`select id, name from identification_types order by id`,
  )
  return whole(rows)
}

/** The same for the offices, whose pool is another. */
export const listIdentificationTypesOfOffice = (db: OfficeDb | OfficeTx): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: identificationTypes.id, name: identificationTypes.name })
    .from(identificationTypes)
    .orderBy(asc(identificationTypes.id))
