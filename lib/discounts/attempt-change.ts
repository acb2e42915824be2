import { foundNoRoom } from '@/db/errors'
import type { OfficeTx } from '@/db/office'
import { demandPermission } from '@/lib/accounts/demand-permission'
import { auditDenial } from '@/lib/audit/audit-denial'
import { recordEvent } from '@/lib/audit/record-event'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

export type DiscountAttempt = {
  readonly action: `discount.${'created' | 'changed' | 'published' | 'paused' | 'ended' | 'duplicated' | 'seen'}`
  /** Absent while there is none yet: then it is the merchant to which one is to be added. */
  readonly discountId?: number
}

const required = 'merchant.discounts.manage'

const eventOf = ({ member: { merchantId, userId } }: OfficeContext, { action, discountId }: DiscountAttempt) => {
  const subject =
    discountId === undefined
      ? { subjectType: 'merchant', subjectId: merchantId }
      : { subjectType: 'discount', subjectId: discountId }
  return { ...subject, action, merchantId, userId }
}

/** Reads what a member asks of the merchant's discounts. Throws `permission_missing`; denials leave an audit event. */
export const attemptDiscountView = <T>(
  ctx: OfficeContext,
  asked: DiscountAttempt,
  view: () => Promise<T>,
): Promise<T> =>
  auditDenial(ctx, eventOf(ctx, asked), async () => {
    if (!ctx.member.permissions.includes(required)) throw new OfficeFault('permission_missing')
    return view()
  })

/**
 * Does what a member asks of the merchant's discounts, in one transaction that reads anew what they may (P-08): a change and its audit
 * event are one. Throws `permission_missing` without `merchant.discounts.manage`; that, and a discount that is not this
 * merchant's (`not_found`), leaves an audit event of what was denied; `busy` when tills at the same discount left no room.
 */
export const attemptDiscountChange = <T>(
  ctx: OfficeContext,
  asked: DiscountAttempt,
  change: (tx: OfficeTx) => Promise<T>,
): Promise<T> =>
  auditDenial(ctx, eventOf(ctx, asked), async () => {
    try {
      return await ctx.db.transaction(async (tx) => {
        await demandPermission(tx, ctx.member, required)
        return change(tx)
      })
    } catch (error) {
      throw foundNoRoom(error) ? new OfficeFault('busy') : error
    }
  })

/** What was done, in the trail and in its transaction. */
export const recordDiscountChange = (
  tx: OfficeTx,
  ctx: OfficeContext,
  done: Required<DiscountAttempt>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => recordEvent(tx, ctx.origin, { ...eventOf(ctx, done), details })
