import { replaceSession, setSecondStep } from '@/db/queries/offices/sessions'
import { findUser, type UserRecord } from '@/db/queries/offices/users'
import type { UserContext } from '@/lib/context'
import type { Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeUser } from './browser'
import { type CodeCounter, withCode } from './check-code'
import { recogniseDevice, rememberDevice } from './recognise-device'
import { recordUserEvent } from './record-user-event'
import { mintSessionToken } from './session'

/**
 * The second step of signing in: a code of the authenticator, or a recovery code, replaces the session that waited for it by
 * one with another token, and the browser is known from now on. Throws `code_wrong`, `code_used`, `too_many_attempts`, and
 * `session_ended`.
 */
export async function passSecondStep(
  ctx: UserContext,
  { code, device: presented }: { code: string; device?: string | undefined },
): Promise<{ token: Secret; device: Secret }> {
  const user = await enrolledUser(ctx)
  const { token, tokenHash } = mintSessionToken()
  const given = { code, attempt: 'session.second_step_passed', counter: await counterOf(ctx, user, presented) } as const
  return withCode(ctx, user, given, async (tx, by) => {
    const sessionId = await replaceSession(tx, ctx.user.sessionId, tokenHash)
    if (sessionId === undefined) throw new OfficeFault('session_ended')
    await recordUserEvent(tx, ctx.origin, user.id, {
      action: 'session.second_step_passed',
      subjectType: 'session',
      subjectId: sessionId,
      details: { by },
    })
    return { token, device: await rememberDevice(tx, officeUser(user.email), { presented, secondStep: true }) }
  })
}

/**
 * Counts codes of a sign-in by account, which only somebody with the password can use up; apart for a device with which its
 * user passed both steps before.
 */
async function counterOf(ctx: UserContext, user: UserRecord, presented: string | undefined): Promise<CodeCounter> {
  const device = await recogniseDevice(ctx.db, officeUser(user.email), presented)
  return device?.secondStep
    ? { scope: 'second_step_device', subject: String(device.id) }
    : { scope: 'second_step_account', subject: String(user.id) }
}

/**
 * Takes a fresh code for an action that asks for one (step-up): only the authenticator's, since recovery codes are for users
 * who lost it. Throws as `passSecondStep`.
 */
export async function passStepUp(ctx: UserContext, input: { code: string }): Promise<void> {
  const user = await enrolledUser(ctx)
  await withCode(ctx, user, { ...input, attempt: 'session.step_up_passed', totpOnly: true }, async (tx) => {
    if (!(await setSecondStep(tx, ctx.user.sessionId, true))) throw new OfficeFault('session_ended')
    await recordUserEvent(tx, ctx.origin, user.id, {
      action: 'session.step_up_passed',
      subjectType: 'session',
      subjectId: ctx.user.sessionId,
    })
  })
}

async function enrolledUser({ db, user }: UserContext): Promise<UserRecord> {
  const record = await findUser(db, user.userId)
  if (!record || record.disabledAt) throw new OfficeFault('session_ended')
  if (!record.totpSecret) throw new OfficeFault('two_step_missing')
  return record
}
