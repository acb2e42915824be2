import { endDisabling, findStanding, setEnabled } from '@/db/queries/offices/merchant-disablings'
import { type Proposed, proposeOrDo } from '@/lib/approvals/propose-approval'
import type { ApprovalContext } from '@/lib/approvals/registry'
import { attempt, attemptView } from '@/lib/attempts/attempt-change'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext, OperatorContext } from '@/lib/context'
import { confirm } from '@/lib/credentials/admission'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type DisablingDraft, takesEffectAtOf } from './drafts'
import { lockStanding } from './lock-standing'
import { networkMerchantsPermission } from './permission'
import { tellMerchant } from './tell-merchant'

/** What the verbs of the operator work with that tell people of what they did. */
export type NetworkContext = OperatorContext & Pick<AccountContext, 'officeUrl' | 'now'>

type Chosen = { readonly merchantId: number }

const permission = networkMerchantsPermission

const subjectOf = ({ merchantId }: Chosen) => ({ type: 'merchant', id: merchantId }) as const

/**
 * Orders that a merchant be disabled, whose name the operator has typed: another person must approve it, unless four eyes are off
 * (ADR-0055). Throws `permission_missing`, `confirmation_differs`, `already_proposed`, and as `disableMerchant` and `takesEffectAtOf`.
 */
export async function orderDisabling(ctx: ApprovalContext, draft: DisablingDraft): Promise<Proposed> {
  const { merchantId, cause, message, confirmation } = draft
  const takesEffectAt = takesEffectAtOf(draft)
  const asked = { permission, action: 'merchant.disabled', subject: subjectOf(draft) } as const
  await attemptView(ctx, asked, async () => {
    const standing = await findStanding(ctx.db, merchantId)
    if (!standing) throw new OfficeFault('not_found')
    confirm(standing.name, confirmation)
  })
  return proposeOrDo(ctx, 'disable_merchant', {
    merchantId,
    cause,
    message,
    takesEffectAt: takesEffectAt?.toISOString() ?? null,
  })
}

/**
 * Takes back a disabling that has not taken effect: nothing happens to the merchant. Throws `permission_missing`, `not_found`,
 * `already_disabled` once it has taken effect, and `nothing_ordered`.
 */
export async function undoDisabling(ctx: NetworkContext, chosen: Chosen): Promise<void> {
  const asked = { permission, action: 'merchant.disabling_undone', subject: subjectOf(chosen) } as const
  await attempt(ctx, asked, async ({ tx }) => {
    const { merchantId } = chosen
    const { name, state } = await lockStanding(tx, merchantId)
    if (state === 'disabled') throw new OfficeFault('already_disabled', { values: { name } })
    if (state === 'enabled') throw new OfficeFault('nothing_ordered', { values: { name } })
    await endDisabling(tx, merchantId, ctx.member.userId)
    await recordOf(tx, ctx, { merchantId, name, action: asked.action })
    await tellMerchant(tx, ctx, { id: merchantId, name }, { kind: 'merchant_disabling_undone' })
  })
}

/**
 * Enables a merchant again: its tills are served from the commit on, by the credentials that it has. Throws `permission_missing`,
 * `not_found`, `already_enabled`.
 */
export async function enableMerchant(ctx: NetworkContext, chosen: Chosen): Promise<void> {
  const asked = { permission, action: 'merchant.enabled', subject: subjectOf(chosen) } as const
  await attempt(ctx, asked, async ({ tx }) => {
    const { merchantId } = chosen
    const { name, state } = await lockStanding(tx, merchantId)
    if (state !== 'disabled') throw new OfficeFault('already_enabled', { values: { name } })
    // None is open where a network file has disabled it.
    await endDisabling(tx, merchantId, ctx.member.userId)
    await setEnabled(tx, merchantId, true)
    await recordOf(tx, ctx, { merchantId, name, action: asked.action })
    await tellMerchant(tx, ctx, { id: merchantId, name }, { kind: 'merchant_enabled' })
  })
}

type Done = Chosen & { readonly name: string; readonly action: 'merchant.disabling_undone' | 'merchant.enabled' }

/** In the trail of the network and in the merchant's own: one row for both. */
const recordOf = (
  tx: Parameters<typeof recordEvent>[0],
  ctx: NetworkContext,
  { merchantId, name, action }: Done,
): Promise<void> =>
  recordEvent(tx, ctx.origin, {
    merchantId,
    operator: true,
    userId: ctx.member.userId,
    action,
    subjectType: 'merchant',
    subjectId: merchantId,
    details: { name },
  })
