import type { OfficeTx } from '@/db/office'
import { listEventsOf } from '@/db/queries/offices/audit-events'
import {
  findOAuthClientOf,
  lockOAuthClient,
  type OAuthClientRecord,
  replaceClientSecret,
} from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { confirm } from './admission'
import type { Rotation } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
import { mintClientSecret, type Secret } from './secret'
import { refuseDeleted } from './views'

/**
 * Gives an OAuth client a new secret: the previous one is refused from now on, tokens that it obtained stay valid (contract,
 * 5). The new one is returned here and never again. Throws `not_found`, `already_deleted`, `confirmation_differs`, and
 * `already_rotated` when the asker has not seen the last rotation: whoever made that one holds the secret that works.
 */
export function rotateClientSecret(
  ctx: IntegrationsContext,
  asked: Rotation,
): Promise<{ id: number; name: string; clientId: string; clientSecret: Secret; rotatedAt: Date }> {
  const { merchantId } = ctx.member
  const change = {
    permission: integrationsPermission,
    action: 'oauth_client.rotated',
    subject: { type: 'oauth_client', id: asked.id },
    lock: (tx: OfficeTx) => lockOAuthClient(tx, merchantId, asked.id),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const client = await findOAuthClientOf(tx, merchantId, asked.id)
    if (!client) throw new OfficeFault('not_found')
    refuseDeleted(client)
    if (client.rotatedAt?.getTime() !== asked.seenRotatedAt?.getTime())
      throw await alreadyRotated(tx, merchantId, client)
    confirm(client.name, asked.confirmation)
    const { id, name, clientId } = client
    const { clientSecret, secretHash } = mintClientSecret(clientId)
    const rotatedAt = await replaceClientSecret(tx, merchantId, id, secretHash)
    await record({ name })
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_rotated', id, name })
    return { id, name, clientId, clientSecret, rotatedAt }
  })
}

async function alreadyRotated(
  tx: OfficeTx,
  merchantId: number,
  { id, name, rotatedAt }: OAuthClientRecord,
): Promise<OfficeFault> {
  const events = await listEventsOf(tx, merchantId, { type: 'oauth_client', id }, 10)
  const by = events.find((event) => event.action === 'oauth_client.rotated' && event.outcome === 'done')?.userName
  return new OfficeFault('already_rotated', { values: { name, by: by ?? '', at: rotatedAt?.toISOString() ?? '' } })
}
