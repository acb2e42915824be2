import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { atMostOne, isThere } from '@/db/rows'
import {
  branches,
  closingComparisons,
  closingConsumptions,
  closingDifferences,
  closings,
  consumptions,
  users,
} from '@/db/schema'
import type { CursorRange } from '@/lib/kernel/cursor'
import type { LocalDay } from '@/lib/language/days'
import { byBytes, type DaySelection, inClosing, lateOf, registeredThatDay } from './closing'
import { beside, microsOf, saleOfDay, withNames } from './sales'

/** Days that were closed; `closing.ts` is what a day looks like now. */

/** A branch, or the sales that named none. */
export type ClosedBranch = number | 'none'

type DayToClose = DaySelection & { readonly branch: ClosedBranch; readonly day: LocalDay }

const isUnclosed = sql`${closingConsumptions.consumptionId} is null`
const branchIdOf = (branch: ClosedBranch) => (branch === 'none' ? null : branch)

/** What the rows of a common table add up to: of the day itself, or of earlier days that were closed. */
const sumsOf = (rows: SQL) => sql`count(*) filter (where ${rows}),
  coalesce(sum(purchase_amount) filter (where ${rows}), 0),
  coalesce(sum(discount_amount) filter (where ${rows}), 0),
  coalesce(sum(final_amount) filter (where ${rows}), 0)`

const discountsOf = (outcome: string) => sql`count(*) filter (where outcome = ${outcome}),
  coalesce(sum(discount_amount) filter (where outcome = ${outcome}), 0)`

/**
 * Closes a day in one statement, and so at one moment: what was authorized that day and what became of it, and every consumption
 * that no closing has yet, of the day itself or of a day that was closed before it came. The totals add up the very rows that
 * become the closing's: what is registered meanwhile either is one of them or is found by the next closing. Returns the id of
 * the closing; undefined when one of that branch and day stands, or the branch is not
 * the merchant's.
 */
export async function closeDay(
  tx: OfficeTx,
  merchantId: number,
  day: DayToClose & { readonly userId: number },
): Promise<number | undefined> {
  const { branch, from, to, userId } = day
  const rows = await tx.execute<{ id: string }>(sql`
    with taken as materialized (
      select ${consumptions.id} as id, ${amounts}, ${lateOf} as late_of
      from ${consumptions} left join ${closingConsumptions} on ${inClosing}
      where ${registeredThatDay(merchantId, day)} and ${isUnclosed}
      union all
      select ${consumptions.id}, ${amounts}, closed.day
      from ${closings} closed cross join lateral ${cameAfter}
      left join ${closingConsumptions} on ${inClosing}
      where ${closedBefore(merchantId, day)} and ${isUnclosed}
    ),
    closing as (
      insert into ${closings} (merchant_id, branch_id, day, closed_by, authorized_count, authorized_discount, expired_count,
        expired_discount, released_count, released_discount, active_count, active_discount,
        consumed_count, purchase_amount, discount_amount, final_amount,
        late_count, late_purchase_amount, late_discount_amount, late_final_amount)
      select ${merchantId}, ${branchIdOf(branch)}::int, ${day.day}::date, ${userId}, authorized.*, consumed.*
      from (
        select count(*), coalesce(sum(discount_amount), 0), ${discountsOf('expired')}, ${discountsOf('released')},
          ${discountsOf('active')}
        from (
          select discount_amount, case when status <> 'Authorized' then lower(status)
            when expires_at > now() then 'active' else 'expired' end as outcome
          from authorizations
          where merchant_id = ${merchantId}
            and authorized_at >= ${from.toISOString()}::timestamptz and authorized_at < ${to.toISOString()}::timestamptz
            and ${branch === 'none' ? sql`branch_id is null` : sql`branch_id = ${branch}`}
        ) made
      ) authorized, (
        select ${sumsOf(sql`late_of is null`)}, ${sumsOf(sql`late_of is not null`)} from taken
      ) consumed
      where ${branch === 'none' ? sql`true` : sql`exists (select from ${branches} where merchant_id = ${merchantId} and id = ${branch})`}
      on conflict (merchant_id, coalesce(branch_id, 0), day) where standing do nothing
      returning id
    ),
    kept as (
      insert into ${closingConsumptions} (merchant_id, closing_id, consumption_id, late_of)
      select ${merchantId}, closing.id, taken.id, taken.late_of from closing, taken
    )
    select id::text as id from closing`)
  const row = atMostOne(rows)
  return row === undefined ? undefined : Number(row.id)
}

