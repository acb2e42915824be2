import type { OfficeTx } from '@/db/office'
import { findApiKeyOf, lockApiKey, markApiKeyRevoked } from '@/db/queries/offices/api-keys'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirm } from './admission'
import type { ConfirmedCredential } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
import { refuseRevoked } from './views'

/**
 * Revokes an API key, live or expired: it is refused from now on, and no longer counts towards the limit (contract, 5; D53).
 * Throws `not_found`, `already_revoked`, `confirmation_differs`.
 */
export function revokeApiKey(
  ctx: IntegrationsContext,
  asked: ConfirmedCredential,
): Promise<{ id: number; name: string }> {
  const { merchantId, userId } = ctx.member
  const change = {
    permission: integrationsPermission,
    action: 'api_key.revoked',
    subject: { type: 'api_key', id: asked.id },
    lock: (tx: OfficeTx) => lockApiKey(tx, merchantId, asked.id),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const key = await findApiKeyOf(tx, merchantId, asked.id)
    if (!key) throw new OfficeFault('not_found')
    refuseRevoked(key)
    const { id, name } = key
    confirm(name, asked.confirmation)
    await markApiKeyRevoked(tx, merchantId, id, userId)
    await record({ name })
    await notifyHolders(tx, ctx, doer, { kind: 'api_key_revoked', id, name })
    return { id, name }
  })
}
