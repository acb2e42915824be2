import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { OfficeDb } from '@/db/office'
import { theOnly } from '@/db/rows'
import { authorizations, branches, closingConsumptions, closings, consumptions } from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import { saleOfDay, withNames } from './sales'

/** A merchant's day, of all branches, of one, or of the sales that named none. */
export type DaySelection = {
  readonly from: Date
  readonly to: Date
  readonly branch: number | 'none' | undefined
}

type Table = typeof authorizations | typeof consumptions

export const ofBranch = ({ branchId }: Table, { branch }: Pick<DaySelection, 'branch'>): SQL | undefined =>
  branch === undefined ? undefined : branch === 'none' ? isNull(branchId) : eq(branchId, branch)

/** The row of the standing closing that a consumption is in, if one has it. */
export const inClosing = and(
  eq(closingConsumptions.merchantId, consumptions.merchantId),
  eq(closingConsumptions.consumptionId, consumptions.id),
  closingConsumptions.standing,
)

const withClosing = <Query extends PgSelect>(query: Query) => query.leftJoin(closingConsumptions, inClosing)

const localDayOf = (moment: SQL) => sql`(${moment} at time zone 'America/Santo_Domingo')::date`
const paidDay = localDayOf(sql`${consumptions.consumptionDate}`)
const registeredDay = localDayOf(sql`${consumptions.registeredAt}`)

/**
 * The closed day after whose closing a consumption came: as its closing has it, or else the day on which it was paid, when that is
 * closed. Null for a consumption of the day of its own registration. For queries with `inClosing` joined.
 */
export const lateOf = sql<string | null>`case
  when ${closingConsumptions.consumptionId} is not null then ${closingConsumptions.lateOf}
  when ${paidDay} < ${registeredDay} then (
    select d.day from ${closings} d
    where d.merchant_id = ${consumptions.merchantId} and coalesce(d.branch_id, 0) = coalesce(${consumptions.branchId}, 0)
      and d.day = ${paidDay} and d.standing) end`

export const registeredThatDay = (merchantId: number, day: DaySelection) =>
  and(
    eq(consumptions.merchantId, merchantId),
    gte(consumptions.registeredAt, day.from),
    lt(consumptions.registeredAt, day.to),
    ofBranch(consumptions, day),
  )

/** What belongs to that day: registered on it, and of no day that was closed before it came. */
const ofThatDay = (merchantId: number, day: DaySelection) =>
  and(registeredThatDay(merchantId, day), sql`${lateOf} is null`)

const total = (column: typeof consumptions.purchaseAmount | typeof authorizations.purchaseAmount | SQL) =>
  sql<string>`sum(${column})::numeric(30, 2)::text`

/** What was authorized that day, by branch and by what became of it; overdue is expired (D35). */
export const sumAuthorizationsOfDay = (db: OfficeDb, merchantId: number, day: DaySelection) =>
  db
    .select({
      branchId: authorizations.branchId,
      branchName: branches.name,
      status: sql<'active' | 'consumed' | 'expired' | 'released'>`
        case when ${authorizations.status} <> 'Authorized' then lower(${authorizations.status})
          when ${authorizations.expiresAt} > now() then 'active' else 'expired' end`.as('status_now'),
      count: sql<number>`count(*)::int`,
      purchaseAmount: total(authorizations.purchaseAmount),
      discountAmount: total(sql`${authorizations.discountAmount}`),
    })
    .from(authorizations)
    .leftJoin(branches, eq(branches.id, authorizations.branchId))
    .where(
      and(
        eq(authorizations.merchantId, merchantId),
        gte(authorizations.authorizedAt, day.from),
        lt(authorizations.authorizedAt, day.to),
        ofBranch(authorizations, day),
      ),
    )
    .groupBy(authorizations.branchId, branches.name, sql`status_now`)

