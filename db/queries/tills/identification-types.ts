import type { Database } from '@/db/database'
import { whole } from '@/db/rows'

export async function listIdentificationTypes(db: Database) {
  const rows = await db.run(
    (sql) => sql<{ id: number; name: string }[]>`select id, name from identification_types order by id`,
  )
  return whole(rows)
}
