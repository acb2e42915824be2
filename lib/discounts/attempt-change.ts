import { foundNoRoom } from '@/db/errors'
import type { OfficeTx } from '@/db/office'
import { findMembership } from '@/db/queries/memberships'
import { recordEvent } from '@/lib/audit/record-event'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'

export type DiscountAttempt = {
  readonly action: `discount.${'created' | 'changed' | 'published' | 'paused' | 'ended' | 'duplicated' | 'seen'}`
  /** Absent while there is none yet: then it is the merchant to which one is to be added. */
  readonly discountId?: number
}

const required = 'merchant.discounts.manage'

/** What is nobody's right to ask: it goes into the audit trail although nothing was done. */
const denials: readonly string[] = ['permission_missing', 'not_found']

const subjectOf = (ctx: OfficeContext, discountId: number | undefined) =>
  discountId === undefined
    ? { subjectType: 'merchant', subjectId: ctx.member.merchantId }
    : { subjectType: 'discount', subjectId: discountId }

async function witness<T>(ctx: OfficeContext, asked: DiscountAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OfficeFault && denials.includes(error.code)) {
      await recordEvent(ctx.db, ctx.origin, {
        ...subjectOf(ctx, asked.discountId),
        action: asked.action,
        outcome: 'denied',
        merchantId: ctx.member.merchantId,
        userId: ctx.member.userId,
        details: { reason: error.code },
      })
    }
    throw error
  }
}

/** Reads what a member asks of the merchant's discounts. Throws `permission_missing`; denials leave an audit event. */
export const attemptDiscountView = <T>(
  ctx: OfficeContext,
  asked: DiscountAttempt,
  view: () => Promise<T>,
): Promise<T> =>
  witness(ctx, asked, async () => {
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
  witness(ctx, asked, async () => {
    try {
      return await ctx.db.transaction(async (tx) => {
        const doer = await findMembership(tx, ctx.member.merchantId, ctx.member.userId)
        if (!doer?.permissions.includes(required)) throw new OfficeFault('permission_missing')
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
): Promise<void> =>
  recordEvent(tx, ctx.origin, {
    ...subjectOf(ctx, done.discountId),
    action: done.action,
    merchantId: ctx.member.merchantId,
    userId: ctx.member.userId,
    details,
  })
