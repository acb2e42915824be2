import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { isWellFormedToken } from '@/lib/accounts/session'
import type { Secret } from '@/lib/credentials/secret'
import { collaboratorSessionDays } from '@/lib/me/session'
import { office } from './office'

/** As the cookie of the offices (`session-cookie.ts`), of another name and another seal: neither opens the other's pages. */
const salt = 'aliado collaborator session'
const maxAge = collaboratorSessionDays * 86_400

const isSecure = () => office().env.PUBLIC_OFFICE_URL.startsWith('https:')

const cookieName = () => (isSecure() ? '__Host-aliado-me' : 'aliado-me')

const attributes = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const

/** The token that the browser presented; undefined when it has none, or none of ours. */
export async function presentedCollaboratorToken(): Promise<string | undefined> {
  const sealed = (await cookies()).get(cookieName())?.value
  if (!sealed || sealed.length > 2_000) return undefined
  try {
    const { sid } = (await decode({ token: sealed, secret: office().cookieSecret, salt })) ?? {}
    return typeof sid === 'string' && isWellFormedToken(sid) ? sid : undefined
  } catch {
    return undefined
  }
}

/** Gives the browser a session that outlives it: a phone closes its browser at any time. In actions only. */
export async function giveCollaboratorSession(token: Secret): Promise<void> {
  const sealed = await encode({ token: { sid: token.reveal() }, secret: office().cookieSecret, salt, maxAge })
  const store = await cookies()
  store.set(cookieName(), sealed, { ...attributes(), maxAge })
}

/** Takes the session from the browser. In actions only. */
export async function takeCollaboratorSession(): Promise<void> {
  const store = await cookies()
  store.set(cookieName(), '', { ...attributes(), maxAge: 0 })
}
