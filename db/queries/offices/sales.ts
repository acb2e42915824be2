import { and, asc, type Column, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import {
  apiKeys,
  authorizations,
  branches,
  collaborators,
  companies,
  consumptions,
  discounts,
  memberAuthorizations,
  memberConsumptions,
  oauthClients,
  users,
} from '@/db/schema'
import type { Cursor, CursorRange } from '@/lib/kernel/cursor'

/** What the offices' queries of sales share, both of authorizations and of consumptions. Nothing here runs a query. */

/** The names for the ids of a sale, from the tables that `withNames` joins. */
export const saleNames = {
  branchName: branches.name,
  firstName: collaborators.firstName,
  lastName: collaborators.lastName,
  erasedAt: collaborators.erasedAt,
  companyName: companies.name,
  discountName: discounts.name,
  apiKeyName: apiKeys.name,
  oauthClientName: oauthClients.name,
  memberName: users.name,
}

/** What the closing of a day shows of each of its consumptions. */
export const saleOfDay = {
  id: consumptions.id,
  code: consumptions.code,
  reference: consumptions.reference,
  ...saleNames,
  purchaseAmount: consumptions.purchaseAmount,
  discountAmount: consumptions.discountAmount,
  finalAmount: consumptions.finalAmount,
  consumptionDate: consumptions.consumptionDate,
  registeredAt: consumptions.registeredAt,
}

type SaleIds = Readonly<
  Record<
    'id' | 'merchantId' | 'discountId' | 'companyId' | 'collaboratorId' | 'branchId' | 'apiKeyId' | 'oauthClientId',
    Column
  >
>

/** Where sales of either kind say which person made them (D68). */
const makers = {
  authorization: { table: memberAuthorizations, recordId: memberAuthorizations.authorizationId },
  consumption: { table: memberConsumptions, recordId: memberConsumptions.consumptionId },
}

/** Joins to sales, or to a page of them, the tables of `saleNames`. */
export function withNames<Query extends PgSelect>(query: Query, kind: keyof typeof makers, sale: SaleIds) {
  const { table, recordId } = makers[kind]
  return query
    .innerJoin(discounts, eq(discounts.id, sale.discountId))
    .innerJoin(companies, eq(companies.id, sale.companyId))
    .innerJoin(collaborators, eq(collaborators.id, sale.collaboratorId))
    .leftJoin(branches, eq(branches.id, sale.branchId))
    .leftJoin(apiKeys, eq(apiKeys.id, sale.apiKeyId))
    .leftJoin(oauthClients, eq(oauthClients.id, sale.oauthClientId))
    .leftJoin(table, and(eq(table.merchantId, sale.merchantId), eq(recordId, sale.id)))
    .leftJoin(users, eq(users.id, table.userId))
}

/** A moment as a `Cursor` has it. */
export const microsOf = (moment: Column) => sql<string>`(extract(epoch from ${moment}) * 1000000)::bigint::text`

/**
 * The conditions and the order of a page of a list by moment and id: the order in which it is read, beginning at the place that it
 * lies beside, and the one in which it is shown.
 */
export function beside(
  moment: Column,
  id: Column,
  { before, after, oldestFirst = false }: CursorRange & { readonly oldestFirst?: boolean | undefined },
) {
  const here = sql`(${moment}, ${id})`
  const rises = after !== undefined || (oldestFirst && before === undefined)
  const read = rises ? asc : desc
  return {
    conditions: [
      before === undefined ? undefined : sql`${here} < ${rowOf(before)}`,
      after === undefined ? undefined : sql`${here} > ${rowOf(after)}`,
    ],
    rises,
    order: [read(moment), read(id)],
  }
}

/** The order in which a page is shown. */
export const shownBy = (moment: Column | SQL.Aliased, id: Column | SQL.Aliased, oldestFirst: boolean | undefined) =>
  oldestFirst === true ? [asc(moment), asc(id)] : [desc(moment), desc(id)]

const rowOf = ({ micros, id }: Cursor) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`

/** A text to search for: a whole code or reference, or the beginning of a reference. */
export type SaleSearch =
  | { readonly kind: 'whole'; readonly text: string; readonly code: string }
  | { readonly kind: 'beginning'; readonly text: string }

/** The most sales that a beginning finds: a longer text narrows the search. */
const beginningsMax = 100

/**
 * The ids of the first sales of `from` whose reference begins with the text, by bytes, as the index of authorizations has them. The limit
 * counts only the rows to which a list is narrowed.
 */
export const idsByBeginning = (
  text: string,
  id: Column,
  from: SQL | typeof authorizations,
  narrowed: readonly (SQL | undefined)[],
): SQL => sql`
  select ${id} from ${from} where ${and(...narrowed)}
    and ${authorizations.reference} ~>=~ ${text} and ${authorizations.reference} ~<~ (${text} || chr(1114111))
  order by ${authorizations.reference} using ~<~, ${id} limit ${beginningsMax}`

const sumOf = (amount: Column | SQL) => sql<string>`coalesce(sum(${amount}), 0)::numeric(30, 2)::text`

/** What sales add up to, as texts of `numeric`. */
export const sumsOf = (sales: typeof authorizations | typeof consumptions) => ({
  purchaseAmount: sumOf(sales.purchaseAmount),
  discountAmount: sumOf(sales.discountAmount),
  finalAmount: sumOf(sales.finalAmount),
})

/** The same of rows that are sums themselves, as those of `sales-sums.ts`. */
export const keptSums = {
  count: sql<number>`coalesce(sum(sales), 0)::int`,
  purchaseAmount: sumOf(sql`purchase_amount`),
  discountAmount: sumOf(sql`discount_amount`),
  finalAmount: sumOf(sql`final_amount`),
}
