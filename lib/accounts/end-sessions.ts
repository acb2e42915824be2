import { endSessionByToken, endSessionOf, endSessionsOf } from '@/db/queries/offices/sessions'
import { lockUser } from '@/db/queries/offices/users'
import type { AccountContext, UserContext } from '@/lib/context'
import { digest } from '@/lib/credentials/secret'
import { OfficeFault } from '@/lib/kernel/office-fault'
import { recordUserEvent } from './record-user-event'

/** Ends the session of a token, at whatever stage it is; does nothing when the session has ended already. */
export async function signOut(ctx: AccountContext, token: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const ended = await endSessionByToken(tx, digest(token), 'signed_out')
    if (!ended) return
    await recordUserEvent(tx, ctx.origin, ended.userId, {
      action: 'session.ended',
      subjectType: 'session',
      subjectId: ended.sessionId,
      details: { reason: 'signed_out' },
    })
  })
}

/** Ends another session of the same user. Throws `not_found` for one that is over, or that is another user's. */
export async function endSession(ctx: UserContext, input: { sessionId: number }): Promise<void> {
  const { userId } = ctx.user
  await ctx.db.transaction(async (tx) => {
    if (!(await endSessionOf(tx, userId, input.sessionId, 'ended_by_user'))) throw new OfficeFault('not_found')
    await recordUserEvent(tx, ctx.origin, userId, {
      action: 'session.ended',
      subjectType: 'session',
      subjectId: input.sessionId,
      details: { reason: 'ended_by_user' },
    })
  })
}

/** Ends every session of the user, or every other one; returns how many. */
export async function endSessions(ctx: UserContext, input: { alsoThisOne: boolean }): Promise<number> {
  const { userId, sessionId } = ctx.user
  return ctx.db.transaction(async (tx) => {
    // With the user locked, a session that its second step opens at the same moment is ended too.
    await lockUser(tx, userId)
    const count = await endSessionsOf(tx, userId, 'ended_by_user', input.alsoThisOne ? undefined : sessionId)
    if (count > 0) {
      await recordUserEvent(tx, ctx.origin, userId, {
        action: 'session.ended',
        details: { reason: 'ended_by_user', count },
      })
    }
    return count
  })
}
