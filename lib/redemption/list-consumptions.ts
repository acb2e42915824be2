import { listConsumptions as list } from '@/db/queries/tills/consumptions'
import type { Context } from '@/lib/context'
import { type ConsumptionsQuery, cursorAfter, type ListedConsumptionView } from './schemas'
import { toListedConsumptionView } from './views'

/** A page of the merchant's consumptions, newest registered first (D46). */
export async function listConsumptions(
  ctx: Context,
  query: ConsumptionsQuery,
): Promise<{ value: ListedConsumptionView[]; meta: { nextCursor: string | null } }> {
  const { cursor, ...filter } = query
  const rows = await list(ctx.db, ctx.actor.merchantId, {
    ...filter,
    from: filter.from,
    to: filter.to,
    branchId: filter.branchId,
    reference: filter.reference,
    code: filter.code,
    after: cursor,
  })
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    value: page.map(toListedConsumptionView),
    meta: { nextCursor: rows.length > query.limit && last ? cursorAfter(last) : null },
  }
}
