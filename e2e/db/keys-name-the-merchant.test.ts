import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect, type Sql } from '@/db/client'
import { migrateDatabase } from '@/db/migrate'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newReference, type Shop } from '../fixtures/factories'
import { expectInvariants } from './invariants'

/**
 * Migration 0045 gives every key that grows its merchant (ADR-0067): what was there before stays right, and the version before goes on
 * working beside the newer one.
 */

const migrations = join(import.meta.dirname, '../../db/migrations')
const ours = '0045_keys_name_the_merchant'

const writers = 4

const open = (databaseUrl: string): Sql =>
  connect(databaseUrl, {
    poolMax: writers,
    applicationName: 'test',
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 30_000,
  })

/** The schema as it was before the migration, applied to an empty database. */
async function migrateUntilBefore({ databaseUrl }: TestDatabase): Promise<void> {
  const folder = await mkdtemp(join(inject('runDirectory'), 'migrations-before-'))
  await cp(migrations, folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest }: { entries: { tag: string }[] } = JSON.parse(await readFile(journal, 'utf8'))
  const before = entries.findIndex(({ tag }) => tag === ours)
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, before) }))
  const own = open(databaseUrl)
  await migrate(drizzle(own), { migrationsFolder: folder })
  await own.end({ timeout: 1 })
}

/** A reservation as any version writes it, with its key. */
const reserve = (sql: Sql, shop: Shop) => sql`
  with reserved as (
    insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id, purchase_amount,
      discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
    values (${shop.merchant.id}, gen_random_uuid(), ${newReference()}, ${shop.discountId}, ${shop.company.id}, ${shop.person.id},
      ${shop.credential.id}, 1000, 100, 900, 'PCT', 10, 'store', now() + interval '15 minutes')
    returning merchant_id, id
  )
  insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
  select merchant_id, gen_random_uuid(), '\\x00'::bytea, id from reserved`

/** How the version before counts calls: by the name of the constraint. */
const count = (sql: Sql, { merchant, credential }: Shop) => sql`
  insert into credential_calls (merchant_id, api_key_id, oauth_client_id, hour, outcome, calls)
  values (${merchant.id}, ${credential.id}, null, '2026-01-01T00:00:00Z', 'done', 1)
  on conflict on constraint credential_calls_of_hour do update set calls = credential_calls.calls + excluded.calls`

const countersOf = async (sql: Sql, discountId: number) => {
  const [total] = await sql`select uses, amount from discount_usage where discount_id = ${discountId}`
  const [daily] = await sql`select uses from discount_daily_usage where discount_id = ${discountId}`
  return { uses: total?.uses, amount: total?.amount, ofDay: daily?.uses }
}

const limits = { usesPerCollaboratorPerDay: 100_000, usesTotal: 100_000, budget: '99999999.00' }

let database: TestDatabase
let till: Sql
let shop: Shop
let byDay: Shop
let mailId: number
let reservedMeanwhile: number

beforeAll(async () => {
  database = await createDatabase('template0')
  const { sql } = database
  await migrateUntilBefore(database)
  const make = factories(sql)
  shop = await make.shop(limits)
  // Nothing serialises the uses of a discount whose only limit is by day but the key of its counter.
  byDay = await make.shop({ usesPerCollaboratorPerDay: 100_000 })
  for (let n = 0; n < 3; n++) await reserve(sql, shop)
  await sql`insert into mails (kind, recipient, subject) values ('invitation', 'ana@example.com', 'Hola')`
  const [mail] = await sql`select id from mails`
  mailId = mail?.id
  till = open(database.databaseUrl)
  await count(till, shop)

  // Tills of the version before sell while the newer one migrates, on connections whose statements are planned already.
  let migrated = false
  let reserved = 0
  const selling = Array.from({ length: writers }, async () => {
    while (!migrated) {
      await reserve(till, byDay)
      reserved += 1
      await count(till, shop)
    }
  })
  await Promise.all([
    migrateDatabase(database.databaseUrl, migrations).finally(() => {
      migrated = true
    }),
    ...selling,
  ])
  reservedMeanwhile = reserved
})

