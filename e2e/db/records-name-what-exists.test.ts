import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatementSql } from '@/db/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, newReference, type Shop } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'

/** ADR-0091 and 0097: what a consumption, an idempotency key and an access token name is there, by one look-up for all rows of a statement, and stays there. */

const nobody = 2_000_000_000

let database: TestDatabase
let make: ReturnType<typeof factories>

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
})

afterAll(async () => {
  await database?.drop()
})

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** So many authorizations of the shop, with a discount of 100 pesos each. */
const authorize = async (shop: Shop, count: number, discountId = shop.discountId) =>
  idsOf(
    await database.sql<{ id: string }[]>`
      insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select ${shop.merchant.id}, gen_random_uuid(), ${newReference()} || n, ${discountId}, ${shop.company.id}, ${shop.person.id},
        ${shop.credential.id}, 1000, 100, 900, 'PCT', 10, 'store', now() + interval '15 minutes'
      from generate_series(1, ${count}::int) n
      returning id`,
  )

type Paid = { authorization: string | number; amount?: string; apiKey?: number; client?: number }

/** A consumption of the shop for each of `all`, in one statement; by the shop's key, unless another key or a client is given. */
const consume = async (sql: StatementSql, shop: Shop, ...all: readonly Paid[]) =>
  idsOf(
    await sql<{ id: string }[]>`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
        api_key_id, oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date)
      select ${shop.merchant.id}, gen_random_uuid(), "authorization", 'R', ${shop.discountId}, ${shop.company.id},
        ${shop.person.id}, api_key, client, 1000, amount, 1000 - amount, now()
      from jsonb_to_recordset(${sql.json(
        all.map(({ authorization, amount, apiKey, client }) => ({
          authorization,
          amount: amount ?? '100',
          api_key: client === undefined ? (apiKey ?? shop.credential.id) : null,
          client: client ?? null,
        })),
      )}) as c ("authorization" bigint, amount numeric, api_key int, client int)
      returning id`,
  )

type Bound = { authorization: string | number } | { consumption: string | number }

/** A key for each of `all`, in one statement. */
const bind = (sql: StatementSql, shop: Shop, ...all: readonly Bound[]) => sql`
  insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id, consumption_id)
  select ${shop.merchant.id}, gen_random_uuid(), '\\x00', "authorization", consumption
  from jsonb_to_recordset(${sql.json(all as never)}) as k ("authorization" bigint, consumption bigint)`

/** A token for each of the clients, in one statement. */
const issue = (sql: StatementSql, shop: Shop, ...clients: readonly number[]) => sql`
  insert into access_tokens (token_hash, merchant_id, oauth_client_id, permissions, expires_at)
  select sha256(gen_random_uuid()::text::bytea), ${shop.merchant.id}, client, '{}', now() + interval '1 hour'
  from unnest(${`{${clients.join(',')}}`}::int[]) client`

const recordsOf = async ({ merchant }: Shop) => {
  const [row] = await database.sql<{ consumptions: number; keys: number; tokens: number }[]>`
    select (select count(*)::int from consumptions where merchant_id = ${merchant.id}) as consumptions,
      (select count(*)::int from idempotency_keys where merchant_id = ${merchant.id}) as keys,
      (select count(*)::int from access_tokens where merchant_id = ${merchant.id}) as tokens`
  return row
}

it('is so for three tables, and by the foreign keys themselves for all others', async () => {
  const unenforced = await database.sql`
    select conrelid::regclass::text as records, count(*)::int as keys from pg_constraint
    where contype = 'f' and not conenforced group by 1 order by 1`
  expect([...unenforced]).toEqual([
    { records: 'access_tokens', keys: 1 },
    { records: 'consumptions', keys: 3 },
    { records: 'idempotency_keys', keys: 2 },
  ])
})

