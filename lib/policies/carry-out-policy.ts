import type { OfficeTx } from '@/db/office'
import { insertPolicyChange, setPolicy } from '@/db/queries/offices/policies'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { PolicyOrder } from './drafts'

/** Who decided an order: one person, or two where it needs four eyes. */
type Deciders = { readonly changedBy: number; readonly approvedBy: number | null }

/**
 * Carries out an order that was decided: what holds for the merchant's next call, and its place in the history, in the transaction of
 * the caller, who records it in the trail. Throws `not_found`, and `until_passed` where its end came before it was carried out.
 */
export async function carryOutPolicy(
  tx: OfficeTx,
  { merchantId, policy, value, burst, until, reason }: PolicyOrder,
  { changedBy, approvedBy }: Deciders,
  now: Date,
): Promise<void> {
  const end = until === null ? null : new Date(until)
  if (end !== null && end <= now) throw new OfficeFault('until_passed', { field: 'until' })
  if (!(await setPolicy(tx, merchantId, policy, { value, burst, until: end }))) throw new OfficeFault('not_found')
  await insertPolicyChange(tx, { merchantId, policy, value, burst, until: end, reason, changedBy, approvedBy })
}