const amounts = sql`${consumptions.purchaseAmount} as purchase_amount, ${consumptions.discountAmount} as discount_amount,
  ${consumptions.finalAmount} as final_amount`

/**
 * How long before a closing a consumption that it did not see can have begun. A till's statement ends after two seconds
 * (`db/client.ts`).
 */
const margin = sql`interval '1 hour'`

const startOfClosed = sql`(closed.day::timestamp at time zone 'America/Santo_Domingo')`
const endOfClosed = sql`((closed.day + 1)::timestamp at time zone 'America/Santo_Domingo')`

const afterClosing = sql`c.registered_at >= greatest(${startOfClosed}, closed.closed_at - ${margin})
  and c.registered_at < ${endOfClosed}`

/**
 * The consumptions of its branch registered on the day that is `closed`, and not before its closing. Closing by closing, each by the index
 * of its branch: joined in one, all that the merchant ever sold would be compared with all that it ever closed.
 */
const cameAfter = sql`(
  select c.* from ${consumptions} c where c.merchant_id = closed.merchant_id and c.branch_id = closed.branch_id and ${afterClosing}
  union all
  select c.* from ${consumptions} c where c.merchant_id = closed.merchant_id and c.branch_id is null and closed.branch_id is null
    and ${afterClosing}) ${consumptions}`

/** The standing closings of earlier days, of that branch or of all, that were made before their day was over. */
const closedBefore = (merchantId: number, { branch, day }: Pick<DaySelection, 'branch'> & { readonly day: LocalDay }) =>
  sql`closed.merchant_id = ${merchantId} and closed.standing and closed.day < ${day}::date
    and closed.closed_at - ${margin} < ${endOfClosed}
    and ${branch === undefined ? sql`true` : sql`coalesce(closed.branch_id, 0) = ${branchIdOf(branch) ?? 0}`}`

/**
 * What that day's closing will have besides the day's own: consumptions of days that were closed before they came, by branch and
 * day.
 */
export const sumLate = (
  db: OfficeDb,
  merchantId: number,
  day: DaySelection & { readonly day: LocalDay },
): Promise<readonly LateRecord[]> =>
  db.execute<LateRecord>(sql`
    select late_of as "lateOf", branch_id as "branchId", count(*)::int as count, sum(purchase_amount)::numeric(30, 2)::text as "purchaseAmount",
      sum(discount_amount)::numeric(30, 2)::text as "discountAmount", sum(final_amount)::numeric(30, 2)::text as "finalAmount"
    from (
      select ${consumptions.branchId} as branch_id, ${amounts}, ${lateOf}::text as late_of
      from ${consumptions} left join ${closingConsumptions} on ${inClosing}
      where ${registeredThatDay(merchantId, day)} and ${isUnclosed} and ${lateOf} is not null
      union all
      select ${consumptions.branchId}, ${amounts}, closed.day::text
      from ${closings} closed cross join lateral ${cameAfter}
      left join ${closingConsumptions} on ${inClosing}
      where ${closedBefore(merchantId, day)} and ${isUnclosed}
    ) late
    group by late_of, branch_id order by late_of, branch_id`)

export type LateRecord = {
  readonly lateOf: LocalDay
  readonly branchId: number | null
  readonly count: number
  readonly purchaseAmount: string
  readonly discountAmount: string
  readonly finalAmount: string
}

const closers = alias(users, 'closers')
const reopeners = alias(users, 'reopeners')

