import { lockMerchant } from '@/db/queries/offices/merchants'
import { insertOAuthClient, listLiveOAuthClientNames } from '@/db/queries/offices/oauth-clients'
import { admit } from './admission'
import { attemptChange, type IntegrationsContext, recordChange } from './attempt-change'
import type { NewOAuthClient } from './drafts'
import { notifyHolders } from './notify-holders'
import { mintClientId, mintClientSecret, type Secret } from './secret'

/**
 * A new OAuth client of the member's merchant (contract, 5). Its secret is given here and never again. Throws `credentials_full`
 * at ten live ones, `name_taken` (D53).
 */
export function createOAuthClient(
  ctx: IntegrationsContext,
  draft: NewOAuthClient,
): Promise<{ id: number; name: string; clientId: string; clientSecret: Secret }> {
  const { merchantId, userId } = ctx.member
  return attemptChange(ctx, { action: 'oauth_client.created' }, async (tx, doer) => {
    await lockMerchant(tx, merchantId)
    admit(await listLiveOAuthClientNames(tx, merchantId), draft.name)
    const clientId = mintClientId(merchantId)
    const { clientSecret, secretHash } = mintClientSecret(clientId)
    const { id } = await insertOAuthClient(tx, merchantId, { ...draft, clientId, secretHash, createdBy: userId })
    const { name, permissions } = draft
    await recordChange(tx, ctx, { action: 'oauth_client.created', credentialId: id }, { name, permissions })
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_created', id, name })
    return { id, name, clientId, clientSecret }
  })
}
