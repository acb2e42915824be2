import type { Database } from '@/db/database'

export function listIdentificationTypes(db: Database) {
  return db.run((sql) => sql<{ id: number; name: string }[]>`select id, name from identification_types order by id`)
}
