import {
  countByReference,
  countCallsByAddress,
  countRequestsByHour,
  findCallAway,
  findRequest,
  listCallsWithSales,
  listCredentialNames,
  listKeptCalls,
  listLastCalls,
  listRequests,
} from '@/db/queries/offices/api-requests'
import { countCallsByHour } from '@/db/queries/offices/credential-calls'
import {
  findStandingByCode,
  findStandingByKey,
  findStandingByReference,
  listKnownSkus,
} from '@/db/queries/offices/request-facts'
import { showQuality } from '@/lib/certification/show-quality'
import { requestFilterOf, requestIdTime, requestOperations } from '@/lib/requests/filter'
import { findRemedies } from '@/lib/requests/find-remedies'
import { incidentFilterOf } from '@/lib/requests/incident'
import { listLastCalls as listLastOf } from '@/lib/requests/list-last-calls'
import { listNewer } from '@/lib/requests/list-newer'
import { listReferences } from '@/lib/requests/list-references'
import { exportRequests, listCallsOfSale, listRequests as listView } from '@/lib/requests/list-requests'
import { exportIncident, showIncident } from '@/lib/requests/show-incident'
import { showRequest } from '@/lib/requests/show-request'
import { showVolume } from '@/lib/requests/show-volume'
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

const sheetOf = ({ apiKeyId }: Tenant) => ({
  ...incidentFilterOf({}),
  credential: { kind: 'api_key', id: apiKeyId } as const,
})

