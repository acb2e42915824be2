import { findRequest, listCredentialNames, listRequests } from '@/db/queries/offices/api-requests'
import { requestFilterOf, requestIdTime } from '@/lib/requests/filter'
import { exportRequests, listRequests as listView } from '@/lib/requests/list-requests'
import { showRequest } from '@/lib/requests/show-request'
import { type Cases, of, own, rowsOf } from './matrix'
import type { Tenant } from './tenant'

const everything = {
  ...{
    from: undefined,
    to: undefined,
    operation: undefined,
    statuses: undefined,
    code: undefined,
    credential: undefined,
  },
  ...{ search: undefined, before: undefined, after: undefined, limit: 10 },
}
const place = ({ apiRequestId: id }: Tenant) => ({ id, at: requestIdTime(id) ?? new Date(0) })

export const cases: Cases = {
  'db/queries/offices/api-requests#listRequests': of(({ tx, mine }, { apiKeyId }) =>
    listRequests(tx, mine.merchantId, { ...everything, credential: { kind: 'api_key', id: apiKeyId } }),
  ),
  'db/queries/offices/api-requests#findRequest': of(({ tx, mine }, theirs) =>
    findRequest(tx, mine.merchantId, place(theirs)),
  ),
  'db/queries/offices/api-requests#listCredentialNames': own(({ tx, mine }) =>
    listCredentialNames(tx, mine.merchantId),
  ),
  'lib/requests/list-requests#listRequests': own(({ ctx }) => listView(ctx, requestFilterOf({}), new Date())),
  'lib/requests/list-requests#exportRequests': of(({ ctx }, { apiKeyId }) =>
    rowsOf(exportRequests(ctx, requestFilterOf({ credential: `key-${apiKeyId}` }), new Date())),
  ),
  'lib/requests/show-request#showRequest': of(({ ctx }, { apiRequestId }) => showRequest(ctx, apiRequestId)),
}
