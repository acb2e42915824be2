import { revokeLiveApiKeys } from '@/db/queries/offices/api-keys'
import { deleteLiveOAuthClients } from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import { confirm } from './admission'
import type { ConfirmedEnd } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'

/**
 * Ends every credential of the member's merchant at once (ADR-0040): keys are revoked, expired ones too, clients deleted, and so their
 * tokens dead (D49). One that is being made waits, and is there afterwards; of those of before none is left, whoever changes one
 * at the same moment. Where nothing is left to end nothing happens. Throws `confirmation_differs` unless the merchant's name was typed.
 */
export function endAllCredentials(
  ctx: IntegrationsContext,
  asked: ConfirmedEnd,
): Promise<{ keys: number; clients: number }> {
  const { merchantId, userId } = ctx.member
  const change = { permission: integrationsPermission, action: 'credentials.ended', lock: 'tenant' } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    confirm(doer.tenant, asked.confirmation)
    const keys = await revokeLiveApiKeys(tx, merchantId, userId)
    const clients = await deleteLiveOAuthClients(tx, merchantId, userId)
    const ended = [
      ...keys.map((key) => ({ kind: 'api_key' as const, ...key })),
      ...clients.map((client) => ({ kind: 'oauth_client' as const, ...client })),
    ]
    if (ended.length > 0) {
      const names = ended.map(({ name }) => name)
      await record({ name: names.join(', '), ended })
      await notifyHolders(tx, ctx, doer, { kind: 'credentials_ended', names })
    }
    return { keys: keys.length, clients: clients.length }
  })
}
