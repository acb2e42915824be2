import { describeError } from '@/lib/http/log'
import type { Service } from '@/lib/http/service'

/**
 * Says in the log when PostgreSQL bounds neither statements nor waits for locks in the sessions that this process gets: a pooler
 * does not pass on what the process asks for, so the role must have it (decision 0006). Without it D12 does not hold.
 */
export async function confirmTimeouts({ db, log }: Service): Promise<void> {
  try {
    const [row] = await db.run(
      (sql) => sql<{ statement: number; lock: number }[]>`
        select max(setting::int) filter (where name = 'statement_timeout') as statement,
          max(setting::int) filter (where name = 'lock_timeout') as lock
        from pg_settings where name in ('statement_timeout', 'lock_timeout')`,
    )
    const isBounded = (ms: number | undefined) => ms !== undefined && ms > 0 && ms <= 2_000
    if (isBounded(row?.statement) && isBounded(row?.lock)) return
    log.error({ ...row }, 'the database does not bound statements as it must: docs/decisions/0006')
  } catch (error) {
    log.warn(describeError(error), 'whether the database bounds statements is unknown')
  }
}
