import type { OfficeDb, OfficeTx } from '@/db/office'
import { listIdentificationTypes } from '@/db/queries/offices/identification-types'
import {
  addAffiliations,
  addArticles,
  addBranches,
  addCategories,
  addDiscounts,
  addGrants,
  addPeople,
  addTypes,
  countPeople,
  findArticleIds,
  findCategoriesByKey,
  findTypesByKey,
  holdCompanies,
  type IdsByText,
  listSandboxDiscounts,
} from '@/db/queries/offices/sandbox'
import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import { bringForward, holdKeys } from '@/lib/data-keys/hold-keys'
import { encryptIdentification, hmacIdentification, type IdentificationKeys } from '@/lib/identification/identification'
import { unavailable } from '@/lib/kernel/gate'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type LocalDay, localDayOf } from '@/lib/language/days'
import {
  sandboxArticles,
  sandboxBranches,
  sandboxCategories,
  sandboxCompanies,
  sandboxDiscounts,
  sandboxKeyPrefix,
  sandboxPeople,
  sandboxTypes,
  validityOf,
} from './blueprint'
import { requireTestEnvironment, type SandboxContext, sandboxPermission } from './context'
import { identificationOf } from './identities'

/**
 * Makes the rows of the member's merchant's sandbox, all in one transaction (sandbox.md, Identities 1), and says how many. Again
 * adds what is missing by then, changes nothing that is there, and records nothing when there was nothing to add. Throws
 * `test_environment_only`, `permission_missing`, and `identity_employed` when another company employs an assigned identity.
 */
export async function prepareSandbox(ctx: SandboxContext): Promise<{ made: number }> {
  requireTestEnvironment(ctx)
  const asked = { permission: sandboxPermission, action: 'sandbox.prepared', lock: 'tenant' } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const made = await layOutSandbox(tx, ctx.member.merchantId, localDayOf(ctx.now()), ctx.identificationKeys)
    if (made > 0) await record({ made })
    return { made }
  })
}

/** Prepares the sandboxes of the merchants of a demo, whose trail begins with it: the service does it, and nobody asks. */
export const prepareSandboxes = (
  db: OfficeDb,
  merchantIds: readonly number[],
  keys: IdentificationKeys,
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const merchantId of merchantIds) {
      const made = await layOutSandbox(tx, merchantId, localDayOf(new Date()), keys)
      const event = { action: 'sandbox.prepared', subjectType: 'merchant', subjectId: merchantId } as const
      await recordEvent(tx, undefined, { ...event, merchantId, details: { made } })
    }
  })

/** The rows of a merchant's sandbox that are missing: how many were added. */
async function layOutSandbox(
  tx: OfficeTx,
  merchantId: number,
  today: LocalDay,
  keys: IdentificationKeys,
): Promise<number> {
  const companies = await holdCompanies(tx, sandboxCompanies)
  const companyIds = [...companies.values()]
  const people = await layOutPeople(tx, companies, keys)
  const catalog = await layOutCatalog(tx, merchantId, today)
  const affiliated = sandboxCompanies.filter(({ isAffiliated }) => isAffiliated)
  const affiliations = await addAffiliations(
    tx,
    merchantId,
    affiliated.map(({ key }) => idOf(companies, key)),
  )
  const grants = await layOutGrants(tx, merchantId, companies, await findTypesByKey(tx, companyIds, sandboxKeyPrefix))
  return people + catalog + affiliations + grants
}

