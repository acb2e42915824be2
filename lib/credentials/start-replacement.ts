import type { OfficeTx } from '@/db/office'
import { insertApiKey } from '@/db/queries/offices/api-keys'
import { lockMerchant } from '@/db/queries/offices/merchants'
import { insertOAuthClient } from '@/db/queries/offices/oauth-clients'
import { listTerminalsOf } from '@/db/queries/offices/switch-over'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { admit } from './admission'
import { endOf, validityOf } from './comebacks'
import { type NewReplacement, nameLengthMax } from './drafts'
import { expiryOf } from './expiry'
import { listBothKinds } from './list-credentials'
import { type IntegrationsContext, notifyHolders } from './notify-holders'
import { ofKind } from './of-kind'
import { integrationsPermission } from './permissions'
import { pairOf, successorName } from './replacement'
import { mintApiKey, mintClientId, mintClientSecret, type Secret } from './secret'
import { type CredentialView, refuseDeleted, refuseRevoked } from './views'

type Made = { readonly id: number; readonly name: string } & (
  | { readonly kind: 'api_key'; readonly apiKey: Secret }
  | { readonly kind: 'oauth_client'; readonly clientId: string; readonly clientSecret: Secret }
)

/**
 * Makes a credential in the place of another, while both work (ADR-0043): of its name with a number behind, its permissions, its validity
 * and its addresses. Its secret is returned here and never again. Of those who begin at once one does; the others are told who. Throws
 * `not_found`, `already_revoked`, `already_deleted`, `key_expired`, `already_replacing`, `credentials_full` (the two count as two, D53),
 * and `canary_unknown` for a terminal that the credential is not of.
 */
export function startReplacement(ctx: IntegrationsContext, asked: NewReplacement): Promise<Made> {
  const { merchantId, userId } = ctx.member
  const { kind } = asked
  const subject = { type: kind, id: asked.id } as const
  const change = {
    permission: integrationsPermission,
    action: `${kind}.replacement_started`,
    subject,
    lock: async (tx: OfficeTx) => {
      await lockMerchant(tx, merchantId)
      await ofKind[kind].lock(tx, merchantId, asked.id)
    },
  } as const
  return attempt(ctx, change, async ({ tx, doer, record }) => {
    const all = await listBothKinds(tx, merchantId)
    const former = all.find((one) => one.kind === kind && one.id === asked.id)
    if (former === undefined) throw new OfficeFault('not_found')
    refuseEnded(former)
    const open = pairOf(all, former)
    if (open !== undefined) throw alreadyReplacing(open)
    const taken = all.filter((one) => one.kind === kind && endOf(one) === null).map((one) => one.name)
    const name = successorName(former.name, taken, nameLengthMax)
    admit(taken, name)
    await requireTerminal(tx, merchantId, asked)
    const { permissions, allowedAddresses } = former
    const { quietHours, canary } = asked
    const row = { name, permissions, createdBy: userId, allowedAddresses, replacesId: former.id, quietHours, canary }
    const said = (of: number) => ({ type: kind, id: of })
    const noted = { permissions, former: former.name, successor: name }
    if (former.kind === 'api_key') {
      const { prefix, apiKey, secretHash } = mintApiKey(ctx.environment)
      const validityDays = validityOf(former)
      const expiresAt = expiryOf(ctx.now(), validityDays)
      const { id } = await insertApiKey(tx, merchantId, { ...row, prefix, secretHash, expiresAt })
      await record({ ...noted, name, validityDays, expiresAt }, said(id))
      await record({ ...noted, name: former.name }, subject)
      await notifyHolders(tx, ctx, doer, { kind: 'api_key_created', id, name, expiresAt })
      return { kind: 'api_key', id, name, apiKey }
    }
    const clientId = mintClientId(ctx.environment, merchantId)
    const { clientSecret, secretHash } = mintClientSecret(clientId)
    const { id } = await insertOAuthClient(tx, merchantId, { ...row, clientId, secretHash })
    await record({ ...noted, name }, said(id))
    await record({ ...noted, name: former.name }, subject)
    await notifyHolders(tx, ctx, doer, { kind: 'oauth_client_created', id, name })
    return { kind: 'oauth_client', id, name, clientId, clientSecret }
  })
}

function refuseEnded(former: CredentialView): void {
  if (former.kind === 'api_key') refuseRevoked(former)
  else refuseDeleted(former)
  if (former.status === 'expired') throw new OfficeFault('key_expired', { values: { name: former.name } })
}

const alreadyReplacing = ({ former, successor }: NonNullable<ReturnType<typeof pairOf>>): OfficeFault =>
  new OfficeFault('already_replacing', {
    values: {
      name: former.name,
      successor: successor.name,
      by: successor.createdBy ?? '',
      at: successor.createdAt.toISOString(),
    },
  })

async function requireTerminal(tx: OfficeTx, merchantId: number, asked: NewReplacement): Promise<void> {
  const { kind, id, canary } = asked
  if (canary === null) return
  const tills = await listTerminalsOf(tx, merchantId, { kind, ids: [id] })
  if (!tills.some(({ terminal }) => terminal === canary)) throw new OfficeFault('canary_unknown', { field: 'canary' })
}
