import type { OfficeTx } from '@/db/office'
import { endDisabling, insertDisabling, setEnabled } from '@/db/queries/offices/merchant-disablings'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type Disabling, disablingDaysMax, merchantStateOf } from './disabling'
import { lockStanding } from './lock-standing'
import { tellMerchant } from './tell-merchant'

/** A decided order: whoever may give it has given it, and whoever had to approve it has. */
export type DisablingOrder = Pick<Disabling, 'cause' | 'message'> & {
  readonly merchantId: number
  /** Null for at once. */
  readonly takesEffectAt: Date | null
  /** Of the operator's people, who answers for it. */
  readonly orderedBy: number
}

type Carrying = Pick<AccountContext, 'origin' | 'officeUrl' | 'now'>

const dayMs = 86_400_000

/**
 * Disables a merchant, at once or from a moment on, and tells its people why. From the commit on each call of its tills is refused
 * (D57); what a till has reserved can no longer be confirmed and expires by itself (D35). Asks nobody's permission: its callers do.
 *
 * Throws `not_found`, `already_disabled`, `already_scheduled`, `moment_past`, `moment_far`; with any of them nothing was changed.
 */
export async function disableMerchant(tx: OfficeTx, ctx: Carrying, order: DisablingOrder): Promise<void> {
  const { merchantId, cause, message, takesEffectAt, orderedBy } = order
  const standing = await lockStanding(tx, merchantId)
  const { name } = standing
  requireDisablable(standing, takesEffectAt, ctx.now())
  // A network file has enabled the merchant since.
  await endDisabling(tx, merchantId, orderedBy)
  await insertDisabling(tx, merchantId, { cause, message, takesEffectAt, orderedBy })
  if (takesEffectAt === null) await setEnabled(tx, merchantId, false)
  await recordEvent(tx, ctx.origin, {
    merchantId,
    operator: true,
    userId: orderedBy,
    action: takesEffectAt === null ? 'merchant.disabled' : 'merchant.disabling_ordered',
    subjectType: 'merchant',
    subjectId: merchantId,
    details: { name, cause, message, ...(takesEffectAt && { at: takesEffectAt }) },
  })
  const told = { cause, message }
  await tellMerchant(
    tx,
    ctx,
    { id: merchantId, name },
    takesEffectAt === null
      ? { kind: 'merchant_disabled', ...told }
      : { kind: 'merchant_disabling_ordered', ...told, takesEffectAt },
  )
}

type Standing = {
  readonly name: string
  readonly enabled: boolean
  readonly disabling: Pick<Disabling, 'tookEffectAt'> | null
}

/** Whether a merchant that stands so can be disabled from that moment on; null for at once. Throws as `disableMerchant`. */
export function requireDisablable(standing: Standing | undefined, moment: Date | null, now: Date): void {
  if (!standing) throw new OfficeFault('not_found')
  const { name, enabled, disabling } = standing
  const state = merchantStateOf(enabled, disabling)
  if (state === 'disabled') throw new OfficeFault('already_disabled', { values: { name } })
  if (state === 'scheduled') throw new OfficeFault('already_scheduled', { values: { name } })
  if (moment === null) return
  if (moment <= now) throw new OfficeFault('moment_past', { field: 'day' })
  if (moment.getTime() - now.getTime() > disablingDaysMax * dayMs) {
    throw new OfficeFault('moment_far', { field: 'day', values: { days: disablingDaysMax } })
  }
}
