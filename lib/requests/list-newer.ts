import { listRequests } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { askedOf } from '@/lib/kernel/address'
import { requestFilterOf, requestIdTime } from './filter'
import { selectionOf } from './selection'

const newerMax = 100

/** Calls are written a second after they were answered, each with the time at which it came: a slow one comes after newer ones. */
const lateMs = 15_000

const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * The ids of calls that came since the newest that a page shows, or a moment before it, with the filter that the query says; the newest
 * last. Those that the page shows may be among them. Throws `permission_missing`.
 */
export async function listNewer(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  { query, newest }: { readonly query: string; readonly newest: string | null },
): Promise<readonly string[]> {
  requirePermission(member, integrationsPermission)
  const now = new Date()
  const at = (newest === null ? undefined : requestIdTime(newest)) ?? now
  const records = await listRequests(db, member.merchantId, {
    ...selectionOf(requestFilterOf(askedOf(`http://list/?${query}`)), now),
    ...{ before: undefined, after: { id: beforeAll, at: new Date(at.getTime() - lateMs) }, limit: newerMax },
    oldestFirst: true,
  })
  return records.map(({ id }) => id)
}
