import { deleteRecoveryCodes } from '@/db/queries/offices/recovery-codes'
import { endSessionsOf, setSecondStep } from '@/db/queries/offices/sessions'
import { removeTotp } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { withCode } from './check-code'
import { checkPassword } from './check-password'
import { notifyUser } from './notify-user'
import { recordUserEvent } from './record-user-event'

/**
 * Ends two-step verification, its recovery codes, and every other session. Asks for the password and a current code (P-12).
 * Throws `password_wrong`, `code_wrong`, `code_used`, `too_many_attempts`, `two_step_missing`.
 */
export async function disableTwoStep(ctx: UserContext, input: { password: string; code: string }): Promise<void> {
  const attempt = 'two_step.disabled'
  const user = await checkPassword(ctx, { password: input.password, attempt })
  if (!user.totpSecret) throw new OfficeFault('two_step_missing')
  await withCode(ctx, user, { code: input.code, attempt }, async (tx) => {
    await removeTotp(tx, user.id)
    await deleteRecoveryCodes(tx, user.id)
    await setSecondStep(tx, ctx.user.sessionId, false)
    await endSessionsOf(tx, user.id, 'two_step_changed', ctx.user.sessionId)
    await recordUserEvent(tx, ctx.origin, user.id, { action: attempt })
    await notifyUser(tx, ctx, user, { kind: 'two_step_disabled' })
  })
}
