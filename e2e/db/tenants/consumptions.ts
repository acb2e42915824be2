import { isAuthorizationFound, listAuthorizationRecords } from '@/db/queries/authorization-records'
import { findConsumptionLife, listArticleNames } from '@/db/queries/consumption-life'
import {
  isConsumptionFound,
  listConsumptionRecords,
  sumConsumptions as sumRecords,
} from '@/db/queries/consumption-records'
import {
  listBranchChoices,
  listCompanyChoices,
  listCredentialChoices,
  listDiscountChoices,
} from '@/db/queries/merchant-choices'
import { authorizationsFilterOf } from '@/lib/authorizations/filter'
import { listAuthorizations } from '@/lib/authorizations/list-authorizations'
import { consumptionsFilterOf } from '@/lib/consumptions/filter'
import {
  exportConsumptions,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/consumptions/list-consumptions'
import { showConsumption } from '@/lib/consumptions/show-consumption'
import { type Cases, exempt, of, own } from './matrix'
import type { Tenant } from './tenant'

const whole = (text: string) => ({ kind: 'whole', text, code: text }) as const

/** Every id that the lists can be narrowed to, as the address has them. */
const asked = (tenant: Tenant) => [
  { period: 'all', branch: String(tenant.branchId) },
  { period: 'all', company: String(tenant.companyId) },
  { period: 'all', discount: String(tenant.discountId) },
  { period: 'all', credential: `key-${tenant.apiKeyId}` },
  { q: tenant.consumptionCode },
  { q: tenant.authorizationCode },
  { q: tenant.reference },
]

const all = async <T>(run: (query: Record<string, string>) => Promise<T>, tenant: Tenant): Promise<T[]> => {
  const values: T[] = []
  for (const query of asked(tenant)) values.push(await run(query))
  return values
}

export const cases: Cases = {
  'db/queries/consumption-records#listConsumptionRecords': of(({ tx, mine }, { branchId, reference }) =>
    listConsumptionRecords(tx, mine.merchantId, { branchId, search: whole(reference), limit: 10 }),
  ),
  'db/queries/consumption-records#isConsumptionFound': of(({ tx, mine }, { authorizationCode }) =>
    isConsumptionFound(tx, mine.merchantId, whole(authorizationCode)),
  ),
  'db/queries/consumption-records#sumConsumptions': of(({ tx, mine }, { companyId }) =>
    sumRecords(tx, mine.merchantId, { companyId }),
  ),
  'db/queries/consumption-life#findConsumptionLife': of(({ tx, mine }, { consumptionCode }) =>
    findConsumptionLife(tx, mine.merchantId, consumptionCode),
  ),
  'db/queries/consumption-life#listArticleNames': of(({ tx, mine }, { sku }) =>
    listArticleNames(tx, mine.merchantId, [sku]),
  ),
  'db/queries/merchant-choices#listBranchChoices': own(({ tx, mine }) => listBranchChoices(tx, mine.merchantId)),
  'db/queries/merchant-choices#listCompanyChoices': own(({ tx, mine }) => listCompanyChoices(tx, mine.merchantId)),
  'db/queries/merchant-choices#listCredentialChoices': own(({ tx, mine }) =>
    listCredentialChoices(tx, mine.merchantId),
  ),
  'db/queries/merchant-choices#listDiscountChoices': own(({ tx, mine }) => listDiscountChoices(tx, mine.merchantId)),
  'db/queries/authorization-records#listAuthorizationRecords': of(({ tx, mine }, { branchId, reference }) =>
    listAuthorizationRecords(tx, mine.merchantId, { branchId, search: whole(reference), limit: 10 }),
  ),
  'db/queries/authorization-records#isAuthorizationFound': of(({ tx, mine }, { activeReference }) =>
    isAuthorizationFound(tx, mine.merchantId, whole(activeReference)),
  ),

  'lib/consumptions/list-consumptions#demandConsumptionReader': exempt('it looks at the permissions of who asks alone'),
  'lib/consumptions/list-consumptions#listConsumptionChoices': own(({ ctx }) => listConsumptionChoices(ctx)),
  'lib/consumptions/list-consumptions#listConsumptions': of(({ ctx }, tenant) =>
    all(async (query) => (await listConsumptions(ctx, consumptionsFilterOf(query))).consumptions, tenant),
  ),
  'lib/consumptions/list-consumptions#sumConsumptions': of(({ ctx }, tenant) =>
    all((query) => sumConsumptions(ctx, consumptionsFilterOf(query)), tenant),
  ),
  'lib/consumptions/list-consumptions#exportConsumptions': of(({ ctx }, tenant) =>
    all(async (query) => {
      const rows = []
      for await (const batch of exportConsumptions(ctx, consumptionsFilterOf(query))) rows.push(...batch)
      return rows
    }, tenant),
  ),
  'lib/consumptions/show-consumption#showConsumption': of(({ ctx }, { consumptionCode }) =>
    showConsumption(ctx, consumptionCode),
  ),
  'lib/authorizations/list-authorizations#listAuthorizations': of(({ ctx }, { branchId, reference }) =>
    Promise.all(
      [{ period: 'all', branch: String(branchId) }, { q: reference }].map(
        async (query) => (await listAuthorizations(ctx, authorizationsFilterOf(query))).authorizations,
      ),
    ),
  ),
}
