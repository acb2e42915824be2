import { insertApiKey, listLiveApiKeyNames } from '@/db/queries/offices/api-keys'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { admit } from './admission'
import { attemptChange, type IntegrationsContext, recordChange } from './attempt-change'
import type { NewApiKey } from './drafts'
import { notifyHolders } from './notify-holders'
import { mintApiKey, type Secret } from './secret'

/**
 * A new API key of the member's merchant (contract, 5). The key is given here and never again. Throws `credentials_full` at ten
 * that count, `name_taken` (D53).
 */
export function createApiKey(
  ctx: IntegrationsContext,
  draft: NewApiKey,
): Promise<{ id: number; name: string; expiresAt: Date; apiKey: Secret }> {
  const { merchantId, userId } = ctx.member
  return attemptChange(ctx, { action: 'api_key.created' }, async (tx, doer) => {
    await lockMerchant(tx, merchantId)
    admit(await listLiveApiKeyNames(tx, merchantId), draft.name)
    const { prefix, apiKey, secretHash } = mintApiKey()
    const made = await insertApiKey(tx, merchantId, { ...draft, prefix, secretHash, createdBy: userId })
    const { name, permissions, validityDays } = draft
    const done = { action: 'api_key.created', credentialId: made.id } as const
    await recordChange(tx, ctx, done, { name, permissions, validityDays, expiresAt: made.expiresAt })
    await notifyHolders(tx, ctx, doer, { kind: 'api_key_created', id: made.id, name, expiresAt: made.expiresAt })
    return { ...made, name, apiKey }
  })
}
