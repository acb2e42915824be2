import {
  deleteGrantsOf,
  findBenefit,
  listAffiliatedMerchants,
  listBenefits,
  lockAffiliationOf,
} from '@/db/queries/offices/benefits'
import { benefitFilterOf } from '@/lib/benefits/benefits'
import { grantBenefit, grantToTeam, withdrawBenefit } from '@/lib/benefits/grant-benefit'
import { listBenefits as listAll, listFirstBenefits, listMerchants, showMerchant } from '@/lib/benefits/list-benefits'
import { type Cases, exempt, of, own } from './matrix'

const everything = { merchantId: undefined, granted: undefined }

export const cases: Cases = {
  'db/queries/offices/benefits#listBenefits': of(({ tx, mine }, { merchantId, discountId }) =>
    listBenefits(
      tx,
      mine.companyId,
      { ...everything, merchantId },
      { limit: 10, ...(discountId === mine.discountId ? {} : { after: discountId }) },
    ),
  ),
  'db/queries/offices/benefits#findBenefit': of(({ tx, mine }, { merchantId, discountId }) =>
    findBenefit(tx, mine.companyId, { merchantId, discountId }),
  ),
  'db/queries/offices/benefits#listAffiliatedMerchants': of(({ tx, mine }, { merchantId }) =>
    listAffiliatedMerchants(tx, mine.companyId, { merchantId }),
  ),
  'db/queries/offices/benefits#lockAffiliationOf': of(({ tx, mine }, { merchantId }) =>
    lockAffiliationOf(tx, mine.companyId, merchantId),
  ),
  'db/queries/offices/benefits#deleteGrantsOf': of(({ tx, mine }, { merchantId, discountId }) =>
    deleteGrantsOf(tx, mine.companyId, { merchantId, discountId }),
  ),
  'db/queries/offices/benefits#insertGrantsOf': exempt('a foreign key refuses what the company is not affiliated to'),

  'lib/benefits/list-benefits#listBenefits': own(({ companyCtx }) => listAll(companyCtx, benefitFilterOf({}))),
  'lib/benefits/list-benefits#listFirstBenefits': own(async ({ companyCtx, mine }) => {
    await withdrawBenefit(companyCtx, { merchantId: mine.merchantId, discountId: mine.discountId })
    return listFirstBenefits(companyCtx)
  }),
  'lib/benefits/list-benefits#listMerchants': own(({ companyCtx }) => listMerchants(companyCtx)),
  'lib/benefits/list-benefits#showMerchant': of(({ companyCtx }, { merchantId }) =>
    showMerchant(companyCtx, merchantId),
  ),
  'lib/benefits/grant-benefit#grantBenefit': of(({ companyCtx, mine }, { merchantId, discountId }) =>
    grantBenefit(companyCtx, { merchantId, discountId, to: 'types', typeIds: [mine.typeId] }),
  ),
  'lib/benefits/grant-benefit#grantToTeam': of(async ({ companyCtx }, { merchantId, discountId }) => {
    await withdrawBenefit(companyCtx, { merchantId, discountId })
    return grantToTeam(companyCtx, { discounts: [{ merchantId, discountId }] })
  }),
  'lib/benefits/grant-benefit#withdrawBenefit': of(({ companyCtx }, { merchantId, discountId }) =>
    withdrawBenefit(companyCtx, { merchantId, discountId }),
  ),
}
