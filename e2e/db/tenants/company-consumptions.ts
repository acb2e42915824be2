import {
  listCompanyConsumptions,
  listConsumedMerchants,
  sumCompanyConsumptions,
} from '@/db/queries/offices/company-consumptions'
import { showOverview } from '@/lib/companies/show-overview'
import { companyConsumptionsFilterOf } from '@/lib/sales/company/filter'
import {
  exportConsumptions,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/sales/company/list-consumptions'
import { type Cases, of, own } from './matrix'
import type { Tenant } from './tenant'

const narrowed = ({ merchantId, collaboratorId }: Tenant) => ({ merchantId, collaboratorId })

const asked = ({ merchantId, collaboratorId }: Tenant) =>
  companyConsumptionsFilterOf({ merchant: String(merchantId), collaborator: String(collaboratorId) })

export const cases: Cases = {
  'db/queries/offices/company-consumptions#listCompanyConsumptions': of(({ tx, mine }, theirs) =>
    listCompanyConsumptions(tx, mine.companyId, { ...narrowed(theirs), limit: 10 }),
  ),
  'db/queries/offices/company-consumptions#sumCompanyConsumptions': of(({ tx, mine }, theirs) =>
    sumCompanyConsumptions(tx, mine.companyId, narrowed(theirs)),
  ),
  'db/queries/offices/company-consumptions#listConsumedMerchants': own(({ tx, mine }) =>
    listConsumedMerchants(tx, mine.companyId),
  ),
  'lib/companies/show-overview#showOverview': own(({ companyCtx }) => showOverview(companyCtx)),
  'lib/sales/company/list-consumptions#listConsumptions': of(({ companyCtx }, theirs) =>
    listConsumptions(companyCtx, asked(theirs)),
  ),
  'lib/sales/company/list-consumptions#sumConsumptions': of(({ companyCtx }, theirs) =>
    sumConsumptions(companyCtx, asked(theirs)),
  ),
  'lib/sales/company/list-consumptions#listConsumptionChoices': own(({ companyCtx }) =>
    listConsumptionChoices(companyCtx, companyConsumptionsFilterOf({})),
  ),
  'lib/sales/company/list-consumptions#exportConsumptions': of(async ({ companyCtx }, theirs) => {
    const found = []
    for await (const rows of exportConsumptions(companyCtx, asked(theirs))) found.push(...rows)
    return found
  }),
}
