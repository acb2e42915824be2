import { dataKeysOf, parseEnv } from '@/lib/env'
import { drill } from './backup/drill'
import { render } from './backup/report'
import { isCurrent } from './migrations'
import { loadEnvironmentFile, serviceSettings } from './settings'
import { stopSignals } from './stop-signals'

/**
 * `npm run backup:drill`: proves that a backup of the service's database can be restored (docs/operations.md). Exits with 1
 * when it cannot. In a test environment it sells while it dumps; in production it only reads.
 */
async function main(): Promise<void> {
  loadEnvironmentFile()
  const { postgres: embedded, ...settings } = await serviceSettings()
  try {
    const env = parseEnv({ ...process.env, ...settings })
    const ownerUrl = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL
    if (!(await isCurrent(ownerUrl))) {
      throw new Error('The database is not at this version’s schema: start the service once, then drill.')
    }
    const report = await drill({
      ownerUrl,
      serviceUrl: env.DATABASE_URL,
      dataKey: dataKeysOf(env),
      // A database that somebody named may hold real sales: it is a test environment only where they say so.
      sells:
        env.SERVICE_ENVIRONMENT === 'test' && (embedded !== undefined || process.env.SERVICE_ENVIRONMENT === 'test'),
      signal: stopSignals().first,
    })
    process.stdout.write(render(report))
    if (report.faults.length > 0) process.exitCode = 1
  } finally {
    await embedded?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
