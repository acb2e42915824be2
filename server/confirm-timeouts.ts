import { theOnly } from '@/db/rows'
import { describeError } from '@/lib/http/log'
import type { Service } from '@/lib/http/service'

/**
 * Logs when PostgreSQL bounds neither statements nor waits for locks in the sessions that this process gets: a pooler does not
 * pass on the bounds that the process asks for, so the role must have them (ADR-0006). Without them D12 does not hold.
 */
export async function confirmTimeouts({ db, log }: Service): Promise<void> {
  try {
    const rows = await db.run(
      (sql) => sql<{ statement: number | null; lock: number | null }[]>`
        select max(setting::int) filter (where name = 'statement_timeout') as statement,
          max(setting::int) filter (where name = 'lock_timeout') as lock
        from pg_settings where name in ('statement_timeout', 'lock_timeout')`,
    )
    const bounds = theOnly(rows)
    const isBounded = (ms: number | null) => ms !== null && ms > 0 && ms <= 2_000
    if (isBounded(bounds.statement) && isBounded(bounds.lock)) return
    log.error(bounds, 'the database does not bound statements as it must: docs/decisions/0006')
  } catch (error) {
    log.warn(describeError(error), 'whether the database bounds statements is unknown')
  }
}
