import { insertApiKey, listLiveApiKeyNames } from '@/db/queries/offices/api-keys'
import { attempt } from '@/lib/attempts/attempt-change'
import { admit } from './admission'
import type { NewApiKey } from './drafts'
import { expiryOf } from './expiry'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
import { mintApiKey, type Secret } from './secret'

/**
 * A new API key of the member's merchant (contract, 5). The key is returned here and never again. Throws `credentials_full`
 * when ten count already, `name_taken` (D53).
 */
export function createApiKey(
  ctx: IntegrationsContext,
  draft: NewApiKey,
): Promise<{ id: number; name: string; expiresAt: Date; apiKey: Secret }> {
  const { merchantId, userId } = ctx.member
  const asked = { permission: integrationsPermission, lock: 'tenant', action: 'api_key.created' } as const
  return attempt(ctx, asked, async ({ tx, doer, record }) => {
    admit(await listLiveApiKeyNames(tx, merchantId), draft.name)
    const { prefix, apiKey, secretHash } = mintApiKey(ctx.environment)
    const { name, permissions, validityDays } = draft
    const expiresAt = expiryOf(ctx.now(), validityDays)
    const row = { name, permissions, prefix, secretHash, expiresAt, createdBy: userId }
    const { id } = await insertApiKey(tx, merchantId, row)
    await record({ name, permissions, validityDays, expiresAt }, { type: 'api_key', id })
    await notifyHolders(tx, ctx, doer, { kind: 'api_key_created', id, name, expiresAt })
    return { id, name, expiresAt, apiKey }
  })
}
