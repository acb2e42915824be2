import { findOAuthClientOf, lockOAuthClient, markOAuthClientDeleted } from '@/db/queries/offices/oauth-clients'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirm } from './admission'
import { attemptChange, type IntegrationsContext, recordChange } from './attempt-change'
import type { ConfirmedCredential } from './drafts'
import { notifyHolders } from './notify-holders'
import { refuseDeleted } from './views'

/**
 * Deletes an OAuth client: its secret and its tokens are refused from now on (contract, 5; D49). Throws `not_found`,
 * `already_deleted`, `confirmation_differs`.
 */
export function deleteOAuthClient(
  ctx: IntegrationsContext,
  asked: ConfirmedCredential,
): Promise<{ id: number; name: string }> {
  const { merchantId, userId } = ctx.member
  return attemptChange(ctx, { action: 'oauth_client.deleted', credentialId: asked.id }, async (tx, doer) => {
    await lockOAuthClient(tx, merchantId, asked.id)
    const client = await findOAuthClientOf(tx, merchantId, asked.id)
    if (!client) throw new OfficeFault('not_found')
    refuseDeleted(client)
    confirm(client.name, asked.confirmation)
    const { id, name } = client
    await markOAuthClientDeleted(tx, merchantId, id, userId)
    await recordChange(tx, ctx, { action: 'oauth_client.deleted', credentialId: id }, { name })
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_deleted', id, name })
    return { id, name }
  })
}
