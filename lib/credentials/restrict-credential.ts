import type { OfficeTx } from '@/db/office'
import { findApiKeyOf, lockApiKey, restrictApiKey } from '@/db/queries/offices/api-keys'
import { findOAuthClientOf, lockOAuthClient, restrictOAuthClient } from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { checkAddresses } from './allowed-addresses'
import type { Restriction } from './drafts'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { integrationsPermission } from './permissions'
import { refuseDeleted, refuseRevoked } from './views'

/**
 * Sets from which addresses a credential is accepted, from its next call and token request on (D57, ADR-0041). Throws `not_found`,
 * `already_revoked`, `already_deleted`, `address_invalid`, `too_many_addresses`, and `addresses_changed` when the asker has not seen
 * the ones that stand.
 */
export function restrictCredential(
  ctx: IntegrationsContext,
  asked: Restriction,
): Promise<{ id: number; name: string }> {
  const { merchantId } = ctx.member
  const isKey = asked.kind === 'api_key'
  const change = {
    permission: integrationsPermission,
    action: `${asked.kind}.restricted`,
    subject: { type: asked.kind, id: asked.id },
    lock: (tx: OfficeTx) => (isKey ? lockApiKey : lockOAuthClient)(tx, merchantId, asked.id),
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const { id, name, allowedAddresses } = await (isKey ? liveKey : liveClient)(tx, merchantId, asked.id)
    const addresses = asked.addresses
    checkAddresses(addresses)
    const before = allowedAddresses ?? []
    if (before.join() !== asked.seen.join()) throw new OfficeFault('addresses_changed', { values: { name } })
    await (isKey ? restrictApiKey : restrictOAuthClient)(tx, merchantId, id, addresses.length === 0 ? null : addresses)
    await record({ name, before, after: addresses })
    await notifyHolders(tx, ctx, doer, { kind: `${asked.kind}_restricted`, id, name, addresses })
    return { id, name }
  })
}

async function liveKey(tx: OfficeTx, merchantId: number, id: number) {
  const key = await findApiKeyOf(tx, merchantId, id)
  if (!key) throw new OfficeFault('not_found')
  refuseRevoked(key)
  return key
}

async function liveClient(tx: OfficeTx, merchantId: number, id: number) {
  const client = await findOAuthClientOf(tx, merchantId, id)
  if (!client) throw new OfficeFault('not_found')
  refuseDeleted(client)
  return client
}