/** The identities of every identification type, in the companies of the installation. */
async function layOutPeople(tx: OfficeTx, companies: IdsByText, held: IdentificationKeys): Promise<number> {
  const keys = await holdKeys(tx, held)
  const types = await addTypes(
    tx,
    sandboxTypes.map(({ key, name, company }) => ({ companyId: idOf(companies, company), key, name })),
  )
  const companyIds = [...companies.values()]
  const typeIds = await findTypesByKey(tx, companyIds, sandboxKeyPrefix)
  const assigned = (await listIdentificationTypes(tx)).flatMap(({ id: identificationTypeId }) =>
    sandboxPeople.map((person) => ({
      ...person,
      identificationTypeId,
      identification: identificationOf(person.identity, identificationTypeId),
    })),
  )
  await bringForward(tx, keys, assigned)
  const rows = assigned.map(
    ({ identificationTypeId, identification, company, typeKey, isActive, firstName, lastName }) => ({
      companyId: idOf(companies, company),
      collaboratorTypeId: idOf(typeIds, typeKey),
      identificationTypeId,
      identificationHmac: hmacIdentification(keys, identificationTypeId, identification),
      identificationCiphertext: encryptIdentification(keys, identification),
      keyGeneration: keys.generation,
      firstName,
      lastName,
      active: isActive,
    }),
  )
  const people = await addPeople(tx, rows)
  // One who works for another company could never be what the table says.
  if ((await countPeople(tx, companyIds)) < rows.length) throw new OfficeFault('identity_employed')
  return types + people
}

async function layOutCatalog(tx: OfficeTx, merchantId: number, today: LocalDay): Promise<number> {
  const branches = await addBranches(tx, merchantId, sandboxBranches)
  const categories = await addCategories(tx, merchantId, sandboxCategories)
  const categoryIds = await findCategoriesByKey(tx, merchantId, sandboxKeyPrefix)
  const articles = await addArticles(
    tx,
    merchantId,
    sandboxArticles.map(({ sku, name, category }) => ({ sku, name, articleCategoryId: idOf(categoryIds, category) })),
  )
  const articleIds = await findArticleIds(
    tx,
    merchantId,
    sandboxArticles.map(({ sku }) => sku),
  )
  const discounts = await addDiscounts(
    tx,
    merchantId,
    sandboxDiscounts.map((discount) => rowOf(discount, today, categoryIds, articleIds)),
  )
  return branches + categories + articles + discounts
}

function rowOf(
  discount: (typeof sandboxDiscounts)[number],
  today: LocalDay,
  categoryIds: IdsByText,
  articleIds: IdsByText,
) {
  const { key, name, type, value, category, sku, hasEnded, ...limits } = { ...noTerms, ...discount }
  return {
    ...limits,
    key,
    name,
    description: name,
    status: 'published' as const,
    discountType: type,
    discountValue: value,
    scope: category ? ('category' as const) : sku ? ('article' as const) : ('store' as const),
    articleCategoryId: category ? idOf(categoryIds, category) : null,
    articleId: sku ? idOf(articleIds, sku) : null,
    ...validityOf({ ...(hasEnded && { hasEnded }) }, today),
  }
}

const noTerms = {
  category: undefined,
  sku: undefined,
  hasEnded: undefined,
  usesPerCollaboratorPerDay: null,
  budget: null,
  minimumPurchase: null,
  maximumDiscount: null,
}

async function layOutGrants(
  tx: OfficeTx,
  merchantId: number,
  companies: IdsByText,
  typeIds: IdsByText,
): Promise<number> {
  const discounts = await listSandboxDiscounts(tx, merchantId, sandboxKeyPrefix)
  const discountIds = new Map(discounts.flatMap(({ key, id }) => (key === null ? [] : [[key, id] as const])))
  const rows = sandboxTypes.flatMap(({ key, company, discounts: granted }) =>
    granted.map((discount) => ({
      companyId: idOf(companies, company),
      collaboratorTypeId: idOf(typeIds, key),
      discountId: idOf(discountIds, discount),
    })),
  )
  return addGrants(tx, merchantId, rows)
}

/** A row that was just made, or was there: an answer without it was not read right. */
function idOf(ids: IdsByText, known: string): number {
  const id = ids.get(known)
  if (id === undefined) throw unavailable(new Error(`no row of the sandbox's ${known}`))
  return id
}
