import { forgetFailures } from '@/db/queries/offices/throttles'
import { findUser, type UserRecord } from '@/db/queries/offices/users'
import type { AccountEvent } from '@/lib/audit/events'
import type { UserContext } from '@/lib/context'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { matchesSecretText } from './hash-password'
import { secretTextMax } from './password'
import { recordUserEvent } from './record-user-event'
import { takeAttempt } from './take-attempt'

/**
 * The user of the session, after they proved with their password that it is they: a session alone, left open or stolen, cannot
 * change how its user signs in (ASVS 7.5.1). Wrong passwords are counted apart from attempts to sign in, which strangers make
 * too. Throws `password_wrong` and `too_many_attempts`.
 */
export async function checkPassword(
  ctx: UserContext,
  input: { password: string; attempt: AccountEvent },
): Promise<UserRecord> {
  const user = await findUser(ctx.db, ctx.user.userId)
  if (!user || user.disabledAt) throw new OfficeFault('session_ended')
  if (input.password.length > secretTextMax) throw new OfficeFault('password_wrong', { field: 'password' })
  await takeAttempt(ctx.db, 'signed_in_password', String(user.id))
  if (!(await matchesSecretText(ctx.hashing, input.password, user.passwordHash))) {
    const { attempt: action } = input
    await recordUserEvent(ctx.db, ctx.origin, user.id, {
      action,
      outcome: 'denied',
      details: { reason: 'password_wrong' },
    })
    throw new OfficeFault('password_wrong', { field: 'password' })
  }
  await forgetFailures(ctx.db, 'signed_in_password', String(user.id))
  return user
}
