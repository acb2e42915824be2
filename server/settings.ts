import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EmbeddedPostgres, loadOrCreateDataKey, startEmbeddedPostgres } from './embedded-postgres'
import { servingAddress } from './embedded-role'
import { keptSecret } from './kept-secret'

/** The folder of package.json, wherever a program was started from. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

/** Adds what `.env` in the project says and the environment does not, so that all processes of the service see the same. */
export function loadEnvironmentFile(): void {
  const file = resolve(projectRoot, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}

/** Where the embedded set-up keeps its database and secrets: DATA_DIRECTORY, or `.data` in the project. */
export const dataDirectory = (): string => resolve(projectRoot, process.env.DATA_DIRECTORY || '.data')

/** Where the embedded set-up keeps what the environment does not say. */
const keptFiles = { DATA_KEY: 'data-key', NEXTAUTH_SECRET: 'nextauth-secret' } as const

/**
 * Throws one Error that names every setting that production needs and that is missing or unfit, before anything is started or
 * touched. Its secrets are its own: not those that a test environment generates, which lie beside the database.
 */
export async function requireProductionSettings(): Promise<void> {
  const { SERVICE_ENVIRONMENT, DATABASE_URL, MIGRATION_DATABASE_URL } = process.env
  if (!SERVICE_ENVIRONMENT || SERVICE_ENVIRONMENT === 'test') return
  const { requireProduction } = await import('@/lib/production')
  const generated = await Promise.all(
    Object.entries(keptFiles).map(async ([variable, name]) => {
      const file = join(dataDirectory(), name)
      const kept = await readFile(file, 'utf8').catch(() => '')
      const isKept = kept.trim() !== '' && kept.trim() === process.env[variable]
      return isKept
        ? [{ variable, message: `was generated, and lies in ${file}: keep it elsewhere, or make another` }]
        : []
    }),
  )
  const alone = MIGRATION_DATABASE_URL && !DATABASE_URL
  requireProduction({ ...process.env, DATABASE_URL: DATABASE_URL || 'postgres://embedded' }, [
    ...generated.flat(),
    ...(alone ? [{ variable: 'MIGRATION_DATABASE_URL', message: withoutDatabaseUrl }] : []),
  ])
}

const withoutDatabaseUrl = 'is set without DATABASE_URL: it names another role of the same database.'

export type Settings = {
  readonly DATABASE_URL: string
  /** The owner of the embedded database; with DATABASE_URL given, only the environment may name one. */
  readonly MIGRATION_DATABASE_URL?: string
  readonly DATA_KEY: string
  readonly NEXTAUTH_SECRET?: string
  /** The PostgreSQL to stop in the end; undefined when DATABASE_URL names another one. */
  readonly postgres?: EmbeddedPostgres
}

/**
 * What a program needs to work on the service's database: the environment's, or else the embedded set-up's, started for it
 * when it is not running. Throws when DATABASE_URL comes without DATA_KEY: a new key could read nothing of that database.
 */
export async function serviceSettings(): Promise<Settings> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, DATA_KEY, NEXTAUTH_SECRET } = process.env
  if (!DATABASE_URL && MIGRATION_DATABASE_URL) {
    throw new Error(`MIGRATION_DATABASE_URL ${withoutDatabaseUrl}`)
  }
  if (!DATABASE_URL) return embeddedSettings(dataDirectory())
  if (!DATA_KEY) {
    throw new Error(
      'DATABASE_URL is set, so DATA_KEY must be set too: base64 of 32 random bytes, kept as long as the database lives.\n' +
        'Make one with: openssl rand -base64 32',
    )
  }
  return { DATABASE_URL, DATA_KEY, ...(NEXTAUTH_SECRET ? { NEXTAUTH_SECRET } : {}) }
}

/**
 * The embedded PostgreSQL in `directory`, running, and the secrets kept beside it, where the environment has none. The role that
 * serves is not its owner, as with a database that is given (docs/operations.md); `migrateWhenNeeded` grants it its rights.
 */
export async function embeddedSettings(directory: string): Promise<Settings & { readonly postgres: EmbeddedPostgres }> {
  const postgres = await startEmbeddedPostgres({ directory })
  return {
    DATABASE_URL: await servingAddress(postgres.databaseUrl, directory),
    MIGRATION_DATABASE_URL: postgres.databaseUrl,
    DATA_KEY: process.env.DATA_KEY || (await loadOrCreateDataKey(directory)),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || (await keptSecret(directory, keptFiles.NEXTAUTH_SECRET, 'base64')),
    postgres,
  }
}
