import { insertDiscount, updateDiscount } from '@/db/queries/offices/discounts'
import { attempt } from '@/lib/attempts/attempt-change'
import type { AccountContext, OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { addDays, type LocalDay, localDayOf, startOfDay } from '@/lib/language/days'
import { nameLengthMax, type SeenDiscount } from './draft'
import { changedMeanwhile, changeOf, requireDiscount, type Saved } from './save-discount'
import { type DiscountMove, statusAfter } from './status'

const events = { publish: 'discount.published', pause: 'discount.paused', end: 'discount.ended' } as const

/**
 * Publishes, pauses or ends a discount, from the next call of every till on, on any process (D57); active authorizations stay
 * valid (D40). To publish, the asker must have read the latest version: throws `changed_meanwhile` for an older one. To pause
 * or to end, any version will do. Throws `not_found`, `move_impossible` (with the current state), `over` for publishing a
 * discount whose time is over.
 */
export function moveDiscount(ctx: OfficeContext, move: DiscountMove, seen: SeenDiscount): Promise<Saved> {
  const { merchantId } = ctx.member
  return attempt(ctx, { ...changeOf(merchantId, seen.id), action: events[move] }, async ({ tx, record }) => {
    const current = await requireDiscount(tx, merchantId, seen.id)
    const { id, name, status: from } = current
    const status = statusAfter(from, move)
    if (status === undefined) throw new OfficeFault('move_impossible', { values: { name, status: from } })
    if (move === 'publish' && current.version !== seen.version) throw await changedMeanwhile(tx, merchantId, current)
    if (move === 'publish' && current.isOver) throw new OfficeFault('over', { values: { name } })
    await updateDiscount(tx, merchantId, id, { status })
    await record({ name, from })
    return { id, name }
  })
}

/**
 * Makes a draft with the terms of a discount in any state, named by `nameOf` from its name. When the discount's time is over,
 * the draft begins now and lasts as long. No company grants the draft yet, and nothing of its limits is used. Throws
 * `not_found`.
 */
export function duplicateDiscount(
  ctx: OfficeContext & Pick<AccountContext, 'now'>,
  discountId: number,
  nameOf: (name: string) => string,
): Promise<Saved> {
  const { merchantId } = ctx.member
  return attempt(
    ctx,
    { ...changeOf(merchantId, discountId), action: 'discount.duplicated' },
    async ({ tx, record }) => {
      const source = await requireDiscount(tx, merchantId, discountId)
      const name = [...nameOf(source.name)].slice(0, nameLengthMax).join('')
      const { validFrom, validTo } = source.isOver ? sameLengthFrom(localDayOf(ctx.now()), source) : source
      const id = await insertDiscount(tx, merchantId, {
        name,
        description: source.description,
        discountType: source.discountType,
        discountValue: source.discountValue,
        scope: source.scope,
        articleCategoryId: source.articleCategoryId,
        articleId: source.articleId,
        validFrom,
        validTo,
        usesPerCollaboratorPerDay: source.usesPerCollaboratorPerDay,
        usesTotal: source.usesTotal,
        budget: source.budget,
        minimumPurchase: source.minimumPurchase,
        maximumDiscount: source.maximumDiscount,
        status: 'draft',
      })
      await record({ name, from: source.id }, { type: 'discount', id })
      return { id, name }
    },
  )
}

const dayMs = 86_400_000

/** As many whole days as the source lasted, beginning with `first`. */
function sameLengthFrom(first: LocalDay, { validFrom, validTo }: { validFrom: Date; validTo: Date }) {
  const days = Math.max(1, Math.ceil((validTo.getTime() - validFrom.getTime()) / dayMs))
  return { validFrom: startOfDay(first), validTo: startOfDay(addDays(first, days)) }
}
