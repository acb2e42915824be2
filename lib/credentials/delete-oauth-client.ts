import type { OfficeTx } from '@/db/office'
import { findOAuthClientOf, lockOAuthClient, markOAuthClientDeleted } from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirm } from './admission'
import type { ConfirmedCredential } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
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
  const change = {
    permission: integrationsPermission,
    action: 'oauth_client.deleted',
    subject: { type: 'oauth_client', id: asked.id },
    lock: (tx: OfficeTx) => lockOAuthClient(tx, merchantId, asked.id),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const client = await findOAuthClientOf(tx, merchantId, asked.id)
    if (!client) throw new OfficeFault('not_found')
    refuseDeleted(client)
    confirm(client.name, asked.confirmation)
    const { id, name } = client
    await markOAuthClientDeleted(tx, merchantId, id, userId)
    await record({ name })
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_deleted', id, name })
    return { id, name }
  })
}
