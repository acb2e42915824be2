import type { OfficeTx } from '@/db/office'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import type { AbandonedReplacement } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { lockPair, ofKind, requirePair } from './of-kind'
import { integrationsPermission } from './permissions'
import { lastUseOf } from './replacement'

/**
 * Gives a replacing up (ADR-0043): the new credential ends when nobody has used it, so that none is left that nobody knows. One
 * that was used is in a till, so the asker says what becomes of it: `keep` leaves both. Throws `not_found`, `replacement_over`
 * (`requirePair`), and `replacement_used` when it was used and the asker does not say.
 */
export function abandonReplacement(
  ctx: IntegrationsContext,
  { kind, id, used }: AbandonedReplacement,
): Promise<{ name: string; isKept: boolean }> {
  const { merchantId, userId } = ctx.member
  const change = {
    permission: integrationsPermission,
    action: `${kind}.replacement_abandoned`,
    subject: { type: kind, id },
    lock: (tx: OfficeTx) => lockPair(tx, merchantId, { kind, id }),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const pair = await requirePair(tx, merchantId, { kind, id })
    const { name } = pair.successor
    const lastUse = lastUseOf(pair.successor)
    if (lastUse !== null && used === null)
      throw new OfficeFault('replacement_used', { field: 'used', values: { name, at: lastUse.toISOString() } })
    const isKept = lastUse !== null && used === 'keep'
    if (isKept) await ofKind[kind].unmark(tx, merchantId, id)
    else await ofKind[kind].end(tx, merchantId, id, userId)
    const noted = { former: pair.former.name, successor: name, isKept }
    await record({ ...noted, name })
    await record({ ...noted, name: noted.former }, { type: kind, id: pair.former.id })
    if (!isKept) await notifyHolders(tx, ctx, doer, { kind: ofKind[kind].ended, id, name })
    return { name, isKept }
  })
}
