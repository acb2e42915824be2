import {
  findAffiliatedCompany,
  listAffiliatedCompanies,
  listGrantsTo,
  sumConsumptionsByCompany,
  sumConsumptionsByDiscount,
} from '@/db/queries/offices/affiliated-companies'
import {
  countRecentProposals,
  deleteAffiliation,
  endProposal,
  findProposal,
  isAffiliated,
  listProposals,
  lockAffiliation,
} from '@/db/queries/offices/affiliation-proposals'
import { acceptProposal, declineProposal, withdrawProposal } from '@/lib/affiliations/answer-proposal'
import { companiesFilterOf } from '@/lib/affiliations/companies'
import { endAffiliation } from '@/lib/affiliations/end-affiliation'
import { listCompanies, nameCompany, showCompany } from '@/lib/affiliations/list-companies'
import { listAffiliationProposals } from '@/lib/affiliations/list-proposals'
import { partyOfMerchant } from '@/lib/affiliations/party'
import { proposeAffiliation } from '@/lib/affiliations/propose-affiliation'
import { type Asker, type Cases, change, exempt, of, own } from './matrix'
import type { Tenant } from './tenant'

const tenant = ({ merchantId }: Tenant) => ({ side: 'merchant', merchantId }) as const
const pair = ({ mine }: Asker, { companyId }: Tenant) => ({ merchantId: mine.merchantId, companyId })
const affiliation = ({ ctx }: Asker) => ({ ...ctx, party: partyOfMerchant(ctx.member) })

const everyOutcome = { open: true, limit: 10 }
const anyTime = { from: undefined, to: undefined }
const bothAsk = exempt('it is about a stranger, whom the verb asks')

export const cases: Cases = {
  'db/queries/offices/affiliation-proposals#listProposals': own(({ tx, mine }) =>
    listProposals(tx, tenant(mine), everyOutcome),
  ),
  'db/queries/offices/affiliation-proposals#findProposal': of(({ tx, mine }, { sentProposalId }) =>
    findProposal(tx, tenant(mine), sentProposalId),
  ),
  'db/queries/offices/affiliation-proposals#endProposal': change(({ tx, mine }, { sentProposalId }) =>
    endProposal(tx, tenant(mine), { id: sentProposalId, outcome: 'withdrawn', userId: mine.userId }),
  ),
  'db/queries/offices/affiliation-proposals#countRecentProposals': own(({ tx, mine }) =>
    countRecentProposals(tx, tenant(mine)),
  ),
  'db/queries/offices/affiliation-proposals#findOpenProposal': bothAsk,
  'db/queries/offices/affiliation-proposals#findRecentDecline': bothAsk,
  'db/queries/offices/affiliation-proposals#insertProposal': bothAsk,
  'db/queries/offices/affiliation-proposals#insertAffiliation': bothAsk,
  'db/queries/offices/affiliation-proposals#isAffiliated': of((asker, theirs) =>
    isAffiliated(asker.tx, pair(asker, theirs)),
  ),
  'db/queries/offices/affiliation-proposals#lockAffiliation': of((asker, theirs) =>
    lockAffiliation(asker.tx, pair(asker, theirs)),
  ),
  'db/queries/offices/affiliation-proposals#deleteAffiliation': change((asker, theirs) =>
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
  'lib/affiliations/list-companies#nameCompany': of(({ ctx }, { companyId }) => nameCompany(ctx, companyId)),
  'lib/affiliations/list-companies#showCompany': of(({ ctx }, { companyId }) =>
    showCompany(ctx, { companyId, period: { kind: 'all' } }),
  ),

  'lib/affiliations/list-proposals#listAffiliationProposals': own((asker) =>
    listAffiliationProposals(affiliation(asker)),
  ),
  'lib/affiliations/propose-affiliation#proposeAffiliation': own((asker) =>
    proposeAffiliation(affiliation(asker), { other: asker.mine.askingCompany, message: null }),
  ),
  'lib/affiliations/answer-proposal#acceptProposal': of((asker, { receivedProposalId: proposalId }) =>
    acceptProposal(affiliation(asker), { proposalId }),
  ),
  'lib/affiliations/answer-proposal#declineProposal': of((asker, { receivedProposalId: proposalId }) =>
    declineProposal(affiliation(asker), { proposalId }),
  ),
  'lib/affiliations/answer-proposal#withdrawProposal': of((asker, { sentProposalId: proposalId }) =>
    withdrawProposal(affiliation(asker), { proposalId }),
  ),
  'lib/affiliations/end-affiliation#endAffiliation': of((asker, { companyId, company }) =>
    endAffiliation(affiliation(asker), { otherId: companyId, confirmation: company }),
  ),
}