describe('a record', () => {
  it('is refused with all of its statement where one names what there is not, or what another merchant has', async () => {
    const { sql } = database
    const [shop, other] = [await make.shop(), await make.shop()]
    const client = await make.oauthClient(other.merchant.id)
    const [authorization = '', another = ''] = await authorize(shop, 2)
    const [theirs = '', sold = ''] = await authorize(other, 2)
    const [consumption = ''] = await consume(sql, other, { authorization: sold })
    const paid: readonly [column: string, Paid][] = [
      ['authorization_id', { authorization: nobody }],
      ['authorization_id', { authorization: theirs }],
      ['api_key_id', { authorization, apiKey: nobody }],
      ['api_key_id', { authorization, apiKey: other.credential.id }],
      ['oauth_client_id', { authorization, client: nobody }],
      ['oauth_client_id', { authorization, client: client.id }],
    ]
    for (const [column, each] of paid)
      await expect(consume(sql, shop, { authorization: another }, each)).rejects.toMatchObject({
        code: '23503',
        table_name: 'consumptions',
        message: `a consumption names what its merchant does not have: ${column}`,
      })
    const bound: readonly Bound[] = [
      { authorization: nobody },
      { authorization: theirs },
      { consumption: nobody },
      { consumption },
    ]
    for (const each of bound)
      await expect(bind(sql, shop, { authorization }, each)).rejects.toMatchObject({
        code: '23503',
        table_name: 'idempotency_keys',
        message: 'an idempotency key names a record that its merchant does not have',
      })
    const own = await make.oauthClient(shop.merchant.id)
    for (const each of [nobody, client.id])
      await expect(issue(sql, shop, own.id, each)).rejects.toMatchObject({
        code: '23503',
        table_name: 'access_tokens',
        message: 'an access token names a client that its merchant does not have',
      })
    expect(await recordsOf(shop)).toEqual({ consumptions: 0, keys: 0, tokens: 0 })
  })

  it('is added with others whatever it names of its own merchant', async () => {
    const { sql } = database
    const shop = await make.shop()
    const client = await make.oauthClient(shop.merchant.id)
    const [one = '', two = '', three = ''] = await authorize(shop, 3)
    const sold = await consume(sql, shop, { authorization: one }, { authorization: two, client: client.id })
    await bind(sql, shop, { authorization: three }, ...sold.map((consumption) => ({ consumption })))
    await issue(sql, shop, client.id, client.id, (await make.oauthClient(shop.merchant.id)).id)
    expect(await recordsOf(shop)).toEqual({ consumptions: 2, keys: 3, tokens: 3 })
  })

  it('gives back what was not used of a budget, row by row, and never grants more than was authorized (D40, D43)', async () => {
    const { sql } = database
    const shop = await make.shop({ budget: '500.00' })
    const [one = '', two = '', three = ''] = await authorize(shop, 3)
    const [unlimited = ''] = await authorize(shop, 1, await make.discount(shop.merchant.id))
    const counted = async () => {
      const [row] = await sql`select uses, amount from discount_usage where discount_id = ${shop.discountId}`
      return row
    }
    await expect(
      consume(sql, shop, { authorization: one, amount: '60.00' }, { authorization: two, amount: '100.01' }),
    ).rejects.toMatchObject({ code: '23514', constraint_name: 'consumptions_within_authorized' })
    expect(await counted()).toEqual({ uses: 3, amount: '300.00' })
    await consume(
      sql,
      shop,
      { authorization: one, amount: '60.00' },
      { authorization: two },
      { authorization: unlimited, amount: '10.00' },
      { authorization: three, amount: '0.00' },
    )
    expect(await counted()).toEqual({ uses: 3, amount: '160.00' })
  })

  it('names for good what it named', async () => {
    const { sql } = database
    const shop = await make.shop()
    const [authorization = ''] = await authorize(shop, 1)
    const [consumption = ''] = await consume(sql, shop, { authorization })
    await bind(sql, shop, { consumption })
    const named = await sql<{ records: string; own: string }[]>`
      select distinct k.conrelid::regclass::text as records, a.attname as own from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and not k.conenforced`
    expect(named).toHaveLength(9)
    for (const { records, own } of named)
      await expect(
        sql`update ${sql(records)} set ${sql(own)} = ${sql(own)} where merchant_id = ${shop.merchant.id}`,
      ).rejects.toMatchObject({ code: '23000', message: `what a row of ${records} names never changes` })
  })
})

