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
 * Sets a new password when the user knows the old one. Every other session and every reset link end, and no other browser is a
 * known device any more: whoever has a lost one guesses at the new password with a stranger's attempts. Throws
 * `password_wrong`, what is wrong with the new one (`password_short`, …), `too_many_attempts`, `busy`.
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
    // Fails when another change or a reset came first.
    if (!(await holdUser(tx, user.id, user.passwordHash))) throw new OfficeFault('session_ended')
    await setPassword(tx, user.id, passwordHash)
    // Otherwise a reset link that was mailed before, perhaps to the attacker because of whom the user changes it, would undo
    // the change.
    await closeResets(tx, user.id)
    await forgetOtherDevices(tx, officeUser(user.email), input.device)
    await endSessionsOf(tx, user.id, 'password_changed', ctx.user.sessionId)
    await recordUserEvent(tx, ctx.origin, user.id, { action: attempt })
    await notifyUser(tx, ctx, user, { kind: 'password_changed' })
  })
}
