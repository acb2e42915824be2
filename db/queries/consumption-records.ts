import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import {
  apiKeys,
  authorizations,
  branches,
  collaborators,
  companies,
  consumptions,
  discounts,
  oauthClients,
} from '@/db/schema'

/** What the merchant's office reads of its consumptions; `consumptions.ts` is what the tills write. */

type Place = { readonly micros: string; readonly id: number }

/** A text that was looked for: as a code, an authorization code or a reference whole, or what a reference begins with. */
export type ConsumptionSearch =
  | { readonly kind: 'whole'; readonly text: string; readonly code: string }
  | { readonly kind: 'beginning'; readonly text: string }

/** Which consumptions: those registered from `from` and before `to`, of all that is said. */
export type ConsumptionSelection = {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly branchId?: number | undefined
  readonly companyId?: number | undefined
  readonly discountId?: number | undefined
  readonly apiKeyId?: number | undefined
  readonly oauthClientId?: number | undefined
  readonly search?: ConsumptionSearch | undefined
}

/** What begins like that is shown up to here: who wants more says more. */
const beginningsMax = 100

const microsOf = (column: SQL | typeof consumptions.registeredAt) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`

const placeRow = ({ micros, id }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`

/** A page, newest registered first; with `after`, the rows next to that place, turned round. */
export async function listConsumptionRecords(
  db: OfficeDb,
  merchantId: number,
  selection: ConsumptionSelection & { before?: Place | undefined; after?: Place | undefined; limit: number },
) {
  const { before, after, limit } = selection
  const here = sql`(${consumptions.registeredAt}, ${consumptions.id})`
  const turn = after === undefined ? desc : asc
  const page = db
    .select({
      id: consumptions.id,
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
    })
    .from(consumptions)
    .where(
      and(
        ...conditions(merchantId, selection),
        before === undefined ? undefined : sql`${here} < ${placeRow(before)}`,
        after === undefined ? undefined : sql`${here} > ${placeRow(after)}`,
      ),
    )
    .orderBy(turn(consumptions.registeredAt), turn(consumptions.id))
    .limit(limit)
    .as('page')
  return db
    .select({
      id: page.id,
      micros: microsOf(sql`${page.registeredAt}`).as('micros'),
      code: page.code,
      authorizationCode: authorizations.code,
      reference: page.reference,
      status: page.status,
      branchName: branches.name,
      firstName: collaborators.firstName,
      lastName: collaborators.lastName,
      companyName: companies.name,
      discountName: discounts.name,
      apiKeyName: apiKeys.name,
      oauthClientName: oauthClients.name,
      purchaseAmount: page.purchaseAmount,
      discountAmount: page.discountAmount,
      finalAmount: page.finalAmount,
      consumptionDate: page.consumptionDate,
      registeredAt: page.registeredAt,
    })
    .from(page)
    .innerJoin(
      authorizations,
      and(eq(authorizations.merchantId, merchantId), eq(authorizations.id, page.authorizationId)),
    )
    .innerJoin(discounts, eq(discounts.id, page.discountId))
    .innerJoin(companies, eq(companies.id, page.companyId))
    .innerJoin(collaborators, eq(collaborators.id, page.collaboratorId))
    .leftJoin(branches, eq(branches.id, page.branchId))
    .leftJoin(apiKeys, eq(apiKeys.id, page.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, page.oauthClientId))
    .orderBy(desc(page.registeredAt), desc(page.id))
}

export type ConsumptionRecord = Awaited<ReturnType<typeof listConsumptionRecords>>[number]

function conditions(merchantId: number, selection: ConsumptionSelection): (SQL | undefined)[] {
  const { from, to, branchId, companyId, discountId, apiKeyId, oauthClientId, search } = selection
  const narrowed = [
    eq(consumptions.merchantId, merchantId),
    from === undefined ? undefined : gte(consumptions.registeredAt, from),
    to === undefined ? undefined : lt(consumptions.registeredAt, to),
    branchId === undefined ? undefined : eq(consumptions.branchId, branchId),
    companyId === undefined ? undefined : eq(consumptions.companyId, companyId),
    discountId === undefined ? undefined : eq(consumptions.discountId, discountId),
    apiKeyId === undefined ? undefined : eq(consumptions.apiKeyId, apiKeyId),
    oauthClientId === undefined ? undefined : eq(consumptions.oauthClientId, oauthClientId),
  ]
  if (search === undefined) return narrowed
  return [...narrowed, sql`${consumptions.id} in (${idsFound(merchantId, search, narrowed)})`]
}

/**
 * Each way of finding by its own index: as alternatives of one condition they would be a search of everything. What begins like a text
 * is counted off within what the list is narrowed to.
 */
function idsFound(merchantId: number, search: ConsumptionSearch, narrowed: readonly (SQL | undefined)[]): SQL {
  const { text } = search
  if (search.kind === 'beginning') {
    return sql`select ${consumptions.id} from ${consumptions}
      where ${and(...narrowed)} and ${consumptions.reference} ~>=~ ${text} and ${consumptions.reference} ~<~ (${text} || chr(1114111))
      order by ${consumptions.reference} using ~<~, ${consumptions.id} limit ${beginningsMax}`
  }
  return sql`select f.id from ${consumptions} f where f.merchant_id = ${merchantId} and f.code in (${text}, ${search.code})
    union all
    select f.id from ${consumptions} f where f.merchant_id = ${merchantId} and f.reference = ${text}
    union all
    select f.id from ${authorizations} a join ${consumptions} f on f.merchant_id = a.merchant_id and f.authorization_id = a.id
    where a.merchant_id = ${merchantId} and a.code in (${text}, ${search.code})`
}

/** Whether any consumption is found by that text whole. */
export async function isConsumptionFound(
  db: OfficeDb,
  merchantId: number,
  search: ConsumptionSearch,
): Promise<boolean> {
  const rows = await db
    .select({ id: consumptions.id })
    .from(consumptions)
    .where(and(...conditions(merchantId, { search })))
    .limit(1)
  return rows.length > 0
}

/** How many there are, and what they add up to, as texts of `numeric`. */
export async function sumConsumptions(db: OfficeDb, merchantId: number, selection: ConsumptionSelection) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      purchaseAmount: sql<string>`coalesce(sum(${consumptions.purchaseAmount}), 0)::numeric(30, 2)::text`,
      discountAmount: sql<string>`coalesce(sum(${consumptions.discountAmount}), 0)::numeric(30, 2)::text`,
      finalAmount: sql<string>`coalesce(sum(${consumptions.finalAmount}), 0)::numeric(30, 2)::text`,
    })
    .from(consumptions)
    .where(and(...conditions(merchantId, selection)))
  return row
}
