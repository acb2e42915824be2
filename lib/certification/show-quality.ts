import { listKeptCalls } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { RequestDetails } from '@/lib/requests/request'
import { viewOf } from '@/lib/requests/views'
import { type Quality, qualityOf, weekMs } from './quality'

/** The newest calls of the week up to here, which a process of a slow machine judges in a tenth of a second. */
const lookedAtMax = 4_000

/** What a check is about. Eligibility is asked most, and none of them is. */
const judgedOperations = ['applyDiscount', 'registerConsumption', 'listIdentificationTypes', 'issueToken'] as const

/**
 * The quality of the integration of the member's merchant, by its calls of the last seven days; `since` where they were too many
 * and only the newest were judged. Throws `permission_missing`.
 */
export async function showQuality(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  now: Date,
): Promise<Quality & { readonly since: Date | undefined }> {
  requirePermission(member, integrationsPermission)
  const from = new Date(now.getTime() - weekMs)
  const rows = await listKeptCalls(db, member.merchantId, {
    from,
    operations: judgedOperations,
    limit: lookedAtMax,
  })
  const since = rows.length < lookedAtMax ? undefined : rows.at(-1)?.occurredAt
  return { ...qualityOf(rows.map((row) => ({ ...viewOf(row), details: row.details as RequestDetails }))), since }
}
