import { type SQL, sql } from 'drizzle-orm'
import type { OfficeDb, OfficeTx } from '@/db/office'
import { whole } from '@/db/rows'
import type { CredentialRef } from './credential-calls'

/**
 * What may be amiss with a merchant's live credentials. Each reads a bounded number of rows, however much the merchant sells: at most
 * ten credentials of each kind are live (D53).
 */

/** Of each credential the last so many sales and refusals are read. */
const salesRead = 300
const refusalsRead = 200

/** Calls are by merchant and time, not by credential: beyond so many it is not known what each uses. */
export const callsReadMax = 10_000

const kinds = [
  { kind: sql`'api_key'`, table: sql`api_keys`, column: sql`api_key_id`, ended: sql`revoked_at` },
  { kind: sql`'oauth_client'`, table: sql`oauth_clients`, column: sql`oauth_client_id`, ended: sql`deleted_at` },
] as const

type Kind = (typeof kinds)[number]

/** The same question of both kinds of live credentials (`c`), as one table. */
const ofBoth = (merchantId: number, ask: (kind: Kind) => { what: SQL; from: SQL }) =>
  sql`(${sql.join(
    kinds.map((one) => {
      const { what, from } = ask(one)
      return sql`select distinct ${one.kind} as kind, c.id, ${what} from ${one.table} c ${from}
        and c.merchant_id = ${merchantId} and c.${one.ended} is null`
    }),
    sql` union all `,
  )}) as found`

const credential = { kind: sql<CredentialRef['kind']>`kind`, id: sql`id`.mapWith(Number) }

/** The branches where each credential made its last sales of 30 days, each once. */
export async function listBranchesOfSales(db: OfficeDb | OfficeTx, merchantId: number) {
  const found = ofBoth(merchantId, ({ column }) => ({
    what: sql`b.id as branch_id, b.name as branch`,
    from: sql`cross join lateral (select branch_id from consumptions
        where merchant_id = ${merchantId} and ${column} = c.id and registered_at > now() - interval '30 days'
        order by registered_at desc, id desc limit ${salesRead}) s
      join branches b on b.merchant_id = ${merchantId} and b.id = s.branch_id where true`,
  }))
  return whole(
    await db
      .select({ ...credential, branch: sql<string>`branch` })
      .from(found)
      .orderBy(sql`branch`),
  )
}

/** Wrong and previous secrets of the last 7 days, by credential and address. */
export async function sumWrongSecrets(db: OfficeDb | OfficeTx, merchantId: number) {
  const found = ofBoth(merchantId, ({ column }) => ({
    what: sql`r.address, r.times`,
    from: sql`cross join lateral (select address, sum(times) as times from (
          select address, times, reason, occurred_at from credential_refusals
          where ${column} = c.id and merchant_id = ${merchantId} order by id desc limit ${refusalsRead}) last
        where reason in ('wrong_secret', 'previous_secret') and occurred_at > now() - interval '7 days'
        group by address) r where r.address is not null`,
  }))
  const columns = { ...credential, address: sql<string>`address`, times: sql`times`.mapWith(Number) }
  return whole(await db.select(columns).from(found))
}

/** Credentials whose maker is no member of the merchant any more, or is disabled. */
export async function listCredentialsOfDeparted(db: OfficeDb | OfficeTx, merchantId: number) {
  const found = ofBoth(merchantId, () => ({
    what: sql`u.name as maker`,
    from: sql`join users u on u.id = c.created_by where (u.disabled_at is not null or not exists (
      select from merchant_memberships m where m.merchant_id = ${merchantId} and m.user_id = u.id))`,
  }))
  return whole(await db.select({ ...credential, maker: sql<string>`maker` }).from(found))
}

/**
 * What the calls of the last 30 days used of each credential: reading consumptions, and everything else. The calls together are more
 * than `callsReadMax` when not all were read.
 */
export async function listUsesOfCalls(db: OfficeDb | OfficeTx, merchantId: number) {
  const columns = {
    kind: sql<CredentialRef['kind']>`case when api_key_id is null then 'oauth_client' else 'api_key' end`,
    id: sql`coalesce(api_key_id, oauth_client_id)`.mapWith(Number),
    calls: sql`count(*)`.mapWith(Number),
    reads: sql<boolean>`bool_or(operation = 'listConsumptions')`,
    redeems: sql<boolean>`bool_or(operation <> 'listConsumptions')`,
  }
  const last = sql`(select api_key_id, oauth_client_id, operation from api_requests
    where merchant_id = ${merchantId} and occurred_at > now() - interval '30 days'
    order by occurred_at desc, id desc limit ${callsReadMax + 1}) as last`
  return whole(await db.select(columns).from(last).groupBy(sql`api_key_id`, sql`oauth_client_id`))
}