afterAll(async () => {
  await till?.end({ timeout: 1 })
  await database?.drop()
})

describe('rows that were there before', () => {
  it('bear the merchant of their discount, and count what they counted', async () => {
    const wrong = await database.sql`
      select d.id from discounts d left join discount_usage u on u.discount_id = d.id
        left join discount_daily_usage day on day.discount_id = d.id
      where coalesce(u.merchant_id, d.merchant_id) <> d.merchant_id or day.merchant_id is distinct from d.merchant_id`
    expect([...wrong]).toEqual([])
    expect(await countersOf(database.sql, shop.discountId)).toEqual({ uses: 3, amount: '300.00', ofDay: 3 })
  })

  it('go on being counted on, and their ids go on from where they were', async () => {
    await reserve(database.sql, shop)
    expect(await countersOf(database.sql, shop.discountId)).toEqual({ uses: 4, amount: '400.00', ofDay: 4 })
    await database.sql`insert into mails (kind, recipient, subject) values ('invitation', 'eva@example.com', 'Hola')`
    const mails = await database.sql`select id::int as id, pg_typeof(id)::text as type from mails order by id`
    expect([...mails]).toEqual([
      { id: mailId, type: 'bigint' },
      { id: mailId + 1, type: 'bigint' },
    ])
    await database.sql`alter table mails alter column id restart with 3000000000`
    await database.sql`insert into mails (kind, recipient, subject) values ('invitation', 'luz@example.com', 'Hola')`
    const [{ id } = {}] = await database.sql`select max(id)::text as id from mails`
    expect(id).toBe('3000000000')
  })
})

describe('the version before, beside the newer one', () => {
  it('reserved and counted all through the migration, and nothing was lost', async () => {
    expect(reservedMeanwhile).toBeGreaterThan(0)
    expect(await countersOf(database.sql, byDay.discountId)).toMatchObject({ ofDay: reservedMeanwhile })
    const [{ calls } = {}] = await database.sql`select sum(calls)::int as calls from credential_calls`
    expect(calls).toBe(reservedMeanwhile + 1)
    await expectInvariants(database.sql)
  })

  it('may write a counter without a merchant: it gets that of the discount', async () => {
    const other = await factories(database.sql).shop()
    await database.sql`
      insert into discount_daily_usage (discount_id, collaborator_id, local_day, uses)
      values (${other.discountId}, ${other.person.id}, '2026-01-01', 0)`
    const rows = await database.sql`
      select merchant_id from discount_daily_usage where discount_id = ${other.discountId}`
    expect([...rows]).toEqual([{ merchant_id: other.merchant.id }])
  })
})

describe('the keys', () => {
  it('refuse a counter of another merchant than its discount, and of a discount that there is not', async () => {
    const [one, other] = [await factories(database.sql).shop(), await factories(database.sql).shop()]
    const insert = (discountId: number, merchantId: number | null) => database.sql`
      insert into discount_daily_usage (discount_id, collaborator_id, local_day, merchant_id, uses)
      values (${discountId}, ${one.person.id}, '2026-01-01', ${merchantId}, 0)`
    await expect(insert(one.discountId, other.merchant.id)).rejects.toMatchObject({ code: '23503' })
    await expect(insert(2_000_000_000, null)).rejects.toMatchObject({ code: '23502' })
  })

  it('let a counter of one discount, person and day be there once, under any number of first uses at once', async () => {
    const crowd = await factories(database.sql).shop({ usesPerCollaboratorPerDay: 3 })
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => reserve(database.sql, crowd)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => reason.constraint_name)).toEqual(Array(9).fill('discount_limits'))
    expect(await countersOf(database.sql, crowd.discountId)).toMatchObject({ ofDay: 3 })
  })
})
