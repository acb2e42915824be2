import { countCalls, sumConsumptions } from '@/db/queries/offices/overview'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { consumptionsPermission } from '@/lib/sales/permissions'
import { type DaySpan, type InstantSpan, instantsOfDays, spanBefore } from './overview'

/** The sums of a span; `calls` and those of them that failed are counted by the hour. */
export type Totals = Awaited<ReturnType<typeof totalsOf>>

/**
 * What was sold and called in those days, and in the days before them up to the same hour. Throws `permission_missing`
 * without `merchant.consumptions.read`.
 */
export async function showTotals(
  { db, member }: Pick<OfficeContext, 'db' | 'member'>,
  days: DaySpan,
  now: Date,
): Promise<{ readonly now: Totals; readonly before: Totals }> {
  requirePermission(member, consumptionsPermission)
  const [during, before] = await Promise.all([
    totalsOf(db, member.merchantId, instantsOfDays(days, now)),
    totalsOf(db, member.merchantId, spanBefore(days, now)),
  ])
  return { now: during, before }
}

async function totalsOf(db: OfficeContext['db'], merchantId: number, span: InstantSpan) {
  const [sales, calls] = await Promise.all([sumConsumptions(db, merchantId, span), countCalls(db, merchantId, span)])
  return { ...sales, ...calls }
}
