import { type Proposed, proposeOrDo } from '@/lib/approvals/propose-approval'
import type { ApprovalContext } from '@/lib/approvals/registry'
import type { PolicyOrder } from './drafts'
import { type Defaults, needsFourEyes } from './policies'
import { setDecidedPolicy } from './set-decided-policy'

/**
 * Sets a policy of a merchant, or proposes it where one person cannot decide it (ADR-0055). Throws what both throw:
 * `permission_missing`, `not_found`, `until_passed`, `already_proposed`.
 */
export async function setPolicy(ctx: ApprovalContext, order: PolicyOrder, defaults: Defaults): Promise<Proposed> {
  if (needsFourEyes(order.policy, order, defaults)) return proposeOrDo(ctx, 'raise_limit', order)
  await setDecidedPolicy(ctx, order)
  return { waits: false }
}
