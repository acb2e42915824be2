import { setTimeout as wait } from 'node:timers/promises'
import { findOpenReset, insertPasswordReset, spendResets } from '@/db/queries/offices/password-resets'
import { endSessionsOf } from '@/db/queries/offices/sessions'
import { forgetFailures } from '@/db/queries/offices/throttles'
import { findUserByEmail, setPassword } from '@/db/queries/offices/users'
import type { AccountContext } from '@/lib/context'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeUser } from './browser'
import { normalEmail } from './email'
import { hashSecretText } from './hash-password'
import { notifyUser } from './notify-user'
import { forgetOtherDevices, recogniseDevice, rememberDevice } from './recognise-device'
import { recordUserEvent } from './record-user-event'
import { requireGoodPassword } from './require-good-password'
import { isWellFormedToken, mintLinkToken } from './session'
import { giveAttemptBack, takeAttempt } from './take-attempt'

const resetMinutes = 30

/** The least time of an answer, far more than the work takes, so that the time does not tell whether there is an account. */
const answerMsMin = 500

/**
 * Mails a link to set a new password, if the address has an account; the answer and its time are the same if it has none, or if
 * too many were asked for. Requests of strangers do not count for a browser that its user signed in with before. Throws
 * `too_many_attempts` for the caller's address only.
 */
export async function mailResetLink(
  ctx: AccountContext,
  input: { email: string; device?: string | undefined },
): Promise<void> {
  const email = normalEmail(input.email)
  const device = await recogniseDevice(ctx.db, officeUser(email), input.device)
  if (!device) await takeAttempt(ctx.db, 'password_reset_address', ctx.origin.address)
  await Promise.all([wait(answerMsMin), mailReset(ctx, email, device)])
}

async function mailReset(ctx: AccountContext, email: string, device: { id: number } | undefined): Promise<void> {
  try {
    if (device) await takeAttempt(ctx.db, 'password_reset_device', String(device.id))
    else await takeAttempt(ctx.db, 'password_reset_account', email)
  } catch (error) {
    if (error instanceof OfficeFault) return
    throw error
  }
  const user = await findUserByEmail(ctx.db, email)
  if (!user || user.disabledAt) return
  const { token, tokenHash } = mintLinkToken()
  await ctx.db.transaction(async (tx) => {
    const { address } = ctx.origin
    await insertPasswordReset(tx, { userId: user.id, tokenHash, minutes: resetMinutes, address })
    await recordUserEvent(tx, ctx.origin, user.id, { action: 'password.reset_requested' })
    await notifyUser(tx, ctx, user, { kind: 'password_reset', path: `/reset-password?token=${token.reveal()}` })
  })
}

/** The user whose password a link sets; undefined when the link was used, has expired or never existed. */
export async function findReset(ctx: AccountContext, token: string) {
  return isWellFormedToken(token) ? findOpenReset(ctx.db, digest(token)) : undefined
}

/**
 * Sets a new password by a mailed link, once. It opens no session: a user with two-step verification gives a code at the next
 * sign-in (ASVS 6.4.3). Every session ends, and this browser alone is known from now on, for the first step: failures of
 * strangers at the account no longer keep its owner out. Throws `link_invalid`, and what is wrong with the password.
 */
export async function resetPassword(
  ctx: AccountContext,
  input: { token: string; newPassword: string; device?: string | undefined },
): Promise<{ device: Secret }> {
  await takeAttempt(ctx.db, 'link_address', ctx.origin.address)
  const reset = await findReset(ctx, input.token)
  if (!reset) throw new OfficeFault('link_invalid')
  await giveAttemptBack(ctx.db, 'link_address', ctx.origin.address)
  requireGoodPassword(input.newPassword, reset)
  const passwordHash = await hashSecretText(ctx.hashing, input.newPassword)
  return ctx.db.transaction(async (tx) => {
    if (!(await spendResets(tx, reset.userId, reset.id))) throw new OfficeFault('link_invalid')
    if (!(await setPassword(tx, reset.userId, passwordHash))) throw new OfficeFault('link_invalid')
    await endSessionsOf(tx, reset.userId, 'password_reset')
    await forgetFailures(tx, 'sign_in_account', reset.email)
    await recordUserEvent(tx, ctx.origin, reset.userId, { action: 'password.reset' })
    await notifyUser(tx, ctx, reset, { kind: 'password_changed' })
    const owner = officeUser(reset.email)
    await forgetOtherDevices(tx, owner, undefined)
    return { device: await rememberDevice(tx, owner, { presented: input.device, secondStep: false }) }
  })
}