/** The closings of a merchant as they were when they were made. */
const selectClosings = (db: OfficeDb | OfficeTx) =>
  db
    .select({
      id: closings.id,
      micros: microsOf(closings.closedAt),
      branchId: closings.branchId,
      branchName: branches.name,
      day: closings.day,
      closedAt: closings.closedAt,
      closedBy: closers.name,
      authorizedCount: closings.authorizedCount,
      authorizedDiscount: closings.authorizedDiscount,
      expiredCount: closings.expiredCount,
      expiredDiscount: closings.expiredDiscount,
      releasedCount: closings.releasedCount,
      releasedDiscount: closings.releasedDiscount,
      activeCount: closings.activeCount,
      activeDiscount: closings.activeDiscount,
      consumedCount: closings.consumedCount,
      purchaseAmount: closings.purchaseAmount,
      discountAmount: closings.discountAmount,
      finalAmount: closings.finalAmount,
      lateCount: closings.lateCount,
      latePurchaseAmount: closings.latePurchaseAmount,
      lateDiscountAmount: closings.lateDiscountAmount,
      lateFinalAmount: closings.lateFinalAmount,
      standing: closings.standing,
      reopenedAt: closings.reopenedAt,
      reopenedBy: reopeners.name,
      reopenReason: closings.reopenReason,
      basis: closingComparisons.basis,
      oursAmount: closingComparisons.oursAmount,
      theirsAmount: closingComparisons.theirsAmount,
      equalCount: closingComparisons.equalCount,
      differences: sql<number>`(select count(*)::int from ${closingDifferences} d
        where d.merchant_id = ${closings.merchantId} and d.closing_id = ${closings.id})`,
    })
    .from(closings)
    .innerJoin(closers, eq(closers.id, closings.closedBy))
    .leftJoin(reopeners, eq(reopeners.id, closings.reopenedBy))
    .leftJoin(branches, eq(branches.id, closings.branchId))
    .leftJoin(
      closingComparisons,
      and(eq(closingComparisons.merchantId, closings.merchantId), eq(closingComparisons.closingId, closings.id)),
    )
    .$dynamic()

export type ClosingRecord = Awaited<ReturnType<typeof selectClosings>>[number]

const inBranch = (branch: DaySelection['branch']) =>
  branch === undefined ? undefined : sql`coalesce(${closings.branchId}, 0) = ${branchIdOf(branch) ?? 0}`

/** The standing closings of a day. */
export const listClosingsOfDay = (
  db: OfficeDb,
  merchantId: number,
  { branch, day }: Pick<DaySelection, 'branch'> & { readonly day: LocalDay },
): Promise<readonly ClosingRecord[]> =>
  selectClosings(db)
    .where(and(eq(closings.merchantId, merchantId), eq(closings.day, day), closings.standing, inBranch(branch)))
    .orderBy(asc(closings.id))

/** A page of all closings, newest first, also of those that were reopened; with `after`, the next newer ones, oldest first. */
export const listClosingRecords = (
  db: OfficeDb,
  merchantId: number,
  { branch, limit, ...range }: Pick<DaySelection, 'branch'> & CursorRange & { readonly limit: number },
): Promise<readonly ClosingRecord[]> => {
  const place = beside(closings.closedAt, closings.id, range)
  return selectClosings(db)
    .where(and(eq(closings.merchantId, merchantId), inBranch(branch), ...place.conditions))
    .orderBy(...place.order)
    .limit(limit)
}

export const findClosing = async (
  db: OfficeDb | OfficeTx,
  merchantId: number,
  id: number,
): Promise<ClosingRecord | undefined> =>
  atMostOne(await selectClosings(db).where(and(eq(closings.merchantId, merchantId), eq(closings.id, id))))

/** A closing's consumptions by reference: those of its day, then those of earlier days. */
export function listConsumptionsOfClosing(
  db: OfficeDb | OfficeTx,
  merchantId: number,
  closingId: number,
  selection: {
    readonly late: boolean
    readonly after?: { readonly reference: string; readonly id: number } | undefined
    readonly limit: number
  },
) {
  const { late, after, limit } = selection
  // What is joined to them is read for these alone.
  const page = db
    .select({ id: consumptions.id, lateOf: closingConsumptions.lateOf })
    .from(closingConsumptions)
    .innerJoin(
      consumptions,
      and(
        eq(consumptions.merchantId, closingConsumptions.merchantId),
        eq(consumptions.id, closingConsumptions.consumptionId),
      ),
    )
    .where(
      and(
        eq(closingConsumptions.merchantId, merchantId),
        eq(closingConsumptions.closingId, closingId),
        late ? sql`${closingConsumptions.lateOf} is not null` : sql`${closingConsumptions.lateOf} is null`,
        after === undefined
          ? undefined
          : sql`(${byBytes}, ${consumptions.id}) > (${after.reference} collate "C", ${after.id}::bigint)`,
      ),
    )
    .orderBy(byBytes, asc(consumptions.id))
    .limit(limit)
    .as('page')
  const asked = db
    .select({ ...saleOfDay, lateOf: page.lateOf })
    .from(page)
    .innerJoin(consumptions, and(eq(consumptions.merchantId, merchantId), eq(consumptions.id, page.id)))
    .$dynamic()
  return withNames(asked, 'consumption', consumptions).orderBy(byBytes, asc(consumptions.id))
}