export const cases: Cases = {
  'db/queries/offices/api-requests#listRequests': of(({ tx, mine }, { apiKeyId }) =>
    listRequests(tx, mine.merchantId, { ...everything, credential: { kind: 'api_key', id: apiKeyId } }),
  ),
  'db/queries/offices/api-requests#findCallAway': of(({ tx, mine }, { apiKeyId }) =>
    findCallAway(tx, mine.merchantId, { ...everything, credential: { kind: 'api_key', id: apiKeyId } }, 1),
  ),
  'db/queries/offices/api-requests#listCallsWithSales': of(({ tx, mine }, theirs) =>
    listCallsWithSales(tx, mine.merchantId, {
      ...{ credential: sheetOf(theirs).credential, from: new Date(0), before: undefined, after: undefined, limit: 10 },
    }),
  ),
  'db/queries/offices/api-requests#countCallsByAddress': of(({ tx, mine }, theirs) =>
    countCallsByAddress(tx, mine.merchantId, {
      ...{ credential: sheetOf(theirs).credential, from: new Date(0), callsMax: 100, limit: 10 },
    }),
  ),
  'db/queries/offices/api-requests#countRequestsByHour': of(async ({ tx, mine }, { apiKeyId }) => {
    const credential = { kind: 'api_key', id: apiKeyId } as const
    const counts = await countRequestsByHour(tx, mine.merchantId, { ...everything, credential }, 10)
    return counts.filter(({ done, refused, failed }) => done + refused + failed > 0)
  }),
  'db/queries/offices/credential-calls#countCallsByHour': of(({ tx, mine }, { apiKeyId }) =>
    countCallsByHour(tx, mine.merchantId, {
      ...{ from: new Date(0), to: new Date(Date.now() + 3_600_000) },
      ...{
        credential: { kind: 'api_key', id: apiKeyId },
        outcomes: ['done', 'refused', 'denied', 'limited', 'failed'],
      },
    }),
  ),
  // The call of a tenant has its mark as reference.
  'db/queries/offices/api-requests#countByReference': of(({ tx, mine }, { mark }) =>
    countByReference(tx, mine.merchantId, everything, [mark]),
  ),
  'db/queries/offices/api-requests#findRequest': of(({ tx, mine }, theirs) =>
    findRequest(tx, mine.merchantId, place(theirs)),
  ),
  'db/queries/offices/api-requests#listCredentialNames': own(({ tx, mine }) =>
    listCredentialNames(tx, mine.merchantId),
  ),
  'db/queries/offices/api-requests#listKeptCalls': own(({ tx, mine }) =>
    listKeptCalls(tx, mine.merchantId, { from: new Date(0), operations: requestOperations, limit: 10 }),
  ),
  'db/queries/offices/api-requests#listLastCalls': of(({ tx, mine }, theirs) =>
    listLastCalls(tx, mine.merchantId, sheetOf(theirs).credential, 10),
  ),
  'lib/certification/show-quality#showQuality': own(({ ctx }) => showQuality(ctx, new Date())),
  'db/queries/offices/request-facts#findStandingByCode': of(({ tx, mine }, { authorizationCode }) =>
    findStandingByCode(tx, mine.merchantId, authorizationCode),
  ),
  'db/queries/offices/request-facts#findStandingByReference': of(({ tx, mine }, { reference }) =>
    findStandingByReference(tx, mine.merchantId, reference),
  ),
  'db/queries/offices/request-facts#findStandingByKey': of(({ tx, mine }, { idempotencyKey }) =>
    findStandingByKey(tx, mine.merchantId, idempotencyKey),
  ),
  'db/queries/offices/request-facts#listKnownSkus': of(({ tx, mine }, { sku }) =>
    listKnownSkus(tx, mine.merchantId, [sku]),
  ),
  // It repeats what the call named, and has a remedy for what is not there: beyond that it says nothing of a stranger's.
  'lib/requests/find-remedies#findRemedies': of(async ({ ctx }, { closedBranchId, apiKeyId, apiRequestId }) => {
    const remedies = await findRemedies(ctx, {
      ...{ id: apiRequestId, occurredAt: new Date(), operation: 'applyDiscount', status: 400, code: 'branch_invalid' },
      ...{ replayed: false, durationMs: 1, requestId: 'req', reference: null, address: null, credentialName: null },
      credential: { kind: 'api_key', id: apiKeyId },
      details: { input: { branchId: closedBranchId } },
    })
    return remedies.filter(({ text }) => text !== 'branchUnknown')
  }),
  // The call of a tenant has its mark as reference.
  'lib/requests/list-requests#listCallsOfSale': of(({ ctx }, { mark }) => listCallsOfSale(ctx, mark)),
  'lib/requests/list-requests#listRequests': own(({ ctx }) => listView(ctx, requestFilterOf({}), new Date())),
  'lib/requests/list-requests#exportRequests': of(({ ctx }, { apiKeyId }) =>
    rowsOf(exportRequests(ctx, requestFilterOf({ credential: `key-${apiKeyId}` }), new Date())),
  ),
  'lib/requests/list-references#listReferences': of(async ({ ctx }, { mark }) => {
    const { references } = await listReferences(ctx, requestFilterOf({ q: mark, group: 'reference' }), new Date())
    return references
  }),
  'lib/requests/list-last-calls#listLastCalls': of(({ ctx }, theirs) => listLastOf(ctx, sheetOf(theirs).credential)),
  'lib/requests/list-newer#listNewer': of(({ ctx }, { apiKeyId }) =>
    listNewer(ctx, { query: `credential=key-${apiKeyId}`, newest: '00000000-0000-7000-8000-000000000000' }),
  ),
  'lib/requests/show-incident#showIncident': of(async ({ ctx }, theirs) => {
    const { calls, addresses, branches } = await showIncident(ctx, sheetOf(theirs), new Date())
    return [...calls, ...addresses, ...branches]
  }),
  'lib/requests/show-incident#exportIncident': of(({ ctx }, theirs) =>
    rowsOf(exportIncident(ctx, sheetOf(theirs), new Date())),
  ),
  'lib/requests/show-volume#showVolume': of(async ({ ctx }, { apiKeyId }) => {
    const { bars } = await showVolume(ctx, requestFilterOf({ credential: `key-${apiKeyId}` }), new Date())
    return bars.filter(({ done, refused, failed }) => done + refused + failed > 0)
  }),
  'lib/requests/show-request#showRequest': of(({ ctx }, { apiRequestId }) => showRequest(ctx, apiRequestId)),
}
