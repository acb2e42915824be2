import { countByReference, listCredentialNames, listRequests } from '@/db/queries/offices/api-requests'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import { pageByTime } from '@/lib/kernel/page'
import type { RequestFilter } from './filter'
import { placeOf, selectionOf } from './selection'
import { type RequestView, viewOf } from './views'

/** The calls about one purchase: how many, how many of them failed, and the last. */
export type ReferenceView = {
  readonly reference: string
  readonly calls: number
  readonly failed: number
  readonly last: RequestView
}

/**
 * A page of the references of the calls that the filter selects, the one that was called about last first, and the credentials that
 * could be asked for. Throws `permission_missing`.
 */
export async function listReferences(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
) {
  requirePermission(member, integrationsPermission)
  const { size } = filter
  const selection = selectionOf(filter, now)
  const range = { before: placeOf(filter.before), after: placeOf(filter.after), oldestFirst: filter.sort === 'when' }
  const [records, credentials] = await Promise.all([
    listRequests(db, member.merchantId, { ...selection, ...range, limit: size + 1, lastOfReference: true }),
    listCredentialNames(db, member.merchantId),
  ])
  const { page, newer, older } = pageByTime(records, size, range)
  const named = page.flatMap((row) => (row.reference === null ? [] : { reference: row.reference, last: viewOf(row) }))
  const counts =
    named.length === 0
      ? []
      : await countByReference(
          db,
          member.merchantId,
          selection,
          named.map(({ reference }) => reference),
        )
  const countOf = new Map(counts.map((count) => [count.reference, count]))
  return {
    references: named.map(
      ({ reference, last }): ReferenceView => ({
        ...(countOf.get(reference) ?? { calls: 1, failed: 0 }),
        reference,
        last,
      }),
    ),
    credentials,
    newerThan: newer?.id,
    olderThan: older?.id,
  }
}
