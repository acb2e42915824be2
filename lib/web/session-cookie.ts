import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { isWellFormedToken, sessionHours } from '@/lib/accounts/session'
import type { Secret } from '@/lib/credentials/secret'
import { office } from './office'

/**
 * The cookie is a sealed token `{ sid }` of next-auth's codec, and says nothing by itself: the session row decides at every
 * request. `__Host-` binds it to this host and to https, where the offices are on https.
 */
const salt = 'aliado session'

const isSecure = () => office().env.PUBLIC_OFFICE_URL.startsWith('https:')

const cookieName = () => (isSecure() ? '__Host-aliado' : 'aliado')

/** The session token that the browser presented; undefined when it has none, or none of ours. */
export async function presentedToken(): Promise<string | undefined> {
  const sealed = (await cookies()).get(cookieName())?.value
  if (!sealed || sealed.length > 2_000) return undefined
  try {
    const { sid } = (await decode({ token: sealed, secret: office().cookieSecret, salt })) ?? {}
    return typeof sid === 'string' && isWellFormedToken(sid) ? sid : undefined
  } catch {
    return undefined
  }
}

/** Gives the browser a session, until it is closed or the session ends. In actions only. */
export async function giveSession(token: Secret): Promise<void> {
  const sealed = await encode({
    token: { sid: token.reveal() },
    secret: office().cookieSecret,
    salt,
    maxAge: sessionHours * 3600,
  })
  const store = await cookies()
  store.set(cookieName(), sealed, { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() })
}

/** Takes the session from the browser. In actions only. */
export async function takeSession(): Promise<void> {
  const store = await cookies()
  store.set(cookieName(), '', { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(), maxAge: 0 })
}
