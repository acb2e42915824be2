import { insertOAuthClient, listLiveOAuthClientNames } from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import { admit } from './admission'
import type { NewOAuthClient } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
import { mintClientId, mintClientSecret, type Secret } from './secret'

/**
 * A new OAuth client of the member's merchant (contract, 5). Its secret is returned here and never again. Throws
 * `credentials_full` when ten are live already, `name_taken` (D53).
 */
export function createOAuthClient(
  ctx: IntegrationsContext,
  draft: NewOAuthClient,
): Promise<{ id: number; name: string; clientId: string; clientSecret: Secret }> {
  const { merchantId, userId } = ctx.member
  const asked = { permission: integrationsPermission, lock: 'tenant', action: 'oauth_client.created' } as const
  return attempt(ctx, asked, async ({ tx, doer, record }) => {
    admit(await listLiveOAuthClientNames(tx, merchantId), draft.name)
    const clientId = mintClientId(ctx.environment, merchantId)
    const { clientSecret, secretHash } = mintClientSecret(clientId)
    const { id } = await insertOAuthClient(tx, merchantId, { ...draft, clientId, secretHash, createdBy: userId })
    const { name, permissions } = draft
    await record({ name, permissions }, { type: 'oauth_client', id })
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_created', id, name })
    return { id, name, clientId, clientSecret }
  })
}
