import { sql } from 'drizzle-orm'
import {
  isAuthorizationFound,
  listAuthorizationRecords,
  sumAuthorizations as sumAuthorizationRecords,
} from '@/db/queries/offices/authorizations'
import {
  countRepeats,
  listConsumptionsOfDay,
  sumAuthorizationsOfDay,
  sumConsumptionsOfDay,
} from '@/db/queries/offices/closing'
import { findConsumptionLife, listArticleNames } from '@/db/queries/offices/consumption-life'
import {
  isConsumptionFound,
  listConsumptionRecords,
  sumConsumptions as sumRecords,
} from '@/db/queries/offices/consumptions'
import {
  listBranchChoices,
  listCompanyChoices,
  listCredentialChoices,
  listDiscountChoices,
  listMakerChoices,
} from '@/db/queries/offices/merchant-choices'
import { closingFilterOf } from '@/lib/closing/closing'
import { compareClosing } from '@/lib/closing/compare-closing'
import { exportClosing, exportClosingSums, listClosing, listForPaper, showClosing } from '@/lib/closing/show-closing'
import { authorizationsFilterOf } from '@/lib/sales/authorizations/filter'
import {
  exportAuthorizations,
  listAuthorizations,
  sumAuthorizations,
} from '@/lib/sales/authorizations/list-authorizations'
import { consumptionsFilterOf } from '@/lib/sales/consumptions/filter'
import {
  exportConsumptions,
  listBranches,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/sales/consumptions/list-consumptions'
import { showConsumption } from '@/lib/sales/consumptions/show-consumption'
import { type Cases, exempt, of, own, rowsOf } from './matrix'
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

/** Today, at a branch of that tenant. */
const today = ({ branchId }: Tenant) => closingFilterOf({ branch: String(branchId) }, new Date())

const thisDay = ({ branchId }: Tenant) => ({
  from: new Date(Date.now() - 86_400_000),
  to: new Date(Date.now() + 86_400_000),
  branch: branchId,
})

export const cases: Cases = {
  'db/queries/offices/consumptions#listConsumptionRecords': of(({ tx, mine }, { branchId, reference }) =>
    listConsumptionRecords(tx, mine.merchantId, { branchId, search: whole(reference), limit: 10 }),
  ),
  'db/queries/offices/consumptions#isConsumptionFound': of(({ tx, mine }, { authorizationCode }) =>
    isConsumptionFound(tx, mine.merchantId, whole(authorizationCode)),
  ),
  'db/queries/offices/consumptions#sumConsumptions': of(({ tx, mine }, { companyId }) =>
    sumRecords(tx, mine.merchantId, { companyId }),
  ),
  'db/queries/offices/consumption-life#findConsumptionLife': of(({ tx, mine }, { consumptionCode }) =>
    findConsumptionLife(tx, mine.merchantId, consumptionCode),
  ),
  'db/queries/offices/consumption-life#listArticleNames': of(({ tx, mine }, { sku }) =>
    listArticleNames(tx, mine.merchantId, [sku]),
  ),
  'db/queries/offices/merchant-choices#listBranchChoices': own(({ tx, mine }) =>
    listBranchChoices(tx, mine.merchantId),
  ),
  'db/queries/offices/merchant-choices#listCompanyChoices': own(({ tx, mine }) =>
    listCompanyChoices(tx, mine.merchantId),
  ),
  'db/queries/offices/merchant-choices#listMakerChoices': own(async ({ tx, mine }) => {
    await tx.execute(sql`insert into member_consumptions (merchant_id, consumption_id, user_id)
      select merchant_id, id, ${mine.userId} from consumptions where merchant_id = ${mine.merchantId}`)
    return listMakerChoices(tx, mine.merchantId)
  }),
  'db/queries/offices/merchant-choices#listCredentialChoices': own(({ tx, mine }) =>
    listCredentialChoices(tx, mine.merchantId),
  ),
  'db/queries/offices/merchant-choices#listDiscountChoices': own(({ tx, mine }) =>
    listDiscountChoices(tx, mine.merchantId),
  ),
  'db/queries/offices/authorizations#listAuthorizationRecords': of(({ tx, mine }, { branchId, reference }) =>
    listAuthorizationRecords(tx, mine.merchantId, { branchId, search: whole(reference), limit: 10 }),
  ),
  'db/queries/offices/authorizations#sumAuthorizations': of(({ tx, mine }, { branchId, reference }) =>
    sumAuthorizationRecords(tx, mine.merchantId, { branchId, search: whole(reference) }),
  ),
  'db/queries/offices/authorizations#isAuthorizationFound': of(({ tx, mine }, { activeReference }) =>
    isAuthorizationFound(tx, mine.merchantId, whole(activeReference)),
  ),

  'lib/sales/consumptions/list-consumptions#requireConsumptionReader': exempt(
    'it looks at the permissions of who asks alone',
  ),
  'lib/sales/consumptions/list-consumptions#listConsumptionChoices': own(({ ctx }) => listConsumptionChoices(ctx)),
  'lib/sales/consumptions/list-consumptions#listConsumptions': of(({ ctx }, tenant) =>
    all(async (query) => (await listConsumptions(ctx, consumptionsFilterOf(query))).consumptions, tenant),
  ),
  'lib/sales/consumptions/list-consumptions#sumConsumptions': of(({ ctx }, tenant) =>
    all((query) => sumConsumptions(ctx, consumptionsFilterOf(query)), tenant),
  ),
  'lib/sales/consumptions/list-consumptions#exportConsumptions': of(({ ctx }, tenant) =>
    all((query) => rowsOf(exportConsumptions(ctx, consumptionsFilterOf(query))), tenant),
  ),
  'lib/sales/consumptions/show-consumption#showConsumption': of(({ ctx }, { consumptionCode }) =>
    showConsumption(ctx, consumptionCode),
  ),
  'lib/sales/authorizations/list-authorizations#listAuthorizations': of(({ ctx }, { branchId, reference }) =>
    Promise.all(
      [{ period: 'all', branch: String(branchId) }, { q: reference }].map(
        async (query) => (await listAuthorizations(ctx, authorizationsFilterOf(query))).authorizations,
      ),
    ),
  ),
  'lib/sales/authorizations/list-authorizations#sumAuthorizations': of(({ ctx }, { branchId, reference }) =>
    Promise.all(
      [{ period: 'all', branch: String(branchId) }, { q: reference }].map((query) =>
        sumAuthorizations(ctx, authorizationsFilterOf(query)),
      ),
    ),
  ),
  'lib/sales/authorizations/list-authorizations#exportAuthorizations': of(({ ctx }, { branchId }) =>
    rowsOf(exportAuthorizations(ctx, authorizationsFilterOf({ period: 'all', branch: String(branchId) }))),
  ),

  'db/queries/offices/closing#sumAuthorizationsOfDay': of(({ tx, mine }, tenant) =>
    sumAuthorizationsOfDay(tx, mine.merchantId, thisDay(tenant)),
  ),
  'db/queries/offices/closing#sumConsumptionsOfDay': of(({ tx, mine }, tenant) =>
    sumConsumptionsOfDay(tx, mine.merchantId, thisDay(tenant)),
  ),
  'db/queries/offices/closing#countRepeats': of(async ({ tx, mine }, tenant) => {
    // One's own reference is consumed once more; a stranger's is left as it is.
    await tx.execute(sql`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
      select merchant_id, 'again', ${mine.activeAuthorizationId}, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date
      from consumptions where merchant_id = ${mine.merchantId} and merchant_id = ${tenant.merchantId}`)
    return countRepeats(tx, mine.merchantId, thisDay(tenant), 7)
  }),
  'db/queries/offices/closing#listConsumptionsOfDay': of(({ tx, mine }, tenant) =>
    listConsumptionsOfDay(tx, mine.merchantId, { ...thisDay(tenant), repeatDays: 7, limit: 10 }),
  ),
  'lib/sales/consumptions/list-consumptions#listBranches': own(({ ctx }) => listBranches(ctx)),
  'lib/closing/compare-closing#compareClosing': of(async ({ ctx }, { branchId }) => {
    const list = 'T-1 0.00'
    const { oursCents } = await compareClosing(ctx, { day: '', branch: String(branchId), basis: 'final', list })
    return Number(oursCents)
  }),
  'lib/closing/show-closing#showClosing': of(async ({ ctx }, tenant) => {
    const { lines, total } = await showClosing(ctx, today(tenant))
    return { lines, count: total.consumed.count }
  }),
  'lib/closing/show-closing#listClosing': of(
    async ({ ctx }, tenant) => (await listClosing(ctx, today(tenant))).consumptions,
  ),
  'lib/closing/show-closing#listForPaper': of(
    async ({ ctx }, tenant) => (await listForPaper(ctx, today(tenant))).consumptions,
  ),
  'lib/closing/show-closing#exportClosingSums': of(async ({ ctx }, tenant) => {
    const rows = []
    for await (const batch of exportClosingSums(ctx, today(tenant), { noBranch: '', total: '' })) rows.push(...batch)
    return rows
  }),
  'lib/closing/show-closing#exportClosing': of(async ({ ctx }, tenant) => {
    const rows = []
    for await (const batch of exportClosing(ctx, today(tenant))) rows.push(...batch)
    return rows
  }),
}
