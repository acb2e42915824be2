import { join } from 'node:path'
import postgres from 'postgres'
import journal from '@/db/migrations/meta/_journal.json' with { type: 'json' }
import { projectRoot } from './settings'

const newestMigration = Math.max(...journal.entries.map((entry) => entry.when))

/**
 * Brings the database to the newest schema (`migrateDatabase`). A database that has it already costs one question: what would
 * migrate it takes longer to load than everything else that a start waits for here.
 */
export async function migrateWhenNeeded(databaseUrl: string): Promise<void> {
  if (await isCurrent(databaseUrl)) return
  const { migrateDatabase } = await import('@/db/migrate')
  await migrateDatabase(databaseUrl, join(projectRoot, 'db/migrations'))
}

async function isCurrent(databaseUrl: string): Promise<boolean> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    const [known] = await sql<{ found: boolean }[]>`
      select to_regclass('drizzle.__drizzle_migrations') is not null as found`
    if (!known?.found) return false
    const [row] = await sql<{ newest: string | null }[]>`
      select max(created_at) as newest from drizzle.__drizzle_migrations`
    return Number(row?.newest) === newestMigration
  } finally {
    await sql.end({ timeout: 5 })
  }
}
