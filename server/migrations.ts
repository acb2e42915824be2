import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { primarySettings } from '@/db/client'
import journal from '@/db/migrations/meta/_journal.json' with { type: 'json' }
import { theOnly } from '@/db/rows'
import type { Env } from '@/lib/env'
import { readDatabaseAddress } from '@/lib/kernel/database-address'
import { projectRoot } from './settings'

export const migrationsFolder = join(projectRoot, 'db/migrations')

const newestMigration = Math.max(...journal.entries.map((entry) => entry.when))

/** Any number, as long as every process of this service uses the same. */
const grantLock = 7_203_611_453

type Roles = Pick<Env, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'>

/**
 * Brings the database to the newest schema (`migrateDatabase`), as the role of MIGRATION_DATABASE_URL where there is one, and
 * then grants what is new to the role that serves. A database that has it already costs one query: the code that migrates takes
 * longer to load than everything else that a start waits for here.
 */
export async function migrateWhenNeeded(roles: Roles): Promise<void> {
  const ownerUrl = roles.MIGRATION_DATABASE_URL ?? roles.DATABASE_URL
  const role = servingRole(roles)
  try {
    if (await isCurrent(ownerUrl, role)) return
    const { migrateDatabase } = await import('@/db/migrate')
    await migrateDatabase(ownerUrl, migrationsFolder)
  } catch (error) {
    if (!isForbidden(error)) throw error
    throw new Error(
      `The database lacks this version’s schema, and the role ${roleOf(ownerUrl)} may not bring it there.\n` +
        'Set MIGRATION_DATABASE_URL to the owner of the schema and run: npm run db:roles (docs/operations.md)',
      { cause: error },
    )
  }
  if (role !== undefined) await grantToService(roles)
}

/** The role of DATABASE_URL; undefined when it is the one that migrates. */
export function servingRole({ DATABASE_URL, MIGRATION_DATABASE_URL }: Roles): string | undefined {
  const role = roleOf(DATABASE_URL)
  return MIGRATION_DATABASE_URL === undefined || roleOf(MIGRATION_DATABASE_URL) === role ? undefined : role
}

/**
 * Shows support views what `db/support.sql` says, and grants `db/roles.sql` to the role of DATABASE_URL, as the role of MIGRATION_DATABASE_URL: in one transaction, so that a running
 * service never lacks its rights. Throws what PostgreSQL says, and when the role could not be limited to them. Refuses where a newer
 * version has migrated: what that one was granted would be taken away.
 */
export async function grantToService(roles: Roles): Promise<void> {
  const { MIGRATION_DATABASE_URL: ownerUrl } = roles
  const role = servingRole(roles)
  if (ownerUrl === undefined || role === undefined) {
    throw new Error('DATABASE_URL must name the role that serves, and MIGRATION_DATABASE_URL the owner of the schema.')
  }
  const statements = await Promise.all(
    ['db/support.sql', 'db/roles.sql'].map((file) => readFile(join(projectRoot, file), 'utf8')),
  )
  const sql = postgres(ownerUrl, { ...primarySettings(ownerUrl), max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${grantLock})`
      const applied = await tx<{ newest: string | null }[]>`
        select max(created_at) as newest from drizzle.__drizzle_migrations`
      if (Number(theOnly(applied).newest) > newestMigration) {
        throw new Error('A newer version has migrated this database: only that version grants what serving it needs.')
      }
      await tx`select set_config('aliado.role', ${role}, true)`
      for (const each of statements) await tx.unsafe(each)
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const roleOf = (databaseUrl: string): string => decodeURIComponent(readDatabaseAddress(databaseUrl)?.url.username ?? '')

/** Whether it is, or comes from, PostgreSQL's `insufficient_privilege`. */
const isForbidden = (error: unknown): boolean =>
  error instanceof Error && ((error as Error & { code?: unknown }).code === '42501' || isForbidden(error.cause))

/**
 * Whether the database has what this version needs, as one that a newer version has migrated does too (ADR-0064), and lets that role
 * serve: `db/roles.sql` grants all or nothing.
 */
export async function isCurrent(databaseUrl: string, role?: string): Promise<boolean> {
  const sql = postgres(databaseUrl, {
    ...primarySettings(databaseUrl),
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
  })
  try {
    const known = await sql<{ found: boolean }[]>`
      select to_regclass('drizzle.__drizzle_migrations') is not null as found`
    if (!theOnly(known).found) return false
    const applied = await sql<{ newest: string | null }[]>`
      select max(created_at) as newest from drizzle.__drizzle_migrations`
    if (Number(theOnly(applied).newest) < newestMigration) return false
    if (role === undefined) return true
    const grant = await sql<{ held: boolean }[]>`
      select exists (
        select from pg_roles where rolname = ${role} and has_table_privilege(oid, 'drizzle.__drizzle_migrations', 'select')
      ) as held`
    return theOnly(grant).held
  } finally {
    await sql.end({ timeout: 5 })
  }
}
