import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import postgres, { type Sql } from 'postgres'
import { primarySettings } from './client'

/** Any number, as long as every process of this service uses the same. */
const migrationLock = 7_203_611_450

/**
 * Brings the database to the newest schema, and what support views read (`db/support.sql`). One process at a time, under an advisory lock; a statement that must wait for a
 * table longer than `lock_timeout` gives up, so that a migration never stalls the tills. Throws what PostgreSQL says; what was applied
 * before that stays.
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
    await applyMigrations(sql, migrationsFolder)
    await sql.unsafe(await readFile(join(migrationsFolder, '../support.sql'), 'utf8'))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/**
 * As drizzle-orm's `migrate`, with the files that drizzle-kit wrote and the same table of what was applied, but each migration in its own
 * transaction: the locks of one are given back before the next asks for its own, which tills that wait for the first may hold (ADR-0091).
 */
async function applyMigrations(sql: Sql, migrationsFolder: string): Promise<void> {
  await sql`create schema if not exists drizzle`
  await sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`
  const [{ newest } = { newest: null }] = await sql<{ newest: string | null }[]>`
    select max(created_at) as newest from drizzle.__drizzle_migrations`
  for (const { sql: statements, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= Number(newest)) continue
    await sql.begin(async (tx) => {
      for (const statement of statements) await tx.unsafe(statement)
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`
    })
  }
}