/** What was consumed that day, by branch. */
export const sumConsumptionsOfDay = (db: OfficeDb, merchantId: number, day: DaySelection) =>
  withClosing(
    db
      .select({
        branchId: consumptions.branchId,
        branchName: branches.name,
        count: sql<number>`count(*)::int`,
        purchaseAmount: total(consumptions.purchaseAmount),
        discountAmount: total(sql`${consumptions.discountAmount}`),
        finalAmount: total(sql`${consumptions.finalAmount}`),
      })
      .from(consumptions)
      .$dynamic(),
  )
    .leftJoin(branches, eq(branches.id, consumptions.branchId))
    .where(ofThatDay(merchantId, day))
    .groupBy(consumptions.branchId, branches.name)

/** The other consumptions of the same reference, which their authorizations have too, so many days around that day, at whatever branch. */
const othersOf = (merchantId: number, { from, to }: DaySelection, days: number) => sql`
  from ${authorizations} a join ${consumptions} o on o.merchant_id = a.merchant_id and o.authorization_id = a.id
  where a.merchant_id = ${merchantId} and a.reference = ${consumptions.reference} and o.id <> ${consumptions.id}
    and o.registered_at >= ${from.toISOString()}::timestamptz - ${days}::int * interval '1 day'
    and o.registered_at < ${to.toISOString()}::timestamptz + ${days}::int * interval '1 day'`

/** How many of the day's consumptions have a reference that repeats. */
export async function countRepeats(db: OfficeDb, merchantId: number, day: DaySelection, days: number): Promise<number> {
  const rows = await withClosing(db.select({ count: sql<number>`count(*)::int` }).from(consumptions).$dynamic()).where(
    and(ofThatDay(merchantId, day), sql`exists (select 1 ${othersOf(merchantId, day, days)})`),
  )
  return theOnly(rows).count
}

/** The day's consumptions by reference, as a POS lists its own, after a place in that order. */
export function listConsumptionsOfDay(
  db: OfficeDb,
  merchantId: number,
  selection: DaySelection & {
    readonly repeatDays: number
    /** A place in that order: after a row that was read, or below (`after`) or above (`before`) the consumption with that id. */
    readonly after?: { readonly reference: string; readonly id: number } | undefined
    readonly place?: CursorRange<number>
    readonly limit: number
  },
) {
  const { after, place } = selection
  const here = sql`(${byBytes}, ${consumptions.id})`
  const rowOf = (id: number) =>
    sql`(select p.reference collate "C", p.id from ${consumptions} p where p.merchant_id = ${merchantId} and p.id = ${id})`
  const upwards = place?.before !== undefined
  const order = [upwards ? sql`${byBytes} desc` : byBytes, upwards ? desc(consumptions.id) : asc(consumptions.id)]
  // What is joined to them is read for these alone, and not for each sale of the day.
  const page = withClosing(db.select({ id: consumptions.id }).from(consumptions).$dynamic())
    .where(
      and(
        ofThatDay(merchantId, selection),
        after === undefined ? undefined : sql`${here} > (${after.reference} collate "C", ${after.id}::bigint)`,
        place?.after === undefined ? undefined : sql`${here} > ${rowOf(place.after)}`,
        place?.before === undefined ? undefined : sql`${here} < ${rowOf(place.before)}`,
      ),
    )
    .orderBy(...order)
    .limit(selection.limit)
    .as('page')
  const asked = db
    .select({
      ...saleOfDay,
      repeats: sql<number>`(select count(*)::int ${othersOf(merchantId, selection, selection.repeatDays)})`,
    })
    .from(page)
    .innerJoin(consumptions, and(eq(consumptions.merchantId, merchantId), eq(consumptions.id, page.id)))
    .$dynamic()
  return withNames(asked, 'consumption', consumptions).orderBy(...order)
}

export type DayRecord = Awaited<ReturnType<typeof listConsumptionsOfDay>>[number]

/** The same order in every database, whatever its collation. */
export const byBytes = sql`${consumptions.reference} collate "C"`
