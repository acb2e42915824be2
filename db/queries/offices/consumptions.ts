import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import { isThere, theOnly } from '@/db/rows'
import { authorizations, consumptions, memberConsumptions } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import {
  beside,
  idsByBeginning,
  keptSums,
  microsOf,
  type SaleSearch,
  saleNames,
  shownBy,
  sumsOf,
  withNames,
} from './sales'
import { consumptionsByCompanyDay, consumptionsByDay, isOnPage } from './sales-sums'

/** What the merchant's office reads of its consumptions; `tills/consumptions.ts` is what the tills write. */

/** Which consumptions: those registered from `from` and before `to` that match every other field given. */
export type ConsumptionSelection = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly branchId?: number | undefined
  readonly companyId?: number | undefined
  readonly discountId?: number | undefined
  readonly apiKeyId?: number | undefined
  readonly oauthClientId?: number | undefined
  /** The member who redeemed by hand. */
  readonly memberId?: number | undefined
  readonly search?: SaleSearch | undefined
}

/** A page, newest registered first, or oldest first: the first rows, those next after a place, or those next before it. */
export async function listConsumptionRecords(
  db: OfficeDb,
  merchantId: number,
  selection: ConsumptionSelection & CursorRange & { limit: number; oldestFirst?: boolean },
) {
  const place = beside(consumptions.registeredAt, consumptions.id, selection)
  const narrowed = [...conditions(merchantId, selection), ...place.conditions]
  const page = db
    .select({
      id: consumptions.id,
      merchantId: consumptions.merchantId,
      code: consumptions.code,
      authorizationId: consumptions.authorizationId,
      reference: consumptions.reference,
      status: consumptions.status,
      discountId: consumptions.discountId,
      companyId: consumptions.companyId,
      collaboratorId: consumptions.collaboratorId,
      branchId: consumptions.branchId,
      apiKeyId: consumptions.apiKeyId,
      oauthClientId: consumptions.oauthClientId,
      purchaseAmount: consumptions.purchaseAmount,
      discountAmount: consumptions.discountAmount,
      finalAmount: consumptions.finalAmount,
      consumptionDate: consumptions.consumptionDate,
      registeredAt: consumptions.registeredAt,
      lateHours: consumptions.lateHours,
    })
    .from(consumptions)
    .where(
      isOfDays(selection) ? isOnPage(merchantId, selection, { ...selection, ...place }, narrowed) : and(...narrowed),
    )
    .orderBy(...place.order)
    .limit(selection.limit)
    .as('page')
  const asked = db
    .select({
      id: page.id,
      micros: microsOf(page.registeredAt).as('micros'),
      code: page.code,
      authorizationCode: authorizations.code,
      reference: page.reference,
      status: page.status,
      ...saleNames,
      purchaseAmount: page.purchaseAmount,
      discountAmount: page.discountAmount,
      finalAmount: page.finalAmount,
      consumptionDate: page.consumptionDate,
      registeredAt: page.registeredAt,
      lateHours: page.lateHours,
    })
    .from(page)
    .innerJoin(
      authorizations,
      and(eq(authorizations.merchantId, merchantId), eq(authorizations.id, page.authorizationId)),
    )
    .$dynamic()
  return withNames(asked, 'consumption', page).orderBy(...shownBy(page.registeredAt, page.id, selection.oldestFirst))
}

export type ConsumptionRecord = Awaited<ReturnType<typeof listConsumptionRecords>>[number]

/** Whether the sums of days tell them apart: by company and discount, or by branch and discount. What has an index of its own is read by that. */
function isOfDays({ from, to, companyId, discountId, branchId, ...others }: ConsumptionSelection): boolean {
  const { apiKeyId, oauthClientId, memberId, search } = others
  const hasIndex = [apiKeyId, oauthClientId, memberId, search].some((other) => other !== undefined)
  return (
    !hasIndex &&
    (branchId === undefined
      ? (companyId ?? discountId) !== undefined
      : companyId === undefined && discountId !== undefined)
  )
}

/** To what a list is narrowed that an authorization says as its consumption does. */
const saidByBoth = (
  sales: typeof authorizations | typeof consumptions,
  merchantId: number,
  { branchId, companyId, discountId }: ConsumptionSelection,
) => [
  eq(sales.merchantId, merchantId),
  branchId === undefined ? undefined : eq(sales.branchId, branchId),
  companyId === undefined ? undefined : eq(sales.companyId, companyId),
  discountId === undefined ? undefined : eq(sales.discountId, discountId),
]

