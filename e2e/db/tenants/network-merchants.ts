import { findStanding, setEnabled } from '@/db/queries/offices/merchant-disablings'
import { showStanding } from '@/lib/network-merchants/show-standing'
import { type Cases, exempt, own } from './matrix'

/** Asked by the operator of the network, who sees every merchant and every company. */
const ofOperator = exempt('its caller is one of the people who run the network, and of no tenant')

export const cases: Cases = {
  'db/queries/offices/affiliation-proposals#endProposalOf': ofOperator,
  'db/queries/offices/merchant-disablings#findStanding': own(({ tx, mine }) => findStanding(tx, mine.merchantId)),
  'db/queries/offices/merchant-disablings#insertDisabling': ofOperator,
  'db/queries/offices/merchant-disablings#endDisabling': ofOperator,
  'db/queries/offices/merchant-disablings#setEnabled': ofOperator,
  'db/queries/offices/network-merchants#findNetworkMerchant': ofOperator,
  'db/queries/offices/network-merchants#findDescribed': ofOperator,
  'db/queries/offices/network-merchants#describeMerchant': ofOperator,
  'db/queries/offices/network-merchants#sumEffect': ofOperator,
  'db/queries/offices/network-companies#findNetworkCompany': ofOperator,
  'db/queries/offices/network-companies#describeCompany': ofOperator,

  'lib/network-merchants/show-standing#showStanding': own(({ tx, ctx, mine }) =>
    setEnabled(tx, mine.merchantId, false).then(() => showStanding({ db: ctx.db, member: ctx.member })),
  ),
}
