import { endProposalOf, findOpenProposal, insertProposal } from '@/db/queries/offices/affiliation-proposals'
import * as disablings from '@/db/queries/offices/merchant-disablings'
import * as companies from '@/db/queries/offices/network-companies'
import * as merchants from '@/db/queries/offices/network-merchants'
import { factories } from '../../fixtures/factories'
import type { Lines, World } from './world'

/** What the operator asks of the merchants and companies of the network. */

const order = ({ mine }: World) => ({
  cause: 'other' as const,
  message: mine.mark,
  takesEffectAt: new Date(Date.now() + 86_400_000),
  orderedBy: mine.userId,
})

const described = ({ mine }: World) => ({ name: mine.mark, legalId: mine.mark })

const page = { by: 'name' as const, search: undefined, descending: false, limit: 5 }

export const networkMerchantLines: Lines = {
  'db/queries/offices/affiliation-proposals#endProposalOf': async (w) => {
    const { id: companyId } = await factories(w.sql).company()
    const pair = { merchantId: w.mine.merchantId, companyId }
    const userId = w.mine.userId
    await insertProposal(w.tx, pair, { proposedBy: 'merchant', message: null, createdByUserId: userId })
    const id = (await findOpenProposal(w.tx, pair))?.id ?? 0
    return () => endProposalOf(w.tx, pair, { id, outcome: 'accepted', userId })
  },
  'db/queries/offices/merchant-disablings#insertDisabling': (w) => () =>
    disablings.insertDisabling(w.tx, w.mine.merchantId, order(w)),
  'db/queries/offices/merchant-disablings#endDisabling': async (w) => {
    await disablings.insertDisabling(w.tx, w.mine.merchantId, order(w))
    return () => disablings.endDisabling(w.tx, w.mine.merchantId, w.mine.userId)
  },
  'db/queries/offices/merchant-disablings#setEnabled': (w) => () =>
    disablings.setEnabled(w.tx, w.mine.merchantId, false),
  'db/queries/offices/network-merchants#listNetworkMerchants': (w) => () =>
    merchants.listNetworkMerchants(w.tx, {
      ...page,
      search: w.mine.mark,
      state: undefined,
      ownerPermission: 'merchant.team.manage',
    }),
  'db/queries/offices/network-merchants#countNetworkMerchants': (w) => () => merchants.countNetworkMerchants(w.tx),
  'db/queries/offices/network-merchants#findNetworkMerchant': (w) => () =>
    merchants.findNetworkMerchant(w.tx, w.mine.merchantId, 'merchant.team.manage'),
  'db/queries/offices/network-merchants#findDescribed': (w) => () => merchants.findDescribed(w.tx, w.mine.merchantId),
  'db/queries/offices/network-merchants#listMerchantsOfLegalId': (w) => () =>
    merchants.listMerchantsOfLegalId(w.tx, w.mine.mark.toUpperCase(), 0),
  'db/queries/offices/network-merchants#insertMerchant': (w) => () => merchants.insertMerchant(w.tx, described(w)),
  'db/queries/offices/network-merchants#describeMerchant': (w) => () =>
    merchants.describeMerchant(w.tx, w.mine.merchantId, described(w)),
  'db/queries/offices/network-merchants#sumEffect': (w) => () => merchants.sumEffect(w.tx, w.mine.merchantId),
  'db/queries/offices/network-companies#listNetworkCompanies': (w) => () =>
    companies.listNetworkCompanies(w.tx, {
      ...page,
      state: undefined,
      search: w.mine.mark,
      ownerPermission: 'company.team.manage',
    }),
  'db/queries/offices/network-companies#countNetworkCompanies': (w) => () => companies.countNetworkCompanies(w.tx),
  'db/queries/offices/network-companies#findNetworkCompany': (w) => () =>
    companies.findNetworkCompany(w.tx, w.mine.companyId, 'company.team.manage'),
  'db/queries/offices/network-companies#listCompaniesOfLegalId': (w) => () =>
    companies.listCompaniesOfLegalId(w.tx, w.mine.mark.toUpperCase(), 0),
  'db/queries/offices/network-companies#insertCompany': (w) => () => companies.insertCompany(w.tx, described(w)),
  'db/queries/offices/network-companies#describeCompany': (w) => () =>
    companies.describeCompany(w.tx, w.mine.companyId, described(w)),
}
