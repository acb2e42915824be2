import journal from '@/db/migrations/meta/_journal.json'
import { theOnly } from '@/db/rows'
import { commonHeaders } from './envelope'
import { describeError } from './log'
import { requestIdOf } from './request-id'
import { service } from './service'

const answer = (request: Request, status: 200 | 503, body: { status: string }): Response =>
  new Response(JSON.stringify(body), { status, headers: commonHeaders(requestIdOf(request)) })

/** The process runs. Asks nothing of anybody. */
export const live = (request: Request): Response => answer(request, 200, { status: 'live' })

const readyMsMax = 1_000
const newestMigration = Math.max(...journal.entries.map((entry) => entry.when))

const watchedWithinMs = 15_000
const toldReadyAt = { first: -Infinity, last: -Infinity }

function tellReady(request: Request): Response {
  const now = performance.now()
  if (now - toldReadyAt.last > watchedWithinMs) toldReadyAt.first = now
  toldReadyAt.last = now
  return answer(request, 200, { status: 'ready' })
}

/** Whether something, such as a balancer, asks regularly whether this process is ready; a single question does not count. */
export const isWatched = (): boolean =>
  performance.now() - toldReadyAt.last < watchedWithinMs && toldReadyAt.last - toldReadyAt.first > readyMsMax

/**
 * The process can serve: it is not draining, the database answers within a second through the same pool, what every
 * call reads first can be read, a row can be written (ADR-0023), and the schema has what this build needs: a newer one
 * has, since migrations only expand (ADR-0064). The answer says no more than that; the log says why the process is not ready.
 */
export async function ready(request: Request): Promise<Response> {
  try {
    const shared = service()
    if (shared.draining) return answer(request, 503, { status: 'draining' })
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the database did not answer in time')), readyMsMax).unref()
    })
    const rows = await Promise.race([
      shared.db.run(
        (sql) => sql<{ newest: string | null }[]>`
        select max(created_at) as newest, exists (select from api_keys) as "readable", prove_writable() as "writable"
        from drizzle.__drizzle_migrations`,
      ),
      late,
    ])
    const { newest } = theOnly(rows)
    if (Number(newest ?? 0) >= newestMigration) return tellReady(request)
    shared.log.warn({ newest, expected: newestMigration }, 'the schema is older than this build')
  } catch (error) {
    service().log.warn(describeError(error), 'not ready')
  }
  return answer(request, 503, { status: 'not ready' })
}
