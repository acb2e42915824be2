import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'

/**
 * What a merchant sold, as rows to be added up (ADR-0069): what the sums of days hold, and one by one what they do not. In one
 * statement, so that what a job adds to the sums meanwhile is counted once.
 */

/** Half-open; without an end that is not given. */
export type SalesSpan = { readonly from?: Date | undefined; readonly to?: Date | undefined }

/** Of these sums a table is kept; `columns` are what its rows are told apart by. */
type Kept = {
  readonly source: 'authorizations' | 'consumptions'
  /** The bound that tells which rows it holds. */
  readonly bound: 'up_to' | 'by_company_up_to'
  readonly table: 'authorization_days' | 'consumption_days' | 'consumption_months' | 'consumption_company_days'
  readonly moment: 'authorized_at' | 'registered_at'
  readonly period: 'day' | 'month'
  readonly columns: readonly string[]
}

const consumptionDays: Kept = {
  ...{ source: 'consumptions', bound: 'up_to', table: 'consumption_days' },
  ...{ moment: 'registered_at', period: 'day', columns: ['branch_id', 'discount_id'] },
}
const consumptionMonths: Kept = {
  ...{ source: 'consumptions', bound: 'up_to', table: 'consumption_months' },
  ...{ moment: 'registered_at', period: 'month', columns: ['company_id'] },
}
const consumptionCompanyDays: Kept = {
  ...{ source: 'consumptions', bound: 'by_company_up_to', table: 'consumption_company_days' },
  ...{ moment: 'registered_at', period: 'day', columns: ['company_id', 'discount_id'] },
}
const authorizationDays: Kept = {
  ...{ source: 'authorizations', bound: 'up_to', table: 'authorization_days' },
  ...{ moment: 'authorized_at', period: 'day', columns: ['branch_id'] },
}

/** Consumptions with `day`, `branch_id`, `discount_id`, `sales` and their amounts; of the merchant of a row where they are read beside it. */
export const consumptionsByDay = (merchantId: number | AnyColumn, span: SalesSpan) =>
  partsOf(consumptionDays, merchantId, span)

/** Consumptions with `month`, `company_id`, `sales` and their amounts: for a few companies in a long span. */
export const consumptionsByMonth = (merchantId: number, span: SalesSpan) => partsOf(consumptionMonths, merchantId, span)

/** Consumptions with `day`, `company_id`, `discount_id`, `sales` and their amounts. */
export const consumptionsByCompanyDay = (merchantId: number, span: SalesSpan) =>
  partsOf(consumptionCompanyDays, merchantId, span)

/** Authorizations with `day`, `branch_id`, `sales` and their amounts, whatever became of them. */
export const authorizationsByDay = (merchantId: number, span: SalesSpan) => partsOf(authorizationDays, merchantId, span)

const amounts = sql.raw('purchase_amount, discount_amount, final_amount')

const zone = sql.raw(`'America/Santo_Domingo'`)

function partsOf(
  { source, bound, table, moment, period, columns }: Kept,
  merchantId: number | AnyColumn,
  { from, to }: SalesSpan,
): SQL {
  const [at, start, told] = [sql.raw(moment), sql.raw(period), sql.raw(columns.join(', '))]
  const unit = sql.raw(`'${period}'`)
  const local = (moment: Date) => sql`(${moment.toISOString()}::timestamptz at time zone ${zone})`
  // The first whole day or month of the span, and the first that is not in it whole; the latter may be the earlier one.
  const first =
    from && sql`(date_trunc(${unit}, ${local(from)} - interval '1 microsecond') + ${sql.raw(`interval '1 ${period}'`)})`
  const after = to && sql`date_trunc(${unit}, ${local(to)})`

  const rows = (...conditions: (SQL | undefined)[]) => sql`
    select date_trunc(${unit}, ${at} at time zone ${zone})::date as ${start}, ${told}, 1 as sales, ${amounts}
    from ${sql.raw(source)} where ${and(sql`merchant_id = ${merchantId}`, ...conditions)}`
  const [begun, ended] = [
    from && sql`${at} >= ${from.toISOString()}::timestamptz`,
    to && sql`${at} < ${to.toISOString()}::timestamptz`,
  ]
  const upTo = sql`(select ${sql.raw(bound)} from sales_summed where source = ${sql.raw(`'${source}'`)})`
  const isSummed = sql`id <= ${upTo}`
  const parts = [
    // Without the row that says what they hold the sums are none, and every row is beyond them.
    sql`select ${start}, ${told}, sales, ${amounts} from ${sql.raw(table)}
      where ${and(
        sql`merchant_id = ${merchantId}`,
        first && sql`${start} >= ${first}::date`,
        after && sql`${start} < ${after}::date`,
        sql`${upTo} is not null`,
      )}`,
    // With both ends the planner takes it for the few rows that it is, and reads them by their ids.
    rows(begun, ended, sql`id > coalesce(${upTo}, 0) and id < 9223372036854775807`),
    first && rows(begun, ended, sql`${at} < ${first} at time zone ${zone}`, isSummed),
    after && rows(begun, ended, sql`${at} >= greatest(${after}, ${first ?? after}) at time zone ${zone}`, isSummed),
  ]
  return sql`(${sql.join(
    parts.filter((part) => part !== undefined),
    sql` union all `,
  )})`
}
