import { cookies } from 'next/headers'
import { decode, encode } from 'next-auth/jwt'
import { isWellFormedToken } from '@/lib/accounts/session'
import type { Secret } from '@/lib/credentials/secret'
import { officeService } from './office-service'

type Kind = {
  /** `__Host-` comes before it where the offices are on https: that binds the cookie to this host and to https. */
  readonly name: string
  /** The salt of the seal: a value sealed for one kind of cookie opens nothing of another. */
  readonly salt: string
  /** How long the sealed value can be opened. */
  readonly sealSeconds: number
  /** How long the browser keeps the cookie; when absent, until the browser is closed. */
  readonly keptSeconds?: number
}

/**
 * A cookie that holds the token of a session: a sealed `{ sid }` of next-auth's codec (ADR-0026), which says nothing by itself: the
 * session's row decides at every request. `give` and `take` are for actions and routes only.
 */
export function sealedCookie({ name, salt, sealSeconds, keptSeconds }: Kind) {
  const isSecure = () => officeService().env.PUBLIC_OFFICE_URL.startsWith('https:')
  const cookieName = () => (isSecure() ? `__Host-${name}` : name)
  const attributes = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const
  return {
    /** The token that the browser presented; undefined when it has none, or none of ours. */
    async presented(): Promise<string | undefined> {
      const sealed = (await cookies()).get(cookieName())?.value
      if (!sealed || sealed.length > 2_000) return undefined
      try {
        const { sid } = (await decode({ token: sealed, secret: officeService().cookieSecret, salt })) ?? {}
        return typeof sid === 'string' && isWellFormedToken(sid) ? sid : undefined
      } catch {
        return undefined
      }
    },

    async give(token: Secret): Promise<void> {
      const { cookieSecret: secret } = officeService()
      const sealed = await encode({ token: { sid: token.reveal() }, secret, salt, maxAge: sealSeconds })
      const store = await cookies()
      store.set(cookieName(), sealed, {
        ...attributes(),
        ...(keptSeconds === undefined ? {} : { maxAge: keptSeconds }),
      })
    },

    async take(): Promise<void> {
      const store = await cookies()
      store.set(cookieName(), '', { ...attributes(), maxAge: 0 })
    },
  }
}
