import { listAffiliationsOf } from '@/db/queries/memberships'
import { endSessionByToken, insertSession } from '@/db/queries/sessions'
import { forgetFailures } from '@/db/queries/throttles'
import { findUserByEmail, holdUser, type UserRecord } from '@/db/queries/users'
import { recordEvent } from '@/lib/audit/record-event'
import type { AccountContext } from '@/lib/context'
import { digest, type Secret } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { normalEmail } from './email'
import { matchesSecretText } from './hash-password'
import { secretTextMax } from './password'
import { recordUserEvent } from './record-user-event'
import { mintSessionToken, type SessionStage, sessionHours, stageOf } from './session'
import { giveAttemptBack, takeAttempt } from './take-attempt'

export type NewSession = { readonly token: Secret; readonly stage: SessionStage }

/**
 * The first step: e-mail and password open a session of its own, whatever session the browser had before (`previousToken`).
 * Throws `sign_in_refused`, the same after the same work for unknown, wrong and disabled; `too_many_attempts`; `busy`.
 */
export async function signIn(
  ctx: AccountContext,
  input: { email: string; password: string; previousToken?: string | undefined },
): Promise<NewSession> {
  const email = normalEmail(input.email)
  if (input.password.length > secretTextMax) throw new OfficeFault('sign_in_refused')
  const { address } = ctx.origin
  await takeAttempt(ctx.db, 'sign_in_address', address)
  await takeAttempt(ctx.db, 'sign_in_account', email)
  const user = await findUserByEmail(ctx.db, email)
  const matches = await matchesSecretText(ctx.hashing, input.password, user?.passwordHash)
  if (!user || !matches || user.disabledAt) {
    await recordRefusal(ctx, user)
    throw new OfficeFault('sign_in_refused')
  }
  const opened = await openSession(ctx, user, input.previousToken)
  await forgetFailures(ctx.db, 'sign_in_account', email)
  await giveAttemptBack(ctx.db, 'sign_in_address', address)
  return opened
}

/** The id of no user. */
const nobody = 0

/** What was typed is not kept: people type their password where the e-mail belongs. */
async function recordRefusal({ db, origin }: AccountContext, user: UserRecord | undefined): Promise<void> {
  const refused = { action: 'session.started', outcome: 'denied', subjectType: 'user' } as const
  if (!user) {
    // The same look-ups as for who is known: the time must not tell that nobody is (P-02).
    await listAffiliationsOf(db, nobody)
    return recordEvent(db, origin, { ...refused, subjectId: 'unknown', details: { reason: 'unknown' } })
  }
  const details = user.disabledAt ? { reason: 'disabled' } : { reason: 'wrong_password' }
  return recordUserEvent(db, origin, user.id, { ...refused, subjectId: user.id, details })
}

/**
 * A new session of a user whose password was just verified, or set. Throws `sign_in_refused` when the password changed, or the
 * user was disabled, in the meantime.
 */
export function openSession(
  ctx: AccountContext,
  user: Pick<UserRecord, 'id' | 'passwordHash' | 'totpEnrolledAt'>,
  previousToken?: string,
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
    return { token, stage }
  })
}
