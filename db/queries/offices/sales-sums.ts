import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'
import { consumptions } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import type { beside } from './sales'

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
export const consumptionsByCompanyDay = (merchantId: number | AnyColumn, span: SalesSpan) =>
  partsOf(consumptionCompanyDays, merchantId, span)

/** Authorizations with `day`, `branch_id`, `sales` and their amounts, whatever became of them. */
export const authorizationsByDay = (merchantId: number, span: SalesSpan) => partsOf(authorizationDays, merchantId, span)

/** By what consumptions are found without an index of their own: a company, a discount, or both; a discount at a branch too, where no company is given (ADR-0096). */
type SoldBy = {
  readonly companyId?: number | undefined
  readonly discountId?: number | undefined
  readonly branchId?: number | undefined
}

/** A page of what was sold: of which moments, from which place on and in which order, and how many. */
type PageOfDays = SalesSpan &
  CursorRange &
  Pick<ReturnType<typeof beside>, 'rises' | 'order'> & { readonly limit: number }

/**
 * That consumptions of a merchant are on that page of those `of` a company, a discount or both that match all `conditions`. Only the days that
 * have them are looked through, as many as the page takes. What it finds is a few more than the page, of which the first are the page.
 */
export const isOnPage = (
  merchantId: number,
  of: SoldBy,
  page: PageOfDays,
  conditions: readonly (SQL | undefined)[],
) => {
  const ofDay = sql`select ${consumptions.id} from ${consumptions} where ${and(
    ...conditions,
    sql`${consumptions.registeredAt} >= sold.day::timestamp at time zone ${zone}`,
    sql`${consumptions.registeredAt} < (sold.day + 1)::timestamp at time zone ${zone}`,
  )} order by ${sql.join(page.order, sql`, `)} limit ${page.limit}`
  return sql`${consumptions.merchantId} = ${merchantId} and ${consumptions.id} = any(array(
    select found.id from (${daysOf(merchantId, of, page)}) sold cross join lateral (${ofDay}) found))`
}

/** The days of such consumptions, as far as they are needed for `limit`. A day at an end of what is asked for may have some beyond it, so its own do not count. */
function daysOf(
  merchantId: number,
  { companyId, discountId, branchId }: SoldBy,
  { from, to, before, after, rises, limit }: PageOfDays,
): SQL {
  const dayOf = (moment: SQL) => sql`(${moment} at time zone ${zone})::date`
  const firsts = [
    from && dayOf(sql`${from.toISOString()}::timestamptz`),
    after && dayOf(sql`(timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond')`),
  ].filter((day) => day !== undefined)
  const lasts = [
    to && dayOf(sql`${to.toISOString()}::timestamptz`),
    before && dayOf(sql`(timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond')`),
  ].filter((day) => day !== undefined)
  const sums = companyId === undefined ? consumptionsByDay(merchantId, {}) : consumptionsByCompanyDay(merchantId, {})
  const ends = [...firsts, ...lasts]
  const isWhole = ends.length === 0 ? sql`true` : sql`day not in (${sql.join(ends, sql`, `)})`
  return sql`
    select day from (
      select day, coalesce(sum(sales) filter (where ${isWhole}) over (
        order by day ${sql.raw(rises ? 'asc' : 'desc')} rows between unbounded preceding and 1 preceding), 0) as nearer
      from (
        select day, sum(sales) as sales from ${sums} sums
        where ${and(
          companyId === undefined ? undefined : sql`company_id = ${companyId}`,
          discountId === undefined ? undefined : sql`discount_id = ${discountId}`,
          branchId === undefined ? undefined : sql`branch_id = ${branchId}`,
          ...firsts.map((first) => sql`day >= ${first}`),
          ...lasts.map((last) => sql`day <= ${last}`),
        )}
        group by day
      ) days
    ) days where nearer < ${limit}`
}

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
