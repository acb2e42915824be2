import { listAffiliationsOf } from '@/db/queries/offices/memberships'
import { endSessionByToken, insertSession } from '@/db/queries/offices/sessions'
import { forgetFailures } from '@/db/queries/offices/throttles'
import { findUserByEmail, holdUser, type UserRecord } from '@/db/queries/offices/users'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { officeUser } from './browser'
import { normalEmail } from './email'
import { matchesSecretText } from './hash-password'
import { secretTextMax } from './password'
import { recogniseDevice, rememberDevice } from './recognise-device'
import { recordUserEvent } from './record-user-event'
import { mintSessionToken, type SessionStage, sessionHours, stageOf } from './session'
import { giveAttemptBack, takeAttempt } from './take-attempt'

export type NewSession = {
  readonly token: Secret
  readonly stage: SessionStage
  /** The token that makes the browser known from now on; undefined when a second step is still to come. */
  readonly device: Secret | undefined
}

/** What the browser had before: a session, and a token of a known device. */
export type Presented = { readonly previousToken?: string | undefined; readonly device?: string | undefined }

/**
 * The first step: e-mail and password open a new session, whatever session the browser had before (`previousToken`). Failures
 * of strangers do not block a browser that its user signed in with before (`device`): it has its own attempts.
 *
 * Throws `sign_in_refused`, after the same work for an unknown address, a wrong password and a disabled account;
 * `too_many_attempts`; `busy`.
 */
export async function signIn(
  ctx: AccountContext,
  input: { email: string; password: string } & Presented,
): Promise<NewSession> {
  const email = normalEmail(input.email)
  if (input.password.length > secretTextMax) throw new OfficeFault('sign_in_refused')
  const succeeded = await takeSignInAttempt(ctx, email, input.device)
  const user = await findUserByEmail(ctx.db, email)
  const matches = await matchesSecretText(ctx.hashing, input.password, user?.passwordHash)
  if (!user || !matches || user.disabledAt) {
    await recordRefusal(ctx, user)
    throw new OfficeFault('sign_in_refused')
  }
  const opened = await openSession(ctx, user, input)
  await succeeded()
  return opened
}

/**
 * Counts an attempt for the known device that it came from or, when the browser is none of the user's, for the address and the
 * account.
 */
async function takeSignInAttempt(
  { db, origin: { address } }: AccountContext,
  email: string,
  presented: string | undefined,
): Promise<() => Promise<void>> {
  const device = await recogniseDevice(db, officeUser(email), presented)
  if (device) {
    const subject = String(device.id)
    await takeAttempt(db, 'sign_in_device', subject)
    // Failures of strangers at the account stay counted: this sign-in gives them no more guesses.
    return () => forgetFailures(db, 'sign_in_device', subject)
  }
  await takeAttempt(db, 'sign_in_address', address)
  await takeAttempt(db, 'sign_in_account', email)
  return async () => {
    await forgetFailures(db, 'sign_in_account', email)
    await giveAttemptBack(db, 'sign_in_address', address)
  }
}

/** An id that no user has. */
const nobody = 0

/** The typed address is not recorded: people type their password where the e-mail belongs. */
async function recordRefusal({ db, origin }: AccountContext, user: UserRecord | undefined): Promise<void> {
  const refused = { action: 'session.started', outcome: 'denied', subjectType: 'user' } as const
  if (!user) {
    // The same look-ups as for a known user: the time must not tell that the user is unknown (P-02).
    await listAffiliationsOf(db, nobody)
    return recordEvent(db, origin, { ...refused, subjectId: 'unknown', details: { reason: 'unknown' } })
  }
  const reason = user.disabledAt ? 'disabled' : 'password_wrong'
  return recordUserEvent(db, origin, user.id, { ...refused, subjectId: user.id, details: { reason } })
}

/**
 * A new session of a user whose password was just verified, or set. Throws `sign_in_refused` when the password changed, or the
 * user was disabled, in the meantime.
 */
export function openSession(
  ctx: AccountContext,
  user: Pick<UserRecord, 'id' | 'email' | 'passwordHash' | 'totpEnrolledAt'>,
  { previousToken, device: presented }: Presented,
): Promise<NewSession> {
  const { address, userAgent } = ctx.origin
  const { token, tokenHash } = mintSessionToken()
  const stage = stageOf({ twoStepEnrolled: user.totpEnrolledAt !== null, secondStepAgeSeconds: null })
  return ctx.db.transaction(async (tx) => {
    if (!(await holdUser(tx, user.id, user.passwordHash))) throw new OfficeFault('sign_in_refused')
    if (previousToken !== undefined) await endSessionByToken(tx, digest(previousToken), 'replaced')
    const sessionId = await insertSession(tx, { userId: user.id, tokenHash, hours: sessionHours, address, userAgent })
    await recordUserEvent(tx, ctx.origin, user.id, {
      action: 'session.started',
      subjectType: 'session',
      subjectId: sessionId,
      details: { stage },
    })
    const device =
      stage === 'not_enrolled'
        ? await rememberDevice(tx, officeUser(user.email), { presented, secondStep: false })
        : undefined
    return { token, stage, device }
  })
}
