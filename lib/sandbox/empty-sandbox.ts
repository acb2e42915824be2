import type { OfficeTx } from '@/db/office'
import { forgetUses, lockSandboxDiscounts, releaseReserved } from '@/db/queries/offices/sandbox'
import { attempt } from '@/lib/attempts/attempt-change'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { sandboxKeyPrefix } from './blueprint'
import { requireTestEnvironment, type SandboxContext, sandboxPermission } from './context'

/**
 * Releases what is reserved of the discounts of the member's merchant's sandbox, and counts their uses and budgets anew
 * (sandbox.md, Identities 5). Credentials, discounts and everything that was paid stay. Throws `test_environment_only`,
 * `permission_missing`, and `not_prepared` for a merchant without a sandbox.
 */
export async function emptySandbox(ctx: SandboxContext): Promise<{ released: number }> {
  requireTestEnvironment(ctx)
  const { merchantId } = ctx.member
  const asked = { permission: sandboxPermission, action: 'sandbox.emptied', lock: 'tenant' } as const
  return attempt(ctx, asked, async ({ tx, record }) => {
    const released = await emptied(tx, merchantId)
    if (released === undefined) throw new OfficeFault('not_prepared')
    await record({ released })
    return { released }
  })
}

/** Empties the sandbox of a merchant within a change; undefined where none is prepared. How much was released. */
export async function emptied(tx: OfficeTx, merchantId: number): Promise<number | undefined> {
  const discountIds = await lockSandboxDiscounts(tx, merchantId, sandboxKeyPrefix)
  if (discountIds.length === 0) return undefined
  const { released } = await releaseReserved(tx, merchantId, discountIds)
  await forgetUses(tx, merchantId, discountIds)
  return released
}
