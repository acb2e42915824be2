import { parseEnv } from '@/lib/env'
import { grantToService, migrateWhenNeeded, servingRole } from './migrations'
import { loadEnvironmentFile, serviceSettings } from './settings'

/**
 * `npm run db:roles`: brings the schema up to date as the role of MIGRATION_DATABASE_URL, its owner, and lets the role of
 * DATABASE_URL do what serving needs, and no more (db/roles.sql). A second run changes nothing.
 */
async function main(): Promise<void> {
  loadEnvironmentFile()
  const { MIGRATION_DATABASE_URL } = process.env
  if (!MIGRATION_DATABASE_URL) {
    throw new Error('Set MIGRATION_DATABASE_URL (the owner of the schema) and DATABASE_URL (the role that serves).')
  }
  const { postgres: _, ...settings } = await serviceSettings()
  const env = parseEnv({ ...process.env, ...settings })
  await migrateWhenNeeded(env)
  await grantToService(env)
  process.stdout.write(`${servingRole(env)} may serve, and may not change the schema.\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
