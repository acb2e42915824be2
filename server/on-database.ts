import { connect, type Sql } from '@/db/client'
import { dataKeysOf, type Env, parseEnv } from '@/lib/env'
import { confirmDataKey } from './confirm-data-key'
import { migrateWhenNeeded } from './migrations'
import { serviceSettings } from './settings'

/**
 * Does a command's work on the service's database, which is brought to the newest schema and known to be of this data key before.
 * The embedded one is started for it where it does not run.
 */
export async function onDatabase<Result>(
  command: string,
  work: (sql: Sql, env: Env) => Promise<Result>,
): Promise<Result> {
  const { postgres: embedded, ...settings } = await serviceSettings()
  try {
    const env = parseEnv({ ...process.env, ...settings })
    await migrateWhenNeeded(env)
    await confirmDataKey(env.DATABASE_URL, dataKeysOf(env))
    const timeouts = { statementTimeoutMs: 0, lockTimeoutMs: 5_000 }
    const sql = connect(env.DATABASE_URL, { poolMax: 1, applicationName: `aliado ${command}`, ...timeouts })
    try {
      return await work(sql, env)
    } finally {
      await sql.end({ timeout: 0 })
    }
  } finally {
    await embedded?.stop()
  }
}
