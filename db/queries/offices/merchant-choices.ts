import { asc, type Column, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { OfficeDb } from '@/db/office'
import {
  affiliations,
  apiKeys,
  branches,
  companies,
  discounts,
  memberConsumptions,
  oauthClients,
  users,
} from '@/db/schema'
import { consumptionsByMonth } from './sales-sums'

/** What a merchant's lists can be narrowed to: everything that its rows may name, also what is no longer in use. */

export const listBranchChoices = (db: OfficeDb, merchantId: number) =>
  db
    .select({ id: branches.id, name: branches.name, active: branches.active })
    .from(branches)
    .where(eq(branches.merchantId, merchantId))
    .orderBy(desc(branches.active), asc(branches.name), asc(branches.id))

export const listDiscountChoices = (db: OfficeDb, merchantId: number) =>
  db
    .select({ id: discounts.id, name: discounts.name })
    .from(discounts)
    .where(eq(discounts.merchantId, merchantId))
    .orderBy(asc(discounts.name), asc(discounts.id))

/** Affiliated companies, and those that were: of the sums of months each company has a row a month, however many consumptions it has. */
export function listCompanyChoices(db: OfficeDb, merchantId: number) {
  const known = sql`
    select company_id from ${consumptionsByMonth(merchantId, {})} sold
    union select company_id from ${affiliations} where merchant_id = ${merchantId}`
  return db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, sql`(${known})`))
    .orderBy(asc(companies.name), asc(companies.id))
}

/** Members who redeemed by hand, also those who have left: one step in the index for each. */
export function listMakerChoices(db: OfficeDb, merchantId: number) {
  const known = sql`
    with recursive seen (user_id) as (
      select min(user_id) from ${memberConsumptions} where merchant_id = ${merchantId}
      union all
      select (select min(m.user_id) from ${memberConsumptions} m where m.merchant_id = ${merchantId} and m.user_id > seen.user_id)
      from seen where seen.user_id is not null
    )
    select user_id from seen where user_id is not null`
  return db
    .select({ kind: sql<'member'>`'member'`, id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, sql`(${known})`))
    .orderBy(asc(users.name), asc(users.id))
}

/** Keys and clients, those that have ended too. */
export async function listCredentialChoices(db: OfficeDb, merchantId: number) {
  const of = <Kind extends 'api_key' | 'oauth_client'>(
    kind: SQL<Kind>,
    credentials: typeof apiKeys | typeof oauthClients,
    endedAt: Column,
  ) =>
    db
      .select({ kind, id: credentials.id, name: credentials.name, ended: sql<boolean>`${endedAt} is not null` })
      .from(credentials)
      .where(eq(credentials.merchantId, merchantId))
      .orderBy(asc(credentials.name), asc(credentials.id))
  const keys = of(sql<'api_key'>`'api_key'`, apiKeys, apiKeys.revokedAt)
  const clients = of(sql<'oauth_client'>`'oauth_client'`, oauthClients, oauthClients.deletedAt)
  return (await Promise.all([keys, clients])).flat()
}
