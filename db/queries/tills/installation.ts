import type { Database } from '@/db/database'
import { atMostOne } from '@/db/rows'

/** What of earlier keys outlives them, sealed with the present one; undefined of a database that nothing has served yet. */
export async function findCarriedKeys(
  db: Database,
): Promise<{ keyGeneration: number; carriedKeys: Buffer | null } | undefined> {
  const rows = await db.run(
    (sql) => sql<{ keyGeneration: number; carriedKeys: Buffer | null }[]>`
      select key_generation as "keyGeneration", carried_keys as "carriedKeys" from installation where id = 1`,
  )
  return atMostOne(rows)
}
