import type { BrowserContext } from '@playwright/test'
import { encode } from 'next-auth/jwt'
import type { Sql } from '@/db/client'
import { type MerchantPermission, merchantPermissions } from '@/lib/accounts/permissions'
import { mintSessionToken, sessionHours } from '@/lib/accounts/session'
import { canary } from '../fixtures/canaries'
import { type Account, newCompanyPerson, newPerson, type Person } from './people'
import { portalCookieSecret } from './service'

type Options = NonNullable<Parameters<typeof newPerson>[1]>

/** People for tests that are about something else than how they came in. */
export function staffOf(sql: Sql) {
  return {
    /** A member of that merchant, with every permission unless said otherwise. */
    member: (merchantId: number, options: Omit<Options, 'merchantId'> = {}): Promise<Person> =>
      newPerson(sql, { ...options, merchantId }),
    /** A member of that company, likewise. */
    ofCompany: (companyId: number, options: Parameters<typeof newCompanyPerson>[2] = {}): Promise<Account> =>
      newCompanyPerson(sql, companyId, options),
    /** A member of one merchant more. */
    join: async (
      person: Account,
      merchantId: number,
      permissions: readonly MerchantPermission[] = merchantPermissions,
    ) => {
      await sql`insert into merchant_memberships (user_id, merchant_id, permissions)
        values (${person.id}, ${merchantId}, ${[...permissions]})`
    },
    /** A member of nothing any more. */
    leave: async (person: Person) => {
      await sql`delete from merchant_memberships where user_id = ${person.id}`
    },
    /** Gives a browser a session whose both steps were passed a moment ago; `signIn` of `people.ts` goes through the pages. */
    session: async (context: BrowserContext, person: Account, url: string): Promise<void> => {
      const { token, tokenHash } = mintSessionToken()
      await sql`insert into sessions (token_hash, user_id, expires_at, second_step_at)
        values (${tokenHash}, ${person.id}, now() + ${sessionHours}::int * interval '1 hour',
          ${person.secret === undefined ? null : sql`now()`})`
      const value = await encode({
        token: { sid: canary(token.reveal()) },
        secret: portalCookieSecret,
        salt: 'aliado session',
        maxAge: sessionHours * 3600,
      })
      await context.addCookies([{ name: 'aliado', value, url, httpOnly: true, sameSite: 'Lax' }])
    },
  }
}
