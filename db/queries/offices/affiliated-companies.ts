import { and, asc, desc, eq, ilike, ne, or, sql } from 'drizzle-orm'
import { folded, hasPart } from '@/db/folded'
import type { OfficeDb } from '@/db/office'
import { readingOf } from '@/db/reading'
import { atMostOne } from '@/db/rows'
import { affiliations, collaboratorTypes, companies, discounts, grants } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import { consumptionsByCompanyDay, consumptionsByMonth } from './sales-sums'

const columns = {
  companyId: companies.id,
  name: companies.name,
  legalId: companies.legalId,
  since: affiliations.createdAt,
}

export type CompanyRecord = { companyId: number; name: string; legalId: string | null; since: Date }

type Selection = CursorRange<number> & {
  readonly search: string | undefined
  readonly descending?: boolean
  readonly limit: number
}

/** Escapes the characters of a pattern, so that the text matches literally. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * The companies affiliated to a merchant, by name or from the last name, those after one of them; with `before`, the ones that precede it, in order. Each
 * with how many of the merchant's discounts it grants, ended ones left out.
 */
export async function listAffiliatedCompanies(
  db: OfficeDb,
  merchantId: number,
  { search, descending, limit, ...range }: Selection,
): Promise<(CompanyRecord & { discounts: number })[]> {
  const { place, side, order, shown } = readingOf(range, descending)
  const here = sql`(${folded(companies.name)}, ${companies.id})`
  const there = sql`(select ${folded(sql`c.name`)}, c.id from ${companies} c
    join ${affiliations} a on a.company_id = c.id and a.merchant_id = ${merchantId} where c.id = ${place})`
  const rows = await db
    .select({
      ...columns,
      discounts: sql<number>`(select count(distinct g.discount_id)::int from ${grants} g
        join ${discounts} d on d.merchant_id = g.merchant_id and d.id = g.discount_id and d.status <> 'ended'
        where g.company_id = ${companies.id} and g.merchant_id = ${merchantId})`,
    })
    .from(affiliations)
    .innerJoin(companies, eq(companies.id, affiliations.companyId))
    .where(
      and(
        eq(affiliations.merchantId, merchantId),
        search === undefined
          ? undefined
          : or(hasPart(companies.name, search), ilike(companies.legalId, `%${literal(search)}%`)),
        place === undefined ? undefined : sql`${here} ${side} ${there}`,
      ),
    )
    .orderBy(order(folded(companies.name)), order(companies.id))
    .limit(limit)
  return shown(rows)
}

/** An affiliated company; undefined for any other. */
export async function findAffiliatedCompany(
  db: OfficeDb,
  merchantId: number,
  companyId: number,
): Promise<CompanyRecord | undefined> {
  const rows = await db
    .select(columns)
    .from(affiliations)
    .innerJoin(companies, eq(companies.id, affiliations.companyId))
    .where(and(eq(affiliations.merchantId, merchantId), eq(affiliations.companyId, companyId)))
  return atMostOne(rows)
}

type Instants = { readonly from: Date | undefined; readonly to: Date | undefined }

const sums = {
  consumptions: sql<number>`sum(sales)`.mapWith(Number),
  purchaseAmount: sql<string>`sum(purchase_amount)::numeric(20, 2)::text`,
  discountAmount: sql<string>`sum(discount_amount)::numeric(20, 2)::text`,
}

/** What people of each of those companies consumed at a merchant; companies without consumptions are left out. Amounts as text. */
export const sumConsumptionsByCompany = async (
  db: OfficeDb,
  merchantId: number,
  companyIds: readonly number[],
  instants: Instants,
) =>
  companyIds.length === 0
    ? []
    : db
        .select({ companyId: sql<number>`company_id`.as('company_id'), ...sums })
        .from(sql`${consumptionsByMonth(merchantId, instants)} sold`)
        .where(sql`company_id = any(${`{${companyIds.join(',')}}`}::int[])`)
        .groupBy(sql`company_id`)

/** The same of one company, by discount: the most given first. Added up before the discounts are joined. */
export function sumConsumptionsByDiscount(db: OfficeDb, merchantId: number, companyId: number, instants: Instants) {
  const given = db
    .select({
      discountId: sql<number>`discount_id`.as('given_by'),
      consumptions: sums.consumptions.as('consumptions'),
      purchaseAmount: sums.purchaseAmount.as('purchased'),
      discountAmount: sums.discountAmount.as('discounted'),
      given: sql`sum(discount_amount)`.as('given'),
    })
    .from(sql`${consumptionsByCompanyDay(merchantId, instants)} sold`)
    .where(sql`company_id = ${companyId}`)
    .groupBy(sql`discount_id`)
    .as('sums')
  return db
    .select({
      discountId: given.discountId,
      name: discounts.name,
      consumptions: given.consumptions,
      purchaseAmount: given.purchaseAmount,
      discountAmount: given.discountAmount,
    })
    .from(given)
    .innerJoin(discounts, and(eq(discounts.merchantId, merchantId), eq(discounts.id, given.discountId)))
    .orderBy(desc(given.given), asc(given.discountId))
}

/**
 * Which of the merchant's discounts a company grants, by name, each with the names of the collaborator types that it is for; no
 * type means the whole team. Ended discounts are left out.
 */
export const listGrantsTo = (db: OfficeDb, merchantId: number, companyId: number) =>
  db
    .select({
      discountId: discounts.id,
      name: discounts.name,
      status: discounts.status,
      validFrom: discounts.validFrom,
      validTo: discounts.validTo,
      toTeam: sql<boolean>`bool_or(${grants.collaboratorTypeId} is null)`,
      types: sql<string[]>`coalesce(array_agg(${collaboratorTypes.name} order by ${collaboratorTypes.name})
        filter (where ${collaboratorTypes.id} is not null), '{}')`,
    })
    .from(grants)
    .innerJoin(discounts, and(eq(discounts.merchantId, grants.merchantId), eq(discounts.id, grants.discountId)))
    .leftJoin(
      collaboratorTypes,
      and(eq(collaboratorTypes.companyId, grants.companyId), eq(collaboratorTypes.id, grants.collaboratorTypeId)),
    )
    .where(and(eq(grants.merchantId, merchantId), eq(grants.companyId, companyId), ne(discounts.status, 'ended')))
    .groupBy(discounts.id, discounts.name, discounts.status, discounts.validFrom, discounts.validTo)
    .orderBy(asc(discounts.name), asc(discounts.id))
