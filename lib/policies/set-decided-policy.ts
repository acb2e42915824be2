import { attempt } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import type { OperatorContext } from '@/lib/context'
import { carryOutPolicy } from './carry-out-policy'
import type { PolicyOrder } from './drafts'
import { policiesPermission } from './permission'

type DecidedContext = OperatorContext & { readonly now: () => Date }

/**
 * Sets a policy of a merchant that was decided by as many people as it takes, from the merchant's next call on; the merchant's own trail
 * says so too. Throws `permission_missing`, `not_found`, `until_passed`.
 */
export async function setDecidedPolicy(ctx: DecidedContext, order: PolicyOrder): Promise<void> {
  const { merchantId, policy, value, burst, until, reason } = order
  const { userId } = ctx.member
  const subject = { type: 'merchant', id: merchantId } as const
  await attempt(ctx, { permission: policiesPermission, action: 'policy.set', subject }, async ({ tx }) => {
    await carryOutPolicy(tx, order, { changedBy: userId, approvedBy: null }, ctx.now())
    await recordEvent(tx, ctx.origin, {
      ...{ operator: true, userId, merchantId, action: 'policy.set' },
      ...{ subjectType: 'merchant', subjectId: merchantId },
      details: { policy, value, burst, until, why: reason },
    })
  })
}
