import { findApiKeyOf } from '@/db/queries/offices/api-keys'
import { listOrigins } from '@/db/queries/offices/api-requests'
import { findOAuthClientOf } from '@/db/queries/offices/oauth-clients'
import { requirePermission } from '@/lib/attempts/require-permission'
import type { OfficeContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { checkAddresses, isAllowedFrom } from './allowed-addresses'
import { integrationsPermission } from './permissions'
import { proposeNetworks } from './propose-networks'
import type { CredentialReference } from './reference'

/** Most calls that are looked at, the last ones. */
export const originCallsMax = 50_000

/** From where a credential called in the last 30 days, what of that a list would have refused, and a list that would have refused nothing. */
export type Origins = {
  readonly calls: number
  readonly addresses: number
  /** Most calls first. */
  readonly refused: readonly { readonly address: string; readonly calls: number }[]
  readonly proposal: readonly string[]
}

/**
 * Tries a list of networks on the last real calls of a credential; an empty one refuses nothing. Throws `permission_missing`,
 * `not_found`, `address_invalid`, `too_many_addresses`.
 */
export async function showOrigins(
  ctx: Pick<OfficeContext, 'db' | 'member'>,
  { kind, id }: CredentialReference,
  addresses: readonly string[],
): Promise<Origins> {
  requirePermission(ctx.member, integrationsPermission)
  checkAddresses(addresses)
  const { merchantId } = ctx.member
  const credential = await (kind === 'api_key' ? findApiKeyOf : findOAuthClientOf)(ctx.db, merchantId, id)
  if (credential === undefined) throw new OfficeFault('not_found')
  const origins = await listOrigins(ctx.db, merchantId, { kind, id }, originCallsMax)
  const rules = addresses.length === 0 ? null : addresses
  return {
    calls: origins.reduce((sum, { calls }) => sum + calls, 0),
    addresses: origins.length,
    refused: origins.filter(({ address }) => !isAllowedFrom(rules, () => address)),
    proposal: proposeNetworks(origins.map(({ address }) => address)),
  }
}
