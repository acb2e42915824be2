import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localDayOf } from '@/lib/language/days'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newReference, type Shop } from '../fixtures/factories'

/** ADR-0100: the day of an authorization (D43) is that of its moment, whoever writes what. */

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createDatabase()
  shop = await factories(database.sql).shop()
})

afterAll(async () => {
  await database?.drop()
})

type Written = { id: string; day: string; at: Date }

/** An authorization for each of `given`, by one statement: of now, or of a moment, and of a day, right or wrong. */
const authorize = async (...given: readonly { at?: string; day?: string }[]): Promise<readonly Written[]> => {
  const { sql } = database
  const names = (['at', 'day'] as const).filter((name) => given.some((one) => one[name] !== undefined))
  const columns = { at: 'authorized_at', day: 'local_day' }
  const more = names.map((name) => `, ${columns[name]}`).join('')
  return sql<Written[]>`
    insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at${sql.unsafe(more)})
    select ${shop.merchant.id}, gen_random_uuid(), ${newReference()} || n, ${shop.discountId}, ${shop.company.id}, ${shop.person.id},
      ${shop.credential.id}, 1000, 100, 900, 'PCT', 10, 'store', coalesce(at, now()) + interval '15 minutes'
      ${sql.unsafe(names.map((name) => `, ${name}`).join(''))}
    from rows from (jsonb_to_recordset(${sql.json([...given])}) as (at timestamptz, day date)) with ordinality as g (at, day, n)
    returning id, local_day::text as day, authorized_at as at`
}

const dayOf = async (id: string | undefined) => {
  const [row] = await database.sql<{ day: string }[]>`
    select local_day::text as day from authorizations where merchant_id = ${shop.merchant.id} and id = ${id ?? 0}::bigint`
  return row?.day
}

it('is of now where nothing else is said', async () => {
  const [made] = await authorize({})
  expect(made?.day).toBe(localDayOf(made?.at as Date))
})

it('begins and ends at midnight in Santo Domingo', async () => {
  const made = await authorize({ at: '2026-11-30T03:59:59.999999Z' }, { at: '2026-11-30T04:00:00Z' })
  expect(made.map(({ day }) => day)).toEqual(['2026-11-29', '2026-11-30'])
})

it('is of the moment that is written, of many by one statement', async () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  await fc.assert(
    fc.asyncProperty(fc.array(moments, { minLength: 1, maxLength: 40 }), async (all) => {
      const made = await authorize(...all.map((at) => ({ at: at.toISOString() })))
      expect(made.map(({ day }) => day)).toEqual(made.map(({ at }) => localDayOf(at)))
    }),
    { numRuns: 30 },
  )
})

it('is not another that is written', async () => {
  const [made] = await authorize({ at: '2026-11-30T12:00:00Z', day: '2026-01-01' })
  expect(made?.day).toBe('2026-11-30')
  await database.sql`update authorizations set local_day = '2026-01-01' where id = ${made?.id ?? 0}::bigint`
  expect(await dayOf(made?.id)).toBe('2026-11-30')
})

it('follows a moment that changes, and nothing else', async () => {
  const [made] = await authorize({ at: '2026-11-30T12:00:00Z' })
  await database.sql`
    update authorizations set authorized_at = authorized_at - interval '1 day' where id = ${made?.id ?? 0}::bigint`
  expect(await dayOf(made?.id)).toBe('2026-11-29')
  await database.sql`update authorizations set status = 'Released', ended_at = now() where id = ${made?.id ?? 0}::bigint`
  expect(await dayOf(made?.id)).toBe('2026-11-29')
})

it('is kept also where triggers of rows that came from elsewhere are left out', async () => {
  const [made] = await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    return sql<{ day: string }[]>`
      insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at)
      values (${shop.merchant.id}, gen_random_uuid(), ${newReference()}, ${shop.discountId}, ${shop.company.id}, ${shop.person.id},
        ${shop.credential.id}, 1000, 100, 900, 'PCT', 10, 'store', '2026-11-30T02:00:00Z', '2026-11-30T03:00:00Z')
      returning local_day::text as day`
  })
  expect(made?.day).toBe('2026-11-29')
})

it('is no expression that each statement of a till would read anew, and no entry of an ended one is merged with the one before', async () => {
  const generated = await database.sql`
    select attrelid::regclass::text as table, attname from pg_attribute
    where attrelid = any(${['authorizations', 'consumptions', 'idempotency_keys', 'access_tokens', 'api_requests']}::regclass[])
      and attgenerated <> ''`
  expect([...generated]).toEqual([])
  const merged = await database.sql<{ name: string }[]>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'authorizations'::regclass and i.indpred is null
      and not coalesce('deduplicate_items=off' = any (c.reloptions), false)`
  expect(merged.map(({ name }) => name)).toEqual([])
})
