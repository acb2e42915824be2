import { drizzle } from 'drizzle-orm/postgres-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OfficeDatabase } from '@/db/office'
import * as schema from '@/db/schema'
import { closingFilterOf } from '@/lib/closing/closing'
import { listClosing, showClosing } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import { writeCsv } from '@/lib/files/write-csv'
import { authorizationsFilterOf } from '@/lib/sales/authorizations/filter'
import { listAuthorizations } from '@/lib/sales/authorizations/list-authorizations'
import { consumptionsFilterOf } from '@/lib/sales/consumptions/filter'
import {
  exportConsumptions,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/sales/consumptions/list-consumptions'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { newBusyMerchant } from '../fixtures/many-rows'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { sumSales } from '../fixtures/sum-sales'

/** The lists of a merchant with a million consumptions: their first pages come by index, whatever they are narrowed to. */

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, unknown>
type Asked = { query: string; params: unknown[] }

const rowsInAll = 1_000_000

/** 8 KB each: 51 rows and what each names, by index, with what a filter passes over. */
const buffersMax = 4_000

let database: TestDatabase
let office: OfficeDatabase
let ctx: Pick<OfficeContext, 'db' | 'member'>
let busy: Awaited<ReturnType<typeof newBusyMerchant>>
const asked: Asked[] = []

beforeAll(async () => {
  database = await createDatabase()
  await database.sql`set statement_timeout = 0`
  busy = await newBusyMerchant(database.sql, { consumptions: rowsInAll, days: 365, inOrder: true })
  const { id } = await people(database.sql).newMember(busy.merchant.id)
  office = openTestOffice(database.databaseUrl)
  const member = { id, permissions: ['merchant.consumptions.read'] as const }
  // The very pool and schema of the offices, with what it asks written down.
  const logger = { logQuery: (query: string, params: unknown[]) => asked.push({ query, params }) }
  const db = drizzle(office.sql, { schema, casing: 'snake_case', logger })
  ctx = contextOf({ ...office, db }, busy.merchant.id, member)
  // Some that nobody has looked at since they ended, as a till in use has them.
  await database.sql`insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at)
    select merchant_id, 'open-' || code, 'open-' || code, discount_id, company_id, collaborator_id, ${busy.keys[0]?.id ?? 0},
      purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, now() - make_interval(mins => (id % 30)::int),
      now() - make_interval(mins => (id % 30)::int) + interval '15 minutes'
    from authorizations where merchant_id = ${busy.merchant.id} order by id limit 200`
  await database.sql`vacuum analyze authorizations`
  await database.sql`vacuum analyze consumptions`
  await sumSales(database)
}, 900_000)

afterAll(async () => {
  await office?.sql.end()
  await database?.drop()
})

/** The plans of all that a verb asked. */
async function plansOf(run: () => Promise<unknown>): Promise<{ plan: Plan; query: string }[]> {
  asked.length = 0
  await run()
  const plans = []
  for (const { query, params } of [...asked]) {
    const [row] = await office.sql.unsafe(`explain (analyze, buffers, format json) ${query}`, params as never[])
    const [top] = (row?.['QUERY PLAN'] ?? []) as { Plan: Plan }[]
    if (!top) throw new Error('no plan')
    plans.push({ plan: top.Plan, query })
  }
  return plans
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** No table of money is read from end to end, and no more of it than a page needs. */
async function expectByIndex(run: () => Promise<unknown>, said: string, buffers = buffersMax): Promise<void> {
  const plans = await plansOf(run)
  expect(plans.length, said).toBeGreaterThan(0)
  for (const { plan, query } of plans) {
    const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
    const whole = scans
      .map((node) => node['Relation Name'])
      .filter((name) => name === 'consumptions' || name === 'authorizations')
    expect(whole, `${said}: ${query}`).toEqual([])
    const read = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
    expect(read, `${said}: ${query}\n${JSON.stringify(plan, null, 1)}`).toBeLessThan(buffers)
  }
}

const list = (query: Record<string, string>) => () => listConsumptions(ctx, consumptionsFilterOf(query))

describe(`the consumptions of a merchant with ${rowsInAll}`, () => {
  it('come by index, whatever they are narrowed to', async () => {
    const narrowed: Record<string, string>[] = [
      {},
      ...['all', 'today', 'last_month'].map((period) => ({ period })),
      { period: 'custom', from: '2026-02-01' },
      ...busy.branchIds.map((id) => ({ period: 'all', branch: String(id) })),
      ...busy.companyIds.map((id) => ({ period: 'all', company: String(id) })),
      ...busy.discountIds.map((id) => ({ period: 'all', discount: String(id) })),
      ...busy.keys.map(({ id }) => ({ period: 'all', credential: `key-${id}` })),
      ...busy.clients.map(({ id }) => ({ period: 'all', credential: `client-${id}` })),
      ...busy.branchIds.map((id, n) => ({ branch: String(id), company: String(busy.companyIds[n % 5]) })),
      { period: 'all', company: '2000000000' },
    ]
    for (const query of narrowed) await expectByIndex(list(query), JSON.stringify(query))
    // The rarest of four things at once: one row in eight hundred of the index that is read.
    const rarest = {
      period: 'all',
      branch: String(busy.branchIds[5]),
      company: String(busy.companyIds[4]),
      discount: String(busy.discountIds[4]),
      credential: `client-${busy.clients[1]?.id}`,
    }
    await expectByIndex(list(rarest), 'four at once', 80_000)
  })

  it('are found by index, by a code, an authorization code, a reference and the beginning of one', async () => {
    const [row] = await database.sql`select c.code, a.code as authorization_code, c.reference from consumptions c
      join authorizations a on a.merchant_id = c.merchant_id and a.id = c.authorization_id where c.merchant_id = ${busy.merchant.id} limit 1`
    for (const q of [row?.code, row?.authorization_code, row?.reference, 'T-12345', 'T', 'nowhere']) {
      await expectByIndex(list({ q }), q)
      await expectByIndex(() => sumConsumptions(ctx, consumptionsFilterOf({ q })), q)
    }
    // A hundred that begin so are looked for among those of a small branch, of a small company, and of both.
    const [branch, company] = [String(busy.branchIds[5]), String(busy.companyIds[4])]
    for (const narrowed of [{ branch }, { company }, { branch, company }]) {
      await expectByIndex(list({ q: 'T-', period: 'all', ...narrowed }), JSON.stringify(narrowed), 25_000)
    }
  })

  it('come by index on a page in their midst, both ways', async () => {
    const [row] =
      await database.sql`select id, (extract(epoch from registered_at) * 1000000)::bigint::text as micros from consumptions
      where merchant_id = ${busy.merchant.id} order by registered_at desc, id desc offset 500000 limit 1`
    for (const way of ['before', 'after']) {
      await expectByIndex(list({ period: 'all', [way]: `${row?.micros}.${row?.id}` }), way)
    }
  })

  it('can be narrowed to what they name without all of them being read', async () => {
    await expectByIndex(() => listConsumptionChoices(ctx), 'choices')
  })

  it('are given whole as a file', async () => {
    let lines = 0
    const startedAt = performance.now()
    const columns = [{ header: 'x', kind: 'text', value: (row: { code: string }) => row.code }] as const
    for await (const chunk of writeCsv(columns, exportConsumptions(ctx, consumptionsFilterOf({ period: 'all' })))) {
      lines += chunk.split('\n').length - 1
    }
    expect(lines).toBe(rowsInAll + 1)
    console.log(`a file of ${rowsInAll} rows: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  })
})

describe('the authorizations and the closing of that merchant', () => {
  it('come by index, in every state', async () => {
    for (const status of ['', 'active', 'consumed', 'expired', 'released']) {
      for (const period of ['all', 'last_30_days']) {
        await expectByIndex(
          () => listAuthorizations(ctx, authorizationsFilterOf({ status, period })),
          `${status} ${period}`,
        )
      }
    }
    for (const q of ['A-77', 'T-12345', 'nowhere']) {
      await expectByIndex(() => listAuthorizations(ctx, authorizationsFilterOf({ q })), q)
    }
  })

  it('of a day read no other days', async () => {
    const day = closingFilterOf({ day: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10) }, new Date())
    // A day of 3,400 authorizations and 2,700 consumptions, whose references are looked up one by one.
    await expectByIndex(() => showClosing(ctx, day), 'sums', 60_000)
    await expectByIndex(() => listClosing(ctx, day), 'list', 60_000)
  })
})
