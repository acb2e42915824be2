import type { OfficeTx } from '@/db/office'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { lockPair, ofKind, requirePair } from './of-kind'
import { integrationsPermission } from './permissions'
import type { CredentialReference } from './reference'
import { endableAt } from './replacement'

/**
 * Ends the credential that the given one replaces, when nobody has used it for the hours that were chosen (ADR-0043). Its last use
 * is read under its lock: whoever asks may have seen an older one. Throws `not_found`, `replacement_over` (`requirePair`), and
 * `still_used` with the moment from when on it may be ended.
 */
export function finishReplacement(
  ctx: IntegrationsContext,
  successor: CredentialReference,
): Promise<{ former: string; successor: string }> {
  const { merchantId, userId } = ctx.member
  const { kind, id } = successor
  const change = {
    permission: integrationsPermission,
    action: `${kind}.replacement_finished`,
    subject: { type: kind, id },
    lock: (tx: OfficeTx) => lockPair(tx, merchantId, { kind, id }),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const pair = await requirePair(tx, merchantId, { kind, id })
    const { former } = pair
    const at = endableAt(pair)
    if (ctx.now() < at) throw new OfficeFault('still_used', { values: { name: former.name, at: at.toISOString() } })
    await ofKind[kind].end(tx, merchantId, former.id, userId)
    const names = { former: former.name, successor: pair.successor.name }
    await record({ ...names, name: names.successor })
    await record({ ...names, name: names.former }, { type: kind, id: former.id })
    await notifyHolders(tx, ctx, doer, { kind: ofKind[kind].ended, id: former.id, name: former.name })
    return names
  })
}
