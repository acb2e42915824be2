import { countRequestsByHour } from '@/db/queries/offices/api-requests'
import { countCallsByHour } from '@/db/queries/offices/credential-calls'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { RequestFilter, RequestStatus } from './filter'
import { selectionOf } from './selection'
import { firstWholeHour, spanOf, type Volume, volumeOf } from './volume'

/** Calls are counted one by one up to here, some tens of milliseconds; beyond, by what is counted of credentials. */
const lookedAtMax = 20_000

/** Answers of which credentials' calls are counted by the hour. */
const outcomesOf = {
  all: ['done', 'refused', 'denied', 'limited', 'failed'],
  ok: ['done'],
  failed: ['refused', 'denied', 'limited', 'failed'],
  '429': ['limited'],
  '5xx': ['failed'],
} as const

/**
 * How many calls the filter selects, by hour or day and answer; of its hour, the whole day, in which that hour is one bar. Where they
 * are too many to count, it is the counts of the credentials that are added up, of which accepted requests for a token are no
 * part; and where those do not know of the filter, the newest calls alone. Throws `permission_missing`.
 */
export async function showVolume(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
): Promise<Volume> {
  requirePermission(member, integrationsPermission)
  const span = spanOf(filter.period, now)
  if (span === undefined) return { step: 'day', bars: [], since: undefined }
  const selection = { ...selectionOf(filter, now), ...span }
  const counts = await countRequestsByHour(db, member.merchantId, selection, lookedAtMax + 1)
  if (counts.reduce((sum, { lookedAt }) => sum + lookedAt, 0) <= lookedAtMax) return volumeOf(counts, span)
  const { credential } = filter
  const outcomes = countedOutcomes(filter)
  return outcomes === undefined
    ? volumeOf(counts, span, firstWholeHour(counts))
    : volumeOf(await countCallsByHour(db, member.merchantId, { ...span, credential, outcomes }), span)
}

/** The outcomes that the filter selects; undefined where it asks for more than outcomes say. */
function countedOutcomes({ search, operation, code, status }: RequestFilter) {
  if (search !== undefined || operation !== undefined || code !== undefined) return undefined
  const known: Partial<Record<RequestStatus | 'all', (typeof outcomesOf)[keyof typeof outcomesOf]>> = outcomesOf
  return known[status ?? 'all']
}
