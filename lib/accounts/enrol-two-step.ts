import type { OfficeTx } from '@/db/office'
import { holdKeyGeneration } from '@/db/queries/offices/data-keys'
import { replaceRecoveryCodes } from '@/db/queries/offices/recovery-codes'
import { endSessionsOf, replaceSession } from '@/db/queries/offices/sessions'
import { forgetFailures } from '@/db/queries/offices/throttles'
import { confirmPendingTotp, findUser, lockUser, setPendingTotp, type UserRecord } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import type { Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeUser } from './browser'
import { withCode } from './check-code'
import { checkPassword } from './check-password'
import { hashRecoveryCodes } from './hash-recovery-codes'
import { notifyUser } from './notify-user'
import { rememberDevice } from './recognise-device'
import { recordUserEvent } from './record-user-event'
import { openTotpSecret, sealTotpSecret } from './seal'
import { mintSessionToken } from './session'
import { takeAttempt } from './take-attempt'
import { newTotpSecret, totpStepOf, totpUri } from './totp'

/** What an authenticator needs, shown once. An old authenticator goes on working until the new one is confirmed. */
export type TotpSetup = { readonly secret: string; readonly uri: string }

const pendingOf = (ctx: UserContext, user: UserRecord): string | undefined =>
  user.totpPendingSecret === null
    ? undefined
    : openTotpSecret(ctx.totpKey, user.id, {
        sealed: user.totpPendingSecret,
        generation: user.totpPendingKeyGeneration,
      })

/**
 * Begins two-step verification, or its move to another authenticator. Asks for the password, and for a current code when there
 * is a second step already (P-12). Throws `password_wrong`, `code_wrong`, `code_used`, `too_many_attempts`.
 */
export async function beginTwoStep(ctx: UserContext, input: { password: string; code: string }): Promise<TotpSetup> {
  const attempt = 'two_step.enabled'
  const user = await checkPassword(ctx, { password: input.password, attempt })
  const secret = newTotpSecret()
  const keep = async (tx: OfficeTx) => {
    const { keyGeneration } = await holdKeyGeneration(tx)
    await setPendingTotp(tx, user.id, sealTotpSecret(ctx.totpKey, user.id, secret, keyGeneration))
  }
  if (user.totpSecret === null) await ctx.db.transaction(keep)
  else await withCode(ctx, user, { code: input.code, attempt: 'two_step.replaced' }, keep)
  return { secret, uri: totpUri(secret, user.email) }
}

/**
 * Confirms the set-up by the first code of the new authenticator. Ends every other session, gives this one another token, makes
 * the browser known, and returns the recovery codes, never shown again. Throws `code_wrong`, `setup_outdated` when another
 * set-up replaced this one, `too_many_attempts`.
 */
export async function confirmTwoStep(
  ctx: UserContext,
  input: { code: string; device?: string | undefined },
): Promise<{ token: Secret; device: Secret; recoveryCodes: string[] }> {
  const user = await findUser(ctx.db, ctx.user.userId)
  const secret = user && pendingOf(ctx, user)
  if (!user || !secret) throw new OfficeFault('setup_outdated')
  const action = user.totpSecret === null ? 'two_step.enabled' : 'two_step.replaced'
  await takeAttempt(ctx.db, 'signed_in_code', String(user.id))
  const step = totpStepOf(secret, input.code.replace(/\s/g, ''), ctx.now())
  if (step === undefined) {
    const details = { reason: 'code_wrong' } as const
    await recordUserEvent(ctx.db, ctx.origin, user.id, { action, outcome: 'denied', details })
    throw new OfficeFault('code_wrong', { field: 'code' })
  }
  const { codes, hashed } = await hashRecoveryCodes(ctx)
  const { token, tokenHash } = mintSessionToken()
  const device = await ctx.db.transaction(async (tx) => {
    const { keyGeneration } = await holdKeyGeneration(tx)
    await lockUser(tx, user.id)
    const present = await findUser(tx, user.id)
    if (!present || pendingOf(ctx, present) !== secret) throw new OfficeFault('setup_outdated')
    const confirmed = sealTotpSecret(ctx.totpKey, user.id, secret, keyGeneration)
    if (!(await confirmPendingTotp(tx, user.id, confirmed, step))) throw new OfficeFault('setup_outdated')
    const sessionId = await replaceSession(tx, ctx.user.sessionId, tokenHash)
    if (sessionId === undefined) throw new OfficeFault('session_ended')
    await endSessionsOf(tx, user.id, 'two_step_changed', sessionId)
    await replaceRecoveryCodes(tx, user.id, hashed)
    await forgetFailures(tx, 'signed_in_code', String(user.id))
    await recordUserEvent(tx, ctx.origin, user.id, { action })
    await notifyUser(tx, ctx, user, { kind: action === 'two_step.enabled' ? 'two_step_enabled' : 'two_step_replaced' })
    return rememberDevice(tx, officeUser(user.email), { presented: input.device, secondStep: true })
  })
  return { token, device, recoveryCodes: codes }
}
