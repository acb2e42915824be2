import { encode } from 'next-auth/jwt'
import type { Sql } from '@/db/client'
import { mintSessionToken } from '@/lib/accounts/session'
import { canary } from '../fixtures/canaries'
import { portalCookieSecret } from './service'

/** A session of that collaborator on their own page, as the value of its cookie. They have an address. */
export async function collaboratorCookie(sql: Sql, collaboratorId: number): Promise<string> {
  const { token, tokenHash } = mintSessionToken()
  await sql`insert into collaborator_sessions (token_hash, collaborator_id, email, expires_at)
    select ${tokenHash}, id, lower(email), now() + interval '30 days' from collaborators where id = ${collaboratorId}`
  const sid = canary(token.reveal())
  return encode({ token: { sid }, secret: portalCookieSecret, salt: 'aliado collaborator session' })
}

/** The same as a header. */
export const collaboratorCookieOf = async (sql: Sql, collaboratorId: number): Promise<string> =>
  `aliado-me=${await collaboratorCookie(sql, collaboratorId)}`
