import { connect } from '@/db/client'
import { officeOver } from '@/db/office'
import { RotationRefused, rotateKeys } from '@/lib/data-keys/rotate-keys'
import { dataKeysOf, parseEnv } from '@/lib/env'
import { migrateWhenNeeded } from './migrations'
import { loadEnvironmentFile, serviceSettings } from './settings'
import { stopSignals } from './stop-signals'

/**
 * `npm run keys:rotate` (docs/operations.md): brings all that DATA_KEY guards from DATA_KEY_OLD to DATA_KEY while the service works, as
 * the owner of the schema. Stopped at any moment it goes on when it is run again.
 */
async function main(): Promise<void> {
  const signals = stopSignals()
  const { postgres, ...settings } = await serviceSettings()
  try {
    const env = parseEnv({ ...process.env, ...settings })
    await migrateWhenNeeded(env)
    const url = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL
    const sql = connect(url, {
      poolMax: 1,
      applicationName: 'aliado keys:rotate',
      statementTimeoutMs: 60_000,
      lockTimeoutMs: 30_000,
    })
    try {
      const done = await rotateKeys({ db: officeOver(sql), keys: dataKeysOf(env), signal: signals.first })
      process.stdout.write(
        `Generation ${env.DATA_KEY_GENERATION}: ${done.people} people, ${done.secrets} accounts and ${done.files} files were re-keyed, ` +
          `${done.verified} rows read back. The old key is given up: take DATA_KEY_OLD away, and start every process again.\n`,
      )
    } finally {
      await sql.end({ timeout: 0 })
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  loadEnvironmentFile()
  await main()
} catch (error) {
  // Of a row nothing is told but its number.
  const isTold = error instanceof RotationRefused || (error instanceof Error && !('code' in error))
  process.stderr.write(
    `${isTold ? (error as Error).message : 'The database failed. Run it again: it goes on where it was.'}\n`,
  )
  process.exitCode = 1
}
