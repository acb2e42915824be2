import { listCredentialNames, listRequests as listRecords, type RequestRecord } from '@/db/queries/offices/api-requests'
import type { OfficeContext } from '@/lib/context'
import type { CredentialReference } from '@/lib/credentials/reference'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { pageOf } from '@/lib/kernel/page'
import { instantsOf } from '@/lib/language/periods'
import { type RequestFilter, requestIdTime, requestStatuses } from './filter'

/** One call, as the list shows it. */
export type RequestView = Omit<RequestRecord, 'apiKeyId' | 'oauthClientId'> & {
  readonly credential: CredentialReference
}

const pageSize = 50

/**
 * A page of the calls of the member's merchant, newest first, and the credentials that could be asked for. Throws
 * `permission_missing`.
 */
export async function listRequests(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  filter: RequestFilter,
  now: Date,
) {
  if (!member.permissions.includes('merchant.integrations.manage')) throw new OfficeFault('permission_missing')
  const { period, operation, status, code, credential, search, before, after } = filter
  const [records, credentials] = await Promise.all([
    listRecords(db, member.merchantId, {
      ...instantsOf(period, now),
      operation,
      statuses: status === undefined ? undefined : requestStatuses[status],
      code,
      credential,
      search,
      before: placeOf(before),
      after: placeOf(after),
      limit: pageSize + 1,
    }),
    listCredentialNames(db, member.merchantId),
  ])
  const { page, previous, next } = pageOf(records, pageSize, { after: before, before: after })
  return {
    requests: page.map(viewOf),
    credentials,
    newerThan: previous?.id,
    olderThan: next?.id,
  }
}

function placeOf(id: string | undefined) {
  const at = id === undefined ? undefined : requestIdTime(id)
  return id === undefined || at === undefined ? undefined : { id, at }
}

/** A row with its credential in one. */
export function viewOf<Row extends Pick<RequestRecord, 'apiKeyId' | 'oauthClientId'>>({
  apiKeyId,
  oauthClientId,
  ...row
}: Row): Omit<Row, 'apiKeyId' | 'oauthClientId'> & { credential: CredentialReference } {
  const credential =
    apiKeyId === null
      ? ({ kind: 'oauth_client', id: oauthClientId ?? 0 } as const)
      : ({ kind: 'api_key', id: apiKeyId } as const)
  return { ...row, credential }
}
