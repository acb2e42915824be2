import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import { theOnly } from '@/db/rows'
import { collaborators, consumptions, discounts, merchants } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import { beside, keptSums, microsOf, shownBy } from './sales'
import { consumptionsByCompanyDay, isOnPage } from './sales-sums'

/** What a company's office reads of what its people consumed (ADR-0015); `tills/consumptions.ts` is what the tills write. */

/**
 * Which consumptions: those registered from `from` and before `to` that match every other field given; null stands for people
 * without a type.
 */
export type CompanyConsumptionSelection = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly code?: string | undefined
  readonly merchantId?: number | undefined
  readonly typeId?: number | null | undefined
  readonly collaboratorId?: number | undefined
}

function conditions(companyId: number, selection: CompanyConsumptionSelection): SQL | undefined {
  const { from, to, code, merchantId, typeId, collaboratorId } = selection
  return and(
    eq(consumptions.companyId, companyId),
    from === undefined ? undefined : gte(consumptions.registeredAt, from),
    to === undefined ? undefined : lt(consumptions.registeredAt, to),
    // Codes are indexed by merchant: each merchant is looked into, and not all that the company ever consumed.
    code === undefined
      ? undefined
      : sql`${consumptions.merchantId} = any(array(select id from merchants)) and ${consumptions.code} = ${code}`,
    merchantId === undefined ? undefined : eq(consumptions.merchantId, merchantId),
    collaboratorId === undefined ? undefined : eq(consumptions.collaboratorId, collaboratorId),
    // Asked of each consumption: joined, the planner begins with everybody of that type.
    typeId === undefined
      ? undefined
      : sql`(select p.collaborator_type_id from ${collaborators} p where p.company_id = ${companyId}
          and p.id = ${consumptions.collaboratorId}) is not distinct from ${typeId}::int`,
  )
}

/** The people of a type are read once, and each consumption is looked for among them: as a truth, it is not joined. */
const areOfType = (companyId: number, typeId: number | null) => sql`(${consumptions.collaboratorId} in (
  select p.id from ${collaborators} p where p.company_id = ${companyId}
    and ${typeId === null ? sql`p.collaborator_type_id is null` : sql`p.collaborator_type_id = ${typeId}`})) is true`

/** A page, newest registered first, or oldest first: the first rows, those next after a place, or those next before it. */
export async function listCompanyConsumptions(
  db: OfficeDb,
  companyId: number,
  selection: CompanyConsumptionSelection & CursorRange & { limit: number; oldestFirst?: boolean },
) {
  const place = beside(consumptions.registeredAt, consumptions.id, selection)
  const narrowed = [conditions(companyId, selection), ...place.conditions]
  const { merchantId, code, typeId, collaboratorId } = selection
  const isOfDays =
    merchantId !== undefined && [code, typeId, collaboratorId].every((narrower) => narrower === undefined)
  // The page first, in the order of its index: joined with all that it names, the planner may begin with the discounts of the network.
  const page = db
    .select({
      id: consumptions.id,
      code: consumptions.code,
      merchantId: consumptions.merchantId,
      discountId: consumptions.discountId,
      collaboratorId: consumptions.collaboratorId,
      purchaseAmount: consumptions.purchaseAmount,
      discountAmount: consumptions.discountAmount,
      finalAmount: consumptions.finalAmount,
      consumptionDate: consumptions.consumptionDate,
      registeredAt: consumptions.registeredAt,
    })
    .from(consumptions)
    .where(isOfDays ? isOnPage(merchantId, { companyId }, { ...selection, ...place }, narrowed) : and(...narrowed))
    .orderBy(...place.order)
    .limit(selection.limit)
    .as('page')
  return db
    .select({
      id: page.id,
      micros: microsOf(page.registeredAt).as('micros'),
      code: page.code,
      collaboratorId: page.collaboratorId,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      erasedAt: collaborators.erasedAt,
      merchant: merchants.name,
      discount: discounts.name,
      purchaseAmount: page.purchaseAmount,
      discountAmount: page.discountAmount,
      finalAmount: page.finalAmount,
      consumptionDate: page.consumptionDate,
      registeredAt: page.registeredAt,
    })
    .from(page)
    .innerJoin(collaborators, and(eq(collaborators.companyId, companyId), eq(collaborators.id, page.collaboratorId)))
    .innerJoin(merchants, eq(merchants.id, page.merchantId))
    .innerJoin(discounts, and(eq(discounts.merchantId, page.merchantId), eq(discounts.id, page.discountId)))
    .orderBy(...shownBy(page.registeredAt, page.id, selection.oldestFirst))
}

export type CompanyConsumptionRecord = Awaited<ReturnType<typeof listCompanyConsumptions>>[number]

/**
 * How many there are, of how many people, and what they add up to, as texts of `numeric`. Added up by person first, which
 * takes two thirds of the time of counting people among all their consumptions.
 */
export async function sumCompanyConsumptions(db: OfficeDb, companyId: number, selection: CompanyConsumptionSelection) {
  const { typeId, ...others } = selection
  const ofPerson = db
    .select({
      sales: sql`count(*)`.as('sales'),
      purchaseAmount: sql`sum(${consumptions.purchaseAmount})`.as('purchase_amount'),
      discountAmount: sql`sum(${consumptions.discountAmount})`.as('discount_amount'),
      finalAmount: sql`sum(${consumptions.finalAmount})`.as('final_amount'),
    })
    .from(consumptions)
    .where(and(conditions(companyId, others), typeId === undefined ? undefined : areOfType(companyId, typeId)))
    .groupBy(consumptions.collaboratorId)
    .as('of_person')
  return theOnly(await db.select({ people: sql<number>`count(*)::int`, ...keptSums }).from(ofPerson))
}

/** The merchants at which people of a company ever consumed, by name: by the sums of its days, and by the rows that are not in them yet. */
export const listConsumedMerchants = (db: OfficeDb, companyId: number): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(
      sql`exists (select from ${consumptionsByCompanyDay(merchants.id, {})} sold where sold.company_id = ${companyId})`,
    )
    .orderBy(sql`${merchants.name} collate "es-x-icu"`, asc(merchants.id))
