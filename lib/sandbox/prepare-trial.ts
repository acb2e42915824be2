import { findApiKeyByPrefix } from '@/db/queries/offices/api-keys'
import { attempt } from '@/lib/attempts/attempt-change'
import { apiKeyPrefix } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { type SandboxContext, sandboxPermission } from './context'
import { showSandbox } from './show-sandbox'
import type { TrialDraft, TrialGround } from './trial'

/** The offer of a trial, and the key's id where one is given, so that its calls can be found. */
export type PreparedTrial = TrialGround & { readonly apiKeyId: number | undefined }

/**
 * What a trial call is made of. The key is of the member's merchant by its prefix, whatever its secret: with another merchant's no call
 * is made here. Throws `test_environment_only`, `permission_missing`, `not_prepared`, `apply_first`, and `key_not_yours` for another
 * merchant's key exactly as for one that never was.
 */
export async function prepareTrial(ctx: SandboxContext, draft: TrialDraft): Promise<PreparedTrial> {
  const sandbox = await showSandbox(ctx)
  if (!sandbox) throw new OfficeFault('not_prepared')
  const own = sandbox.identities.find(({ code }) => code === draft.identity)?.discounts[0]
  // Who has no benefit is refused whichever is applied.
  const discountId = (own ?? sandbox.discounts[0])?.id
  if (discountId === undefined) throw new OfficeFault('not_prepared')
  if (draft.step === 'consume' && draft.authorizationCode === '') throw new OfficeFault('apply_first')
  const branchId = sandbox.branches.find(({ active }) => active)?.id
  return { discountId, branchId, apiKeyId: await keyOf(ctx, draft.key) }
}

async function keyOf(ctx: SandboxContext, key: string): Promise<number | undefined> {
  if (key === '') return undefined
  const prefix = apiKeyPrefix(key)
  if (prefix === undefined) throw new OfficeFault('key_malformed', { field: 'key' })
  const asked = { permission: sandboxPermission, action: 'api_key.searched' } as const
  return attempt(ctx, asked, async ({ tx }) => {
    const found = await findApiKeyByPrefix(tx, ctx.member.merchantId, prefix)
    if (!found) throw new OfficeFault('key_not_yours', { field: 'key' })
    return found.id
  })
}