describe('what records name', () => {
  it.each(['delete', 'number anew'])('is not there to %s while one names it', async (change) => {
    const { sql } = database
    const shop = await make.shop()
    const [apiKey, client] = [await make.apiKey(shop.merchant.id), await make.oauthClient(shop.merchant.id)]
    const withToken = await make.oauthClient(shop.merchant.id)
    await issue(sql, shop, withToken.id)
    const [paid = '', paidByClient = '', bound = ''] = await authorize(shop, 3)
    const [sold = ''] = await consume(
      sql,
      shop,
      { authorization: paid, apiKey: apiKey.id },
      { authorization: paidByClient, client: client.id },
    )
    await bind(sql, shop, { authorization: bound }, { consumption: sold })
    const named: readonly [table: string, id: string | number, records: string][] = [
      ['authorizations', paid, 'consumptions'],
      ['api_keys', apiKey.id, 'consumptions'],
      ['oauth_clients', client.id, 'consumptions'],
      ['oauth_clients', withToken.id, 'access_tokens'],
      ['authorizations', bound, 'idempotency_keys'],
      ['consumptions', sold, 'idempotency_keys'],
    ]
    for (const [table, id, records] of named) {
      const changing = sql.begin(async (tx) => {
        // An identity takes no number from a statement, unless it is one no more.
        if (change === 'delete') return tx`delete from ${tx(table)} where id = ${id}`
        await tx`alter table ${tx(table)} alter column id drop identity`
        return tx`update ${tx(table)} set id = ${nobody} where id = ${id}`
      })
      await expect(changing).rejects.toMatchObject({
        code: '23503',
        message: `a row of ${table} is named by one of ${records}`,
      })
      expect(await sql`select from ${sql(table)} where id = ${id}`).toHaveLength(1)
    }
  })

  it('is not emptied as a table', async () => {
    for (const table of ['authorizations', 'consumptions', 'api_keys', 'oauth_clients'])
      await expect(database.sql`truncate ${database.sql(table)}`).rejects.toMatchObject({ code: '0A000' })
  })

  it('can be deleted as long as no record names it', async () => {
    const { sql } = database
    const shop = await make.shop()
    const [authorization = '', other = ''] = await authorize(shop, 2)
    await consume(sql, shop, { authorization: other })
    expect(await sql`delete from authorizations where id = ${authorization} returning id`).toHaveLength(1)
  })

  it.each([
    ['the sale', 'the deletion'],
    ['the deletion', 'the sale'],
    ['the token', 'the deletion'],
    ['the deletion', 'the token'],
  ] as const)('is kept or gone for both where %s comes first and %s waits', async (first, second) => {
    const { sql } = database
    const shop = await make.shop()
    const { id: client } = await make.oauthClient(shop.merchant.id)
    const [authorization = ''] = await authorize(shop, 1)
    const changes = {
      'the sale': (tx: StatementSql) => consume(tx, shop, { authorization, client }),
      'the token': (tx: StatementSql) => issue(tx, shop, client),
      'the deletion': (tx: StatementSql) => tx`delete from oauth_clients where id = ${client}`,
    }
    let refusal: Promise<unknown> | undefined
    await sql.begin(async (tx) => {
      await changes[first](tx)
      refusal = changes[second](sql).then(
        () => undefined,
        (error: { code: string }) => error.code,
      )
      await eventually(async () => expect(await lockWaits(sql)).toBe(1))
    })
    expect(await refusal).toBe('23503')
    expect(await sql`select from oauth_clients where id = ${client}`).toHaveLength(first === 'the deletion' ? 0 : 1)
    const [consumptions, tokens] = [Number(first === 'the sale'), Number(first === 'the token')]
    expect(await recordsOf(shop)).toEqual({ consumptions, keys: 0, tokens })
  })
})
