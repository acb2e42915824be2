import { searchArticles, searchCategories } from '@/db/queries/offices/discount-targets'
import { listDiscounts as listRecords } from '@/db/queries/offices/discounts'
import { attemptView } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { pageOf } from '@/lib/kernel/page'
import { type DiscountFilter, isNarrowed } from './filter'
import { discountsPermission } from './permission'
import { viewDiscount } from './views'

/** How the audit trail names a look at discounts. */
export const seen = { permission: discountsPermission, action: 'discount.seen' } as const

/** A page of the member's merchant's discounts, newest first, and whether there are any at all. Throws `permission_missing`. */
export const listDiscounts = (ctx: OfficeContext, filter: DiscountFilter) =>
  attemptView(ctx, seen, async () => {
    const { before, after } = filter
    const records = await listRecords(ctx.db, ctx.member.merchantId, { ...filter, limit: filter.size + 1 })
    const { page, previous, next } = pageOf(records, filter.size, { after: before, before: after })
    return {
      discounts: page.map(viewDiscount),
      isNarrowed: isNarrowed(filter),
      newerThan: previous?.id,
      olderThan: next?.id,
    }
  })

export type TargetKind = 'category' | 'article'

/** A category, with how many articles it has, or an article, with its SKU. */
export type Target = {
  readonly id: number
  readonly name: string
  readonly sku: string | undefined
  readonly articles: number | undefined
}

/** How many results a search shows at most: to see others, the user types more. */
export const targetsMax = 20

/** Categories or articles of the member's merchant with that text in their SKU or name. Throws `permission_missing`. */
export const findTargets = (ctx: OfficeContext, kind: TargetKind, search: string): Promise<Target[]> =>
  attemptView(ctx, seen, async () => {
    const { merchantId } = ctx.member
    if (kind === 'article') {
      const found = await searchArticles(ctx.db, merchantId, search, targetsMax)
      return found.map(({ id, sku, name }) => ({ id, sku, name, articles: undefined }))
    }
    const found = await searchCategories(ctx.db, merchantId, search, targetsMax)
    return found.map(({ id, name, articles }) => ({ id, sku: undefined, name, articles }))
  })