/** To what it is narrowed beside that. */
const saidByConsumption = (
  merchantId: number,
  { from, to, apiKeyId, oauthClientId, memberId }: ConsumptionSelection,
) => [
  from === undefined ? undefined : gte(consumptions.registeredAt, from),
  to === undefined ? undefined : lt(consumptions.registeredAt, to),
  apiKeyId === undefined ? undefined : eq(consumptions.apiKeyId, apiKeyId),
  oauthClientId === undefined ? undefined : eq(consumptions.oauthClientId, oauthClientId),
  memberId === undefined
    ? undefined
    : sql`${consumptions.id} in (select m.consumption_id from ${memberConsumptions} m
        where m.merchant_id = ${merchantId} and m.user_id = ${memberId})`,
]

function conditions(merchantId: number, selection: ConsumptionSelection): (SQL | undefined)[] {
  const { search } = selection
  const narrowed = [...saidByBoth(consumptions, merchantId, selection), ...saidByConsumption(merchantId, selection)]
  if (search === undefined) return narrowed
  const found =
    search.kind === 'whole' ? idsOfWhole(merchantId, search) : idsOfBeginning(merchantId, search.text, selection)
  return [...narrowed, sql`${consumptions.id} in (${found})`]
}

const withAuthorization = sql`${authorizations} join ${consumptions}
  on ${consumptions.merchantId} = ${authorizations.merchantId} and ${consumptions.authorizationId} = ${authorizations.id}`

/**
 * By its code, its authorization's, or its reference. The reference is its authorization's too and is looked for there, since consumptions have
 * no index of it (ADR-0093). Each way uses an index of its own: as alternatives of one condition they would read all sales.
 */
function idsOfWhole(merchantId: number, { text, code }: Extract<SaleSearch, { kind: 'whole' }>): SQL {
  const ofAuthorizations = (condition: SQL) => sql`
    select ${consumptions.id} from ${withAuthorization} where ${authorizations.merchantId} = ${merchantId} and ${condition}`
  return sql`select f.id from ${consumptions} f where f.merchant_id = ${merchantId} and f.code in (${text}, ${code})
    union all ${ofAuthorizations(inArray(authorizations.code, [text, code]))}
    union all ${ofAuthorizations(eq(authorizations.reference, text))}`
}

/** What both say is asked of authorizations, so that a consumption is read for few of those that begin so. */
const idsOfBeginning = (merchantId: number, text: string, selection: ConsumptionSelection): SQL =>
  idsByBeginning(text, consumptions.id, withAuthorization, [
    ...saidByBoth(authorizations, merchantId, selection),
    ...saidByConsumption(merchantId, selection),
  ])

/** Whether the whole text finds any consumption. */
export async function isConsumptionFound(db: OfficeDb, merchantId: number, search: SaleSearch): Promise<boolean> {
  const rows = await db
    .select({ id: consumptions.id })
    .from(consumptions)
    .where(and(...conditions(merchantId, { search })))
    .limit(1)
  return isThere(rows)
}

/** How many there are, and what they add up to, as texts of `numeric`. */
export async function sumConsumptions(db: OfficeDb, merchantId: number, selection: ConsumptionSelection) {
  const { from, to, branchId, companyId, discountId, ...others } = selection
  // Of these alone sums are kept, and not of a branch and a company together.
  const isKept =
    (branchId === undefined || companyId === undefined) && Object.values(others).every((other) => other === undefined)
  const sums = companyId === undefined ? consumptionsByDay : consumptionsByCompanyDay
  const rows = isKept
    ? await db
        .select(keptSums)
        .from(sql`${sums(merchantId, { from, to })} sold`)
        .where(
          and(
            branchId === undefined ? undefined : sql`branch_id = ${branchId}`,
            companyId === undefined ? undefined : sql`company_id = ${companyId}`,
            discountId === undefined ? undefined : sql`discount_id = ${discountId}`,
          ),
        )
    : await db
        .select({ count: sql<number>`count(*)::int`, ...sumsOf(consumptions) })
        .from(consumptions)
        .where(and(...conditions(merchantId, selection)))
  return theOnly(rows)
}