/**
 * What came after the closing of that day, and belongs to it: `closingId` is the later closing that has it, null until one does.
 */
export const listAfterClosing = (
  db: OfficeDb,
  merchantId: number,
  { id, days, limit }: { readonly id: number; readonly days: number; readonly limit: number },
) => {
  // Asked for before anything is joined, so that the days to read are known by then.
  const inThatClosing = (moment: SQL) =>
    sql`(select ${moment} from ${closings} closed where closed.merchant_id = ${merchantId} and closed.id = ${id})`
  return withNames(
    db
      .select({
        ...saleOfDay,
        closingId: closingConsumptions.closingId,
      })
      .from(consumptions)
      .leftJoin(closingConsumptions, inClosing)
      .innerJoin(sql`${closings} closed`, sql`closed.merchant_id = ${consumptions.merchantId}`)
      .$dynamic(),
    'consumption',
    consumptions,
  )
    .where(
      sql`closed.merchant_id = ${merchantId} and closed.id = ${id} and ${consumptions.merchantId} = ${merchantId}
        and coalesce(${consumptions.branchId}, 0) = coalesce(closed.branch_id, 0)
        and ${consumptions.registeredAt} >= ${inThatClosing(sql`greatest(${startOfClosed}, closed.closed_at - ${margin})`)}
        and ${consumptions.registeredAt} < ${inThatClosing(endOfClosed)} + ${days}::int * interval '1 day'
        and coalesce(${closingConsumptions.closingId}, 0) <> closed.id
        and (case when ${isUnclosed}
          then (${consumptions.registeredAt} < ${endOfClosed} or ${consumptions.consumptionDate} < ${endOfClosed})
            and ${consumptions.consumptionDate} >= ${startOfClosed}
          else ${closingConsumptions.lateOf} = closed.day end)`,
    )
    .orderBy(desc(consumptions.registeredAt), desc(consumptions.id))
    .limit(limit)
}

/** Reopens a closing that stands, and so gives its consumptions back; whether it stood. */
export async function reopenClosing(
  tx: OfficeTx,
  merchantId: number,
  { id, userId, reason }: { readonly id: number; readonly userId: number; readonly reason: string },
): Promise<boolean> {
  const rows = await tx
    .update(closings)
    .set({ standing: false, reopenedAt: sql`now()`, reopenedBy: userId, reopenReason: reason })
    .where(and(eq(closings.merchantId, merchantId), eq(closings.id, id), closings.standing))
    .returning({ id: closings.id })
  return isThere(rows)
}

export type DifferenceRecord = Omit<typeof closingDifferences.$inferInsert, 'merchantId' | 'closingId'>

/** Keeps the comparison of a closing, and why each difference is. */
export async function insertComparison(
  tx: OfficeTx,
  merchantId: number,
  comparison: Omit<typeof closingComparisons.$inferInsert, 'merchantId'>,
  differences: readonly DifferenceRecord[],
): Promise<void> {
  const { closingId } = comparison
  await tx.insert(closingComparisons).values({ merchantId, ...comparison })
  if (differences.length === 0) return
  await tx.insert(closingDifferences).values(differences.map((one) => ({ merchantId, closingId, ...one })))
}

/** The differences of a closing, by reference. */
export const listDifferences = (db: OfficeDb, merchantId: number, closingId: number) =>
  db
    .select({
      reference: closingDifferences.reference,
      oursAmount: closingDifferences.oursAmount,
      theirsAmount: closingDifferences.theirsAmount,
      reason: closingDifferences.reason,
      note: closingDifferences.note,
    })
    .from(closingDifferences)
    .where(and(eq(closingDifferences.merchantId, merchantId), eq(closingDifferences.closingId, closingId)))
    .orderBy(sql`${closingDifferences.reference} collate "C"`)

/** Whether a branch is the merchant's. */
export async function isBranchOf(tx: OfficeTx, merchantId: number, branchId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: branches.id })
    .from(branches)
    .where(and(eq(branches.merchantId, merchantId), eq(branches.id, branchId)))
  return isThere(rows)
}
