import type { OfficeTx } from '@/db/office'
import { findApiKeyOf, lockApiKey } from '@/db/queries/offices/api-keys'
import { findBranch } from '@/db/queries/offices/branches'
import { countHandOffs, insertHandOff } from '@/db/queries/offices/hand-offs'
import { findOAuthClientOf, lockOAuthClient } from '@/db/queries/offices/oauth-clients'
import { attempt } from '@/lib/attempts/attempt-change'
import type { OfficeContext } from '@/lib/context'
import { integrationsPermission } from '@/lib/credentials/permissions'
import type { CredentialReference } from '@/lib/credentials/reference'
import { apiKeyStatus } from '@/lib/credentials/status'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type NewHandOff, openHandOffsMax } from './drafts'

/**
 * Keeps a secret that a browser has sealed, until whoever has its link opens it. What is kept opens nothing here. Throws `not_found`,
 * `credential_over`, `secret_replaced` when another secret was made since, `branch_missing`, and `hand_offs_full`.
 */
export function makeHandOff(ctx: OfficeContext, draft: NewHandOff): Promise<{ id: number; expiresAt: Date }> {
  const { merchantId, userId } = ctx.member
  const credential = { kind: draft.kind, id: draft.id }
  const lock = draft.kind === 'api_key' ? lockApiKey : lockOAuthClient
  const change = {
    permission: integrationsPermission,
    action: 'hand_off.made',
    subject: { type: draft.kind, id: draft.id },
    lock: (tx: OfficeTx) => lock(tx, merchantId, draft.id),
  } as const
  return attempt(ctx, change, async ({ tx, record }) => {
    const { name, rotatedAt } = await findLive(tx, merchantId, credential)
    if (rotatedAt?.getTime() !== draft.since?.getTime()) throw new OfficeFault('secret_replaced', { values: { name } })
    const branch = draft.branchId === null ? null : await findBranch(tx, merchantId, draft.branchId)
    if (branch === undefined) throw new OfficeFault('branch_missing', { field: 'branchId' })
    if ((await countHandOffs(tx, merchantId, credential)) >= openHandOffsMax)
      throw new OfficeFault('hand_offs_full', { values: { max: openHandOffsMax } })
    const { handleHash, ciphertext, branchId, terminal, hours } = draft
    const row = { credential, handleHash, ciphertext, branchId, terminal, hours, createdBy: userId }
    const made = await insertHandOff(tx, merchantId, row)
    await record({ name, branch: branch?.name ?? null, terminal, expiresAt: made.expiresAt })
    return made
  })
}

async function findLive(tx: OfficeTx, merchantId: number, { kind, id }: CredentialReference) {
  if (kind === 'api_key') {
    const key = await findApiKeyOf(tx, merchantId, id)
    if (!key) throw new OfficeFault('not_found')
    if (apiKeyStatus(key) !== 'live') throw new OfficeFault('credential_over', { values: { name: key.name } })
    return { name: key.name, rotatedAt: null }
  }
  const client = await findOAuthClientOf(tx, merchantId, id)
  if (!client) throw new OfficeFault('not_found')
  if (client.deletedAt !== null) throw new OfficeFault('credential_over', { values: { name: client.name } })
  return client
}
