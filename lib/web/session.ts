import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { loadSession, type Session } from '@/lib/accounts/load-session'
import type { UserContext } from '@/lib/context'
import { officeService } from './office-service'
import { accountContext } from './origin'
import { ownPath, pathHeader, withNext } from './own-path'
import { presentedToken } from './session-cookie'

/** A user and their session. */
export type SignedIn = Omit<UserContext, 'user'> & {
  readonly user: { readonly userId: number; readonly sessionId: number; readonly email: string }
  readonly session: Session
}

/** The session of this request, read from the database once for all that the request does; undefined when there is none. */
export const currentSession = cache(async (): Promise<Session | undefined> => {
  const token = await presentedToken()
  return token === undefined ? undefined : loadSession(officeService().db, token)
})

/** The path of the page that the reader is on, as `proxy.ts` says. */
export const herePath = async (): Promise<string> => ownPath((await headers()).get(pathHeader))

export async function signedIn(session: Session): Promise<SignedIn> {
  const { userId, sessionId, email } = session
  return { ...(await accountContext()), user: { userId, sessionId, email }, session }
}

/**
 * The user who is signed in, for pages and actions of the account: both steps passed, or no second step to pass.
 * Everybody else is led to the step that they have yet to pass.
 */
export async function requireUser(): Promise<SignedIn> {
  const session = await currentSession()
  if (!session) redirect(withNext('/sign-in', await herePath()))
  if (session.stage === 'second_step') redirect(withNext('/sign-in/verify', await herePath()))
  return signedIn(session)
}

/** A user who has given their password and not yet the code; everybody else is led to where they belong. */
export async function requirePendingUser(next: string): Promise<SignedIn> {
  const session = await currentSession()
  if (!session) redirect(withNext('/sign-in', next))
  if (session.stage !== 'second_step') redirect(next)
  return signedIn(session)
}
