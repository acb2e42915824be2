import { closeResets } from '@/db/queries/offices/password-resets'
import { endSessionsOf } from '@/db/queries/offices/sessions'
import { holdUser, setPassword } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeUser } from './browser'
import { checkPassword } from './check-password'
import { hashSecretText } from './hash-password'
import { notifyUser } from './notify-user'
import { forgetOtherDevices } from './recognise-device'
import { recordUserEvent } from './record-user-event'
import { requireGoodPassword } from './require-good-password'

/**
 * A new password, by who knows the old one; every other session ends, so does every reset link, and no other browser is known any more:
 * where one was lost, whoever has it guesses at the new password as a stranger. Throws `password_wrong`, what is wrong
 * with the new one (`password_short`, …), `too_many_attempts`, `busy`.
 */
export async function changePassword(
  ctx: UserContext,
  input: { password: string; newPassword: string; device?: string | undefined },
): Promise<void> {
  const attempt = 'password.changed'
  const user = await checkPassword(ctx, { password: input.password, attempt })
  requireGoodPassword(input.newPassword, user)
  const passwordHash = await hashSecretText(ctx.hashing, input.newPassword)
  await ctx.db.transaction(async (tx) => {
    // Against another change, or a reset, in the meantime.
    if (!(await holdUser(tx, user.id, user.passwordHash))) throw new OfficeFault('session_ended')
    await setPassword(tx, user.id, passwordHash)
    // A link that was mailed before, perhaps to whoever made them change it, would undo it.
    await closeResets(tx, user.id)
    await forgetOtherDevices(tx, officeUser(user.email), input.device)
    await endSessionsOf(tx, user.id, 'password_changed', ctx.user.sessionId)
    await recordUserEvent(tx, ctx.origin, user.id, { action: attempt })
    await notifyUser(tx, ctx, user, { kind: 'password_changed' })
  })
}
