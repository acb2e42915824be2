import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { primarySettings } from './client'

/** Any number, as long as every process of this service uses the same. */
const migrationLock = 7_203_611_450

/**
 * Brings the database to the newest schema, and what support views read (`db/support.sql`). One process at a time, under an advisory lock; a statement that must wait for a
 * table longer than `lock_timeout` gives up, so that a migration never stalls the tills. Throws what PostgreSQL says.
 */
export async function migrateDatabase(databaseUrl: string, migrationsFolder: string): Promise<void> {
  const sql = postgres(databaseUrl, {
    ...primarySettings(databaseUrl),
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'aliado migrate', lock_timeout: 3_000, TimeZone: 'UTC' },
  })
  try {
    await sql`set lock_timeout = '60s'`
    await sql`select pg_advisory_lock(${migrationLock})`
    await sql`set lock_timeout = '3s'`
    await migrate(drizzle(sql), { migrationsFolder })
    await sql.unsafe(await readFile(join(migrationsFolder, '../support.sql'), 'utf8'))
  } finally {
    await sql.end({ timeout: 5 })
  }
}
