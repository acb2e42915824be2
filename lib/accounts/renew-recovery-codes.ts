import { countUnusedRecoveryCodes, replaceRecoveryCodes } from '@/db/queries/offices/recovery-codes'
import { findUser } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { withCode } from './check-code'
import { hashRecoveryCodes } from './hash-recovery-codes'
import { notifyUser } from './notify-user'
import { recordUserEvent } from './record-user-event'

/** How many recovery codes are left to use. */
export const countRecoveryCodes = ({ db, user }: UserContext): Promise<number> =>
  countUnusedRecoveryCodes(db, user.userId)

/**
 * Ten new recovery codes, never shown again; the old ones no longer work. Asks for a current code of the authenticator. Throws
 * `code_wrong`, `code_used`, `too_many_attempts`.
 */
export async function renewRecoveryCodes(
  ctx: UserContext,
  input: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const user = await findUser(ctx.db, ctx.user.userId)
  if (!user?.totpSecret) throw new OfficeFault('two_step_missing')
  const { codes, hashed } = await hashRecoveryCodes(ctx)
  const attempt = 'recovery_codes.renewed'
  await withCode(ctx, user, { code: input.code, attempt, totpOnly: true }, async (tx) => {
    await replaceRecoveryCodes(tx, user.id, hashed)
    await recordUserEvent(tx, ctx.origin, user.id, { action: attempt })
    await notifyUser(tx, ctx, user, { kind: 'recovery_codes_renewed' })
  })
  return { recoveryCodes: codes }
}
