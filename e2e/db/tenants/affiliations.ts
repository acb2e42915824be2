import {
  findAffiliatedCompany,
  listAffiliatedCompanies,
  listGrantsTo,
  sumConsumptionsByCompany,
  sumConsumptionsByDiscount,
} from '@/db/queries/offices/affiliated-companies'
import { listHoldersOf } from '@/db/queries/offices/affiliation-parties'
import {
  countRecentRequests,
  deleteAffiliation,
  endRequest,
  findRequest,
  isAffiliated,
  listRequests,
  lockAffiliation,
} from '@/db/queries/offices/affiliation-requests'
import { acceptRequest, declineRequest, withdrawRequest } from '@/lib/affiliations/answer-request'
import { companiesFilterOf } from '@/lib/affiliations/companies'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { listCompanies, showCompany } from '@/lib/affiliations/list-companies'
import { listAffiliationRequests } from '@/lib/affiliations/list-requests'
import { partyOfMerchant } from '@/lib/affiliations/party'
import { requestAffiliation } from '@/lib/affiliations/request-affiliation'
import { type Asker, type Cases, change, exempt, of, own } from './matrix'
import type { Tenant } from './tenant'

const tenant = ({ merchantId }: Tenant) => ({ side: 'merchant', merchantId }) as const
const pair = ({ mine }: Asker, { companyId }: Tenant) => ({ merchantId: mine.merchantId, companyId })
const affiliation = ({ ctx }: Asker) => ({ ...ctx, party: partyOfMerchant(ctx.member) })

const everyOutcome = { open: true, limit: 10 }
const anyTime = { from: undefined, to: undefined }
const bothAsk = exempt('it is about a stranger, whom the verb asks')

export const cases: Cases = {
  'db/queries/offices/affiliation-parties#listHoldersOf': own(({ tx, mine }) =>
    listHoldersOf(tx, tenant(mine), 'merchant.discounts.manage'),
  ),

  'db/queries/offices/affiliation-requests#listRequests': own(({ tx, mine }) =>
    listRequests(tx, tenant(mine), everyOutcome),
  ),
  'db/queries/offices/affiliation-requests#findRequest': of(({ tx, mine }, { sentRequestId }) =>
    findRequest(tx, tenant(mine), sentRequestId),
  ),
  'db/queries/offices/affiliation-requests#endRequest': change(({ tx, mine }, { sentRequestId }) =>
    endRequest(tx, tenant(mine), { id: sentRequestId, outcome: 'withdrawn', userId: mine.userId }),
  ),
  'db/queries/offices/affiliation-requests#countRecentRequests': own(({ tx, mine }) =>
    countRecentRequests(tx, tenant(mine)),
  ),
  'db/queries/offices/affiliation-requests#findOpenRequest': bothAsk,
  'db/queries/offices/affiliation-requests#findRecentDecline': bothAsk,
  'db/queries/offices/affiliation-requests#insertRequest': bothAsk,
  'db/queries/offices/affiliation-requests#insertAffiliation': bothAsk,
  'db/queries/offices/affiliation-requests#isAffiliated': of((asker, theirs) =>
    isAffiliated(asker.tx, pair(asker, theirs)),
  ),
  'db/queries/offices/affiliation-requests#lockAffiliation': of((asker, theirs) =>
    lockAffiliation(asker.tx, pair(asker, theirs)),
  ),
  'db/queries/offices/affiliation-requests#deleteAffiliation': change((asker, theirs) =>
    deleteAffiliation(asker.tx, pair(asker, theirs)),
  ),

  'db/queries/offices/affiliated-companies#listAffiliatedCompanies': own(({ tx, mine }) =>
    listAffiliatedCompanies(tx, mine.merchantId, {
      search: undefined,
      before: undefined,
      after: undefined,
      limit: 10,
    }),
  ),
  'db/queries/offices/affiliated-companies#findAffiliatedCompany': of(({ tx, mine }, { companyId }) =>
    findAffiliatedCompany(tx, mine.merchantId, companyId),
  ),
  'db/queries/offices/affiliated-companies#sumConsumptionsByCompany': of(({ tx, mine }, { companyId }) =>
    sumConsumptionsByCompany(tx, mine.merchantId, [companyId], anyTime),
  ),
  'db/queries/offices/affiliated-companies#sumConsumptionsByDiscount': of(({ tx, mine }, { companyId }) =>
    sumConsumptionsByDiscount(tx, mine.merchantId, companyId, anyTime),
  ),
  'db/queries/offices/affiliated-companies#listGrantsTo': of(({ tx, mine }, { companyId }) =>
    listGrantsTo(tx, mine.merchantId, companyId),
  ),

  'lib/affiliations/list-companies#listCompanies': own(({ ctx }) => listCompanies(ctx, companiesFilterOf({}))),
  'lib/affiliations/list-companies#showCompany': of(({ ctx }, { companyId }) =>
    showCompany(ctx, { companyId, period: { kind: 'all' } }),
  ),

  'lib/affiliations/list-requests#listAffiliationRequests': own((asker) => listAffiliationRequests(affiliation(asker))),
  'lib/affiliations/request-affiliation#requestAffiliation': own((asker) =>
    requestAffiliation(affiliation(asker), { other: asker.mine.askingCompany, message: null }),
  ),
  'lib/affiliations/answer-request#acceptRequest': of((asker, { receivedRequestId: requestId }) =>
    acceptRequest(affiliation(asker), { requestId }),
  ),
  'lib/affiliations/answer-request#declineRequest': of((asker, { receivedRequestId: requestId }) =>
    declineRequest(affiliation(asker), { requestId }),
  ),
  'lib/affiliations/answer-request#withdrawRequest': of((asker, { sentRequestId: requestId }) =>
    withdrawRequest(affiliation(asker), { requestId }),
  ),
  'lib/affiliations/end-affiliation#endAffiliation': of((asker, { companyId, company }) =>
    endAffiliation(affiliation(asker), { otherId: companyId, confirmation: company }),
  ),
}
