import type { MerchantPermission } from '@/lib/accounts/permissions'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import type { IntegrationsContext } from '@/lib/credentials/notify-holders'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'

export const permissions = ['core.integrations' as const]

export const newKey = (ctx: IntegrationsContext, name = 'Caja 1', validityDays: 30 | 90 | 180 | 365 = 90) =>
  createApiKey(ctx, { name, permissions, validityDays })

export const newClient = (ctx: IntegrationsContext, name = 'ERP') => createOAuthClient(ctx, { name, permissions })

export const newPair = async (ctx: IntegrationsContext) => ({
  key: (await newKey(ctx)).id,
  client: (await newClient(ctx)).id,
})

/** A database and an office of a test file's own, and what its tests ask of them. */
export function startOffice() {
  const of = openForTests(async (atEnd) => {
    const { sql, databaseUrl, drop } = await createDatabase()
    atEnd(drop)
    const office = openTestOffice(databaseUrl)
    atEnd(() => office.sql.end())
    return { sql, databaseUrl, office }
  })
  return {
    sql: () => of().sql,
    databaseUrl: () => of().databaseUrl,
    /** A merchant with one member, who has every permission unless said otherwise. */
    newShop: async (permissions?: MerchantPermission[]) => {
      const { sql, office } = of()
      const merchant = await factories(sql).merchant()
      const member = await people(sql).newMember(merchant.id, permissions ? { permissions } : {})
      return { merchant, member, ctx: contextOf(office, merchant.id, member) }
    },
    /** Another member of that merchant, at work. */
    newColleague: async (merchantId: number, options: Parameters<ReturnType<typeof people>['newMember']>[1] = {}) => {
      const member = await people(of().sql).newMember(merchantId, options)
      return { member, ctx: contextOf(of().office, merchantId, member) }
    },
    eventsOf: (merchantId: number) => of().sql<Record<string, unknown>[]>`
      select action, outcome, actor, user_id as "userId", subject_type || ' ' || subject_id as subject, details, address
      from audit_events where merchant_id = ${merchantId} order by id`,
    /** All that a verb on a credential could have changed. */
    all: async () => ({
      keys: await of().sql`select * from api_keys order by id`,
      clients: await of().sql`select * from oauth_clients order by id`,
      mails: await of().sql`select id from mails`,
    }),
  }
}
