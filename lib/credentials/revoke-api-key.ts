import { findApiKeyOf, lockApiKey, markApiKeyRevoked } from '@/db/queries/offices/api-keys'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirm } from './admission'
import { attemptChange, type IntegrationsContext, recordChange } from './attempt-change'
import type { ConfirmedCredential } from './drafts'
import { notifyHolders } from './notify-holders'

/**
 * Revokes an API key, live or expired: it is refused from now on, and counts no longer (contract, 5; D53). Throws `not_found`,
 * `already_revoked`, `confirmation_differs`.
 */
export function revokeApiKey(
  ctx: IntegrationsContext,
  asked: ConfirmedCredential,
): Promise<{ id: number; name: string }> {
  const { merchantId, userId } = ctx.member
  return attemptChange(ctx, { action: 'api_key.revoked', credentialId: asked.id }, async (tx, doer) => {
    await lockApiKey(tx, merchantId, asked.id)
    const key = await findApiKeyOf(tx, merchantId, asked.id)
    if (!key) throw new OfficeFault('not_found')
    const { id, name, revokedAt, revokedBy } = key
    if (revokedAt !== null) {
      throw new OfficeFault('already_revoked', { values: { name, by: revokedBy ?? '', at: revokedAt.toISOString() } })
    }
    confirm(name, asked.confirmation)
    await markApiKeyRevoked(tx, merchantId, id, userId)
    await recordChange(tx, ctx, { action: 'api_key.revoked', credentialId: id }, { name })
    await notifyHolders(tx, ctx, doer, { kind: 'api_key_revoked', id, name })
    return { id, name }
  })
}
