import type { Database } from '@/db/database'
import { whole } from '@/db/rows'

/** Those that a call may name: a retired one is on no list (D24). */
export async function listIdentificationTypes(db: Database) {
  const rows = await db.run(
    (sql) => sql<{ id: number; name: string }[]>`
      select id, name from identification_types where retired_at is null order by id`,
  )
  return whole(rows)
}
