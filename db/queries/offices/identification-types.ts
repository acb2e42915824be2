import { asc } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { identificationTypes } from '@/db/schema'

export const listIdentificationTypes = (db: OfficeDb | OfficeTx): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: identificationTypes.id, name: identificationTypes.name })
    .from(identificationTypes)
    .orderBy(asc(identificationTypes.id))
