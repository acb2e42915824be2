import { sql } from 'drizzle-orm'
import {
  addAffiliations,
  addArticles,
  addBranches,
  addCategories,
  addDiscounts,
  addGrants,
  findArticleIds,
  findCategoriesByKey,
  forgetUses,
  holdCompanies,
  listSandboxArticles,
  listSandboxBranches,
  listSandboxDiscounts,
  lockSandboxDiscounts,
  releaseReserved,
} from '@/db/queries/offices/sandbox'
import { armFault, disarmFaults, listArmedFaults, watchInSandbox } from '@/db/queries/offices/sandbox-faults'
import { armFault as arm, disarmFaults as disarm, showArmedFaults } from '@/lib/sandbox/arm-fault'
import { emptySandbox } from '@/lib/sandbox/empty-sandbox'
import { prepareSandbox } from '@/lib/sandbox/prepare-sandbox'
import { prepareTrial } from '@/lib/sandbox/prepare-trial'
import { showSandbox } from '@/lib/sandbox/show-sandbox'
import { inTest } from '../../fixtures/sandboxes'
import { type Asker, type Cases, change, of, own } from './matrix'
import type { Tenant } from './tenant'

const prefix = 'sandbox:'
const keyed = [{ key: 'sandbox:one', name: 'Uno' }]

const discount = {
  key: 'sandbox:one',
  name: 'Uno',
  description: 'Uno',
  discountType: 'PCT' as const,
  discountValue: '10.00',
  scope: 'store' as const,
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validTo: new Date('2100-01-01T00:00:00Z'),
}

const fault = { kind: 'lost', operation: null, seconds: null, times: 2, until: new Date('2100-01-01T00:00:00Z') }

const keyOf = ({ apiKeyId }: Pick<Tenant, 'apiKeyId'>) => ({ kind: 'api_key', id: apiKeyId }) as const

const arming = { fault: 'lost', operation: null, seconds: null, times: 2, minutes: 5 } as const

const prepared = (asker: Asker) => prepareSandbox(inTest(asker.ctx))

export const cases: Cases = {
  'db/queries/offices/sandbox#addBranches': own(({ tx, mine }) => addBranches(tx, mine.merchantId, keyed)),
  'db/queries/offices/sandbox#addCategories': own(({ tx, mine }) => addCategories(tx, mine.merchantId, keyed)),
  'db/queries/offices/sandbox#findCategoriesByKey': own(async ({ tx, mine }) => {
    await addCategories(tx, mine.merchantId, keyed)
    return [...(await findCategoriesByKey(tx, mine.merchantId, prefix))]
  }),
  'db/queries/offices/sandbox#addArticles': own(({ tx, mine }) =>
    addArticles(tx, mine.merchantId, [{ sku: 'TEST-01', name: 'Agua', articleCategoryId: mine.categoryId }]),
  ),
  'db/queries/offices/sandbox#findArticleIds': of(async ({ tx, mine }, { sku }) => [
    ...(await findArticleIds(tx, mine.merchantId, [sku])),
  ]),
  'db/queries/offices/sandbox#addDiscounts': own(({ tx, mine }) => addDiscounts(tx, mine.merchantId, [discount])),
  'db/queries/offices/sandbox#addAffiliations': own(async ({ tx, mine }) => {
    const companies = await holdCompanies(tx, keyed)
    return addAffiliations(tx, mine.merchantId, [...companies.values()])
  }),
  'db/queries/offices/sandbox#addGrants': own(({ tx, mine }) =>
    addGrants(tx, mine.merchantId, [
      { companyId: mine.companyId, discountId: mine.discountId, collaboratorTypeId: mine.typeId },
    ]),
  ),
  'db/queries/offices/sandbox#listSandboxBranches': own(async ({ tx, mine }) => {
    await addBranches(tx, mine.merchantId, keyed)
    return listSandboxBranches(tx, mine.merchantId, prefix)
  }),
  'db/queries/offices/sandbox#listSandboxArticles': of(({ tx, mine }, { sku }) =>
    listSandboxArticles(tx, mine.merchantId, [sku]),
  ),
  'db/queries/offices/sandbox#listSandboxDiscounts': own(async ({ tx, mine }) => {
    await addDiscounts(tx, mine.merchantId, [discount])
    return listSandboxDiscounts(tx, mine.merchantId, prefix)
  }),
  'db/queries/offices/sandbox#lockSandboxDiscounts': own(async ({ tx, mine }) => {
    await addDiscounts(tx, mine.merchantId, [discount])
    return lockSandboxDiscounts(tx, mine.merchantId, prefix)
  }),
  'db/queries/offices/sandbox#releaseReserved': of(({ tx, mine }, { discountId }) =>
    releaseReserved(tx, mine.merchantId, [discountId]),
  ),
  'db/queries/offices/sandbox#forgetUses': of(async ({ tx, mine }, { discountId }) => {
    await tx.execute(
      sql`update discounts set uses_total = 9 where merchant_id = ${mine.merchantId} and id = ${discountId}`,
    )
    await forgetUses(tx, mine.merchantId, [discountId])
  }),
  'db/queries/offices/sandbox-faults#watchInSandbox': change(({ tx, mine }, theirs) =>
    watchInSandbox(tx, mine.merchantId, keyOf(theirs), fault.until),
  ),
  'db/queries/offices/sandbox-faults#armFault': change(({ tx, mine }, theirs) =>
    armFault(tx, mine.merchantId, keyOf(theirs), fault),
  ),
  'db/queries/offices/sandbox-faults#disarmFaults': own(async ({ tx, mine }) => {
    await armFault(tx, mine.merchantId, keyOf(mine), fault)
    return disarmFaults(tx, mine.merchantId, keyOf(mine))
  }),
  'db/queries/offices/sandbox-faults#listArmedFaults': own(async ({ tx, mine }) => {
    await armFault(tx, mine.merchantId, keyOf(mine), fault)
    return listArmedFaults(tx, mine.merchantId)
  }),
  'lib/sandbox/arm-fault#armFault': of(({ ctx }, theirs) => arm(inTest(ctx), { ...keyOf(theirs), ...arming })),
  'lib/sandbox/arm-fault#disarmFaults': of(async ({ tx, mine, ctx }, theirs) => {
    await armFault(tx, mine.merchantId, keyOf(mine), fault)
    return disarm(inTest(ctx), keyOf(theirs))
  }),
  'lib/sandbox/arm-fault#showArmedFaults': own(async ({ tx, mine, ctx }) => {
    await armFault(tx, mine.merchantId, keyOf(mine), fault)
    return showArmedFaults(inTest(ctx))
  }),
  'lib/sandbox/prepare-sandbox#prepareSandbox': own(prepared),
  'lib/sandbox/empty-sandbox#emptySandbox': own(async (asker) => {
    await prepared(asker)
    return emptySandbox(inTest(asker.ctx))
  }),
  'lib/sandbox/show-sandbox#showSandbox': own(async (asker) => {
    await prepared(asker)
    return showSandbox(inTest(asker.ctx))
  }),
  'lib/sandbox/prepare-trial#prepareTrial': of(async (asker, { prefix: key }) => {
    await prepared(asker)
    const draft = { step: 'eligibility', identity: '01', amount: 1, key: `ck_${key}.${'x'.repeat(43)}` } as const
    return prepareTrial(inTest(asker.ctx), {
      ...draft,
      authorizationCode: '',
      reference: '',
      lastKey: '',
      lastDate: '',
    })
  }),
}
