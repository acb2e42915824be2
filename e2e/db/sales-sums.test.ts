import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sql } from '@/db/client'
import { Database } from '@/db/database'
import { brokenInvariants } from '@/db/invariants'
import { type OfficeDb, openOfficeDatabase } from '@/db/office'
import { Pool } from '@/db/pool'
import { sumConsumptionsByCompany, sumConsumptionsByDiscount } from '@/db/queries/offices/affiliated-companies'
import { sumAuthorizations } from '@/db/queries/offices/authorizations'
import { listCompanyConsumptions } from '@/db/queries/offices/company-consumptions'
import * as consumptions from '@/db/queries/offices/consumptions'
import { sumNetworkConsumptions } from '@/db/queries/offices/network'
import * as overview from '@/db/queries/offices/overview'
import {
  salesSumsBatch,
  sumAuthorizationDays,
  sumConsumptionCompanyDays,
  sumConsumptionDays,
} from '@/db/queries/tills/sales-sums'
import type { CursorRange } from '@/lib/kernel/cursor'
import { Gate } from '@/lib/kernel/gate'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { createDatabase } from '../fixtures/database'
import { factories } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'

/** ADR-0069: a total is that of the rows that are there, whatever of them is in the sums of days. */

/** How long the sums wait for writers here, where these are left open on purpose. */
const writersMs = 5

/** Each goes on from a bound of its own. */
const allSums = [sumConsumptionDays, sumConsumptionCompanyDays, sumAuthorizationDays]

/** How many ids each of them went through. */
async function sumEach(job: Database, waitMs?: number): Promise<number[]> {
  const rows: number[] = []
  for (const sum of allSums) rows.push(await sum(job, waitMs))
  return rows
}

const plus = (one: number, other: number) => one + other

const opened = openForTests(async (atEnd) => {
  const { sql, databaseUrl, drop } = await createDatabase()
  atEnd(drop)
  await factories(sql).identificationTypes()
  const office = openOfficeDatabase(databaseUrl, { poolMax: 4 })
  atEnd(() => office.sql.end())
  const jobs = [1, 2].map(() => {
    const pool = new Pool(databaseUrl, { applicationName: 'test sums' })
    atEnd(() => pool.close())
    return new Database(pool, new Gate({ size: 2, waitMsMax: 10_000, queueMax: 10 }))
  })
  return { sql, office, jobs }
})

const newMerchant = async () => {
  const make = factories(opened().sql)
  const { id } = await make.merchant()
  const each = <T>(one: () => Promise<T>) => Promise.all([one(), one(), one()])
  const people = await Promise.all((await each(() => make.company())).map((company) => make.person(company.id)))
  return {
    id,
    branches: [null, ...(await each(() => make.branch(id)))],
    discounts: await each(() => make.discount(id)),
    companies: people.map(({ companyId }) => companyId),
    people: people.map((person) => person.id),
  }
}
type Merchant = Awaited<ReturnType<typeof newMerchant>>

const statuses = ['Consumed', 'Consumed', 'Expired', 'Released', 'Authorized'] as const

/** A consumption, and an authorization with the same amounts. */
type Sale = {
  readonly code: string
  readonly at: Date
  /** Of the authorization. */
  readonly status: (typeof statuses)[number]
  readonly branchId: number | null
  readonly discountId: number
  readonly companyId: number
  readonly collaboratorId: number
  readonly purchase: number
  readonly discount: number
}

const today = localDayOf(new Date())
const daysBack = 75

const picks = fc.record({
  // From some weeks ago until now, often at the edge of a day or of a month.
  day: fc.integer({ min: 0, max: daysBack }),
  ms: fc.oneof(fc.constantFrom(0, 86_399_999), fc.integer({ min: 0, max: 86_399_999 })),
  ...{ branch: fc.nat(3), discount: fc.nat(2), company: fc.nat(2) },
  cents: fc.integer({ min: 1, max: 1_000_000_00 }),
})

let places = 0

const saleOf = (merchant: Merchant, pick: typeof picks extends fc.Arbitrary<infer Pick> ? Pick : never): Sale => ({
  code: `C${++places}`,
  at: new Date(Math.min(Date.now(), startOfDay(addDays(today, -pick.day)).getTime() + pick.ms)),
  status: statuses[pick.cents % statuses.length] as Sale['status'],
  branchId: merchant.branches[pick.branch] ?? null,
  discountId: merchant.discounts[pick.discount] as number,
  companyId: merchant.companies[pick.company] as number,
  collaboratorId: merchant.people[pick.company] as number,
  purchase: pick.cents,
  discount: Math.floor(pick.cents / 7),
})

/** Both rows of each, on a connection that may have a transaction open. */
async function write(on: Pick<Sql, 'unsafe'>, merchantId: number, sales: readonly Sale[]): Promise<void> {
  const rows = sales.map((sale) => ({ ...sale, at: sale.at.toISOString() }))
  await on.unsafe(
    `with sold as (
      select *, purchase::numeric / 100 as p, discount::numeric / 100 as d from json_to_recordset($2::text::json) as s (
        code text, at timestamptz, status text, "branchId" int, "discountId" int, "companyId" int, "collaboratorId" bigint,
        purchase bigint, discount bigint)
    ), made as (
      insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id,
        purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
      select $1::int, 'A' || code, code, status, "discountId", "companyId", "collaboratorId", "branchId", p, d, p - d, 'PCT', 10,
        'store', at, at + interval '15 minutes', case when status <> 'Authorized' then at + interval '15 minutes' end from sold
      returning id, reference
    )
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
      purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
    select $1::int, code, made.id, code, "discountId", "companyId", "collaboratorId", "branchId", p, d, p - d, at, at
    from sold join made on made.reference = sold.code`,
    [merchantId, JSON.stringify(rows)],
  )
}

/** A transaction that somebody is in the midst of. */
async function begin() {
  const connection = await opened().sql.reserve()
  await connection`begin`
  // No trigger, and no look-up of what each row names.
  await connection`set local session_replication_role = replica`
  return {
    write: (merchantId: number, sales: readonly Sale[]) => write(connection, merchantId, sales),
    end: async (how: 'commit' | 'rollback') => {
      await connection.unsafe(how)
      connection.release()
    },
  }
}

const sell = async (merchantId: number, sales: readonly Sale[]): Promise<void> => {
  const transaction = await begin()
  await transaction.write(merchantId, sales)
  await transaction.end('commit')
}

type Span = { readonly from: Date; readonly to: Date }

const sumsOf = (sales: readonly Sale[]) => ({
  consumptions: sales.length,
  purchaseCents: sales.reduce((sum, { purchase }) => sum + purchase, 0),
  discountCents: sales.reduce((sum, { discount }) => sum + discount, 0),
})

const grouped = <Key extends string | number | null>(sales: readonly Sale[], keyOf: (sale: Sale) => Key) =>
  [...new Set(sales.map(keyOf))].map((key) => ({ key, ...sumsOf(sales.filter((sale) => keyOf(sale) === key)) }))

const byKey = (rows: readonly { key: string | number | null }[]) =>
  rows.toSorted((one, other) => String(one.key).localeCompare(String(other.key)))

const text = (cents: number) => (cents / 100).toFixed(2)
const listSums = (sales: readonly Sale[]) => {
  const { consumptions: count, purchaseCents, discountCents } = sumsOf(sales)
  return {
    ...{ count, purchaseAmount: text(purchaseCents), discountAmount: text(discountCents) },
    finalAmount: text(purchaseCents - discountCents),
  }
}

/** What the pages say of a span. */
async function asked(db: OfficeDb, merchant: Merchant, span: Span, listed: Partial<Span>) {
  const [branchId, discountId] = [merchant.branches[1] as number, merchant.discounts[0] as number]
  const companyId = merchant.companies[0] as number
  const keyed = (
    rows: Promise<readonly { id: number | null; consumptions: number; purchaseCents: number; discountCents: number }[]>,
  ) =>
    rows.then((all) =>
      byKey(
        all.map(({ id: key, consumptions, purchaseCents, discountCents }) => ({
          key,
          consumptions,
          purchaseCents,
          discountCents,
        })),
      ),
    )
  const stepped = (step: 'day' | 'month') =>
    overview
      .sumConsumptionsByStep(db, merchant.id, span, step)
      .then((all) => byKey(all.map(({ start: key, ...sums }) => ({ key, ...sums }))))
  return {
    total: await overview.sumConsumptions(db, merchant.id, span),
    days: await stepped('day'),
    months: await stepped('month'),
    branches: await keyed(overview.sumConsumptionsByBranch(db, merchant.id, span, 9)),
    companies: await keyed(overview.sumConsumptionsByCompany(db, merchant.id, span, 9)),
    discounts: await keyed(overview.sumConsumptionsByDiscount(db, merchant.id, span, 9)),
    list: await consumptions.sumConsumptions(db, merchant.id, listed),
    discountsOfCompany: byKey(
      (
        await sumConsumptionsByDiscount(db, merchant.id, merchant.companies[0] as number, {
          ...{ from: undefined, to: undefined },
          ...listed,
        })
      ).map(({ discountId: key, consumptions: count, purchaseAmount, discountAmount }) => ({
        ...{ key, count, purchaseAmount, discountAmount },
      })),
    ),
    listOfCompanies: byKey(
      (
        await sumConsumptionsByCompany(db, merchant.id, merchant.companies.slice(0, 2), {
          ...{ from: undefined, to: undefined },
          ...listed,
        })
      ).map(({ companyId: key, consumptions: count, ...sums }) => ({ key, count, ...sums })),
    ),
    listOfBranch: await consumptions.sumConsumptions(db, merchant.id, { ...listed, branchId }),
    listOfBoth: await consumptions.sumConsumptions(db, merchant.id, { ...listed, branchId, discountId }),
    listOfCompany: await consumptions.sumConsumptions(db, merchant.id, { ...listed, companyId }),
    listOfCompanyAndDiscount: await consumptions.sumConsumptions(db, merchant.id, { ...listed, companyId, discountId }),
    listOfCompanyAndBranch: await consumptions.sumConsumptions(db, merchant.id, { ...listed, companyId, branchId }),
    authorizations: await sumAuthorizations(db, merchant.id, listed),
    authorizationsOfBranch: await sumAuthorizations(db, merchant.id, { ...listed, branchId }),
    consumed: await sumAuthorizations(db, merchant.id, { ...listed, status: 'consumed' }),
    consumedOfBranch: await sumAuthorizations(db, merchant.id, { ...listed, branchId, status: 'consumed' }),
    released: await sumAuthorizations(db, merchant.id, { ...listed, status: 'released' }),
  }
}

type Narrowed = { readonly companyId?: number; readonly discountId?: number; readonly branchId?: number }
type Walk = { readonly limit: number; readonly oldestFirst: boolean }

/** Every page of a list, as far as it goes from its first; and, of the last row of the first page, the page before it. */
async function pages(list: (page: CursorRange & Walk) => Promise<readonly Listed[]>, walk: Walk) {
  const onwards = walk.oldestFirst ? 'after' : 'before'
  const back = walk.oldestFirst ? 'before' : 'after'
  const rows: Listed[] = []
  for (let page = await list(walk); page.length > 0; page = await list({ ...walk, [onwards]: rows.at(-1) }))
    rows.push(...page)
  const middle = rows[walk.limit - 1]
  return { rows, nearer: middle ? await list({ ...walk, [back]: middle }) : [] }
}
type Listed = { readonly id: number; readonly micros: string; readonly code: string; readonly registeredAt: Date }

/** That the pages of both offices show these sales, each once and in their order. */
async function expectPages(db: OfficeDb, merchant: Merchant, all: readonly Sale[], listed: Partial<Span>, walk: Walk) {
  const [companyId, discountId] = [merchant.companies[0] as number, merchant.discounts[0] as number]
  const branchId = merchant.branches[1] as number
  const { from, to } = listed
  const lists = [
    ...[
      { companyId },
      { discountId },
      { companyId, discountId },
      { discountId, branchId },
      { companyId, branchId },
    ].map((narrowed: Narrowed) => ({
      narrowed,
      list: (page: CursorRange & Walk) =>
        consumptions.listConsumptionRecords(db, merchant.id, { ...listed, ...narrowed, ...page }),
    })),
    {
      narrowed: { companyId },
      list: (page: CursorRange & Walk) =>
        listCompanyConsumptions(db, companyId, { ...listed, merchantId: merchant.id, ...page }),
    },
  ]
  for (const { narrowed, list } of lists) {
    const sold = all.filter(
      (sale) =>
        (from === undefined || sale.at >= from) &&
        (to === undefined || sale.at < to) &&
        Object.entries(narrowed).every(([key, id]) => sale[key as keyof Narrowed] === id),
    )
    const { rows, nearer } = await pages(list, walk)
    const way = walk.oldestFirst ? 1 : -1
    expect(rows.map(({ code }) => code).toSorted()).toEqual(sold.map(({ code }) => code).toSorted())
    expect(rows.map(({ id }) => id)).toEqual(
      rows
        .toSorted((a, b) => way * (Number(a.registeredAt) - Number(b.registeredAt) || a.id - b.id))
        .map(({ id }) => id),
    )
    expect(nearer.map(({ id }) => id)).toEqual(
      rows.length < walk.limit ? [] : rows.slice(0, walk.limit - 1).map(({ id }) => id),
    )
  }
}

/** What all merchants sold from each of the days on, row by row. */
const sumRowsFrom = (days: readonly Date[]) =>
  Promise.all(
    days.map(async (day) => {
      const [row] = await opened().sql`
        select count(*)::float8, count(distinct merchant_id)::int as merchants, coalesce(sum(final_amount), 0)::text as "finalAmount",
          coalesce(sum(discount_amount), 0)::text as "discountAmount"
        from consumptions where registered_at >= ${day}`
      return row
    }),
  )

/** Of each key that has any. */
const shares = (keys: readonly number[], sales: readonly Sale[], keyOf: (sale: Sale) => number) =>
  byKey(
    keys.flatMap((key) => {
      const { count, purchaseAmount, discountAmount } = listSums(sales.filter((sale) => keyOf(sale) === key))
      return count === 0 ? [] : [{ key, count, purchaseAmount, discountAmount }]
    }),
  )

/** What these sales add up to, one by one. */
function expected(all: readonly Sale[], merchant: Merchant, span: Span, listed: Partial<Span>) {
  const [branchId, discountId] = [merchant.branches[1], merchant.discounts[0]]
  const within = ({ from, to }: Partial<Span>) =>
    all.filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to))
  const [sold, list] = [within(span), within(listed)]
  const ofBranch = list.filter((sale) => sale.branchId === branchId)
  const ofCompany = list.filter((sale) => sale.companyId === merchant.companies[0])
  return {
    total: sumsOf(sold),
    days: byKey(grouped(sold, ({ at }) => localDayOf(at))),
    months: byKey(grouped(sold, ({ at }) => `${localDayOf(at).slice(0, 7)}-01`)),
    branches: byKey(grouped(sold, (sale) => sale.branchId)),
    companies: byKey(grouped(sold, (sale) => sale.companyId)),
    discounts: byKey(grouped(sold, (sale) => sale.discountId)),
    list: listSums(list),
    discountsOfCompany: shares(
      merchant.discounts,
      list.filter((sale) => sale.companyId === merchant.companies[0]),
      (sale) => sale.discountId,
    ),
    listOfCompanies: shares(merchant.companies.slice(0, 2), list, (sale) => sale.companyId),
    listOfBranch: listSums(ofBranch),
    listOfBoth: listSums(ofBranch.filter((sale) => sale.discountId === discountId)),
    listOfCompany: listSums(ofCompany),
    listOfCompanyAndDiscount: listSums(ofCompany.filter((sale) => sale.discountId === discountId)),
    listOfCompanyAndBranch: listSums(ofCompany.filter((sale) => sale.branchId === branchId)),
    authorizations: listSums(list),
    authorizationsOfBranch: listSums(ofBranch),
    consumed: listSums(list.filter(({ status }) => status === 'Consumed')),
    consumedOfBranch: listSums(ofBranch.filter(({ status }) => status === 'Consumed')),
    released: listSums(list.filter(({ status }) => status === 'Released')),
  }
}

const moment = fc.record({
  day: fc.integer({ min: -2, max: daysBack }),
  ms: fc.oneof(fc.constant(0), fc.nat(86_399_999)),
})
const spans = fc.tuple(moment, moment, fc.boolean(), fc.boolean()).map(([one, other, hasFrom, hasTo]) => {
  const [from, to] = [one, other]
    .map(({ day, ms }) => startOfDay(addDays(today, -day)).getTime() + ms)
    .toSorted((a, b) => a - b)
  const span = { from: new Date(from as number), to: new Date(to as number) }
  return { span, listed: { ...(hasFrom ? { from: span.from } : {}), ...(hasTo ? { to: span.to } : {}) } }
})

const walks = fc.record({ limit: fc.integer({ min: 1, max: 5 }), oldestFirst: fc.boolean() })

const steps = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), sales: fc.array(picks, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant('begin' as const), sales: fc.array(picks, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('end' as const), how: fc.constantFrom('commit' as const, 'rollback' as const) }),
  fc.record({ kind: fc.constant('sum' as const) }),
)

describe('a network without sales', () => {
  it('has none in its sums, and counts its first sale', async () => {
    const { sql, office, jobs } = opened()
    const merchant = await newMerchant()
    for (const job of jobs) expect(await sumEach(job)).toEqual([0, 0, 0])
    expect(await sql`select up_to::int as "upTo", by_company_up_to::int as "byCompany" from sales_summed`).toEqual([
      { upTo: 0, byCompany: 0 },
      { upTo: 0, byCompany: 0 },
    ])
    await sell(merchant.id, [saleOf(merchant, { day: 0, ms: 0, branch: 1, discount: 1, company: 1, cents: 100 })])
    expect(await consumptions.sumConsumptions(office.db, merchant.id, {})).toMatchObject({ count: 1 })
  })
})

describe('a total', () => {
  it('is to the cent that of the rows, whenever they were summed, dated and committed', async () => {
    const [job] = opened().jobs
    if (!job) throw new Error('there are two')
    const summed = { rows: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(steps, spans, walks), { minLength: 6, maxLength: 14 }), async (all) => {
        const merchant = await newMerchant()
        const sold: Sale[] = []
        const open: { sales: Sale[]; transaction: Awaited<ReturnType<typeof begin>> }[] = []
        try {
          for (const [step, { span, listed }, walk] of all) {
            if (step.kind === 'sell') {
              const sales = step.sales.map((pick) => saleOf(merchant, pick))
              await sell(merchant.id, sales)
              sold.push(...sales)
            } else if (step.kind === 'begin' && open.length < 3) {
              const one = { sales: step.sales.map((pick) => saleOf(merchant, pick)), transaction: await begin() }
              open.push(one)
              await one.transaction.write(merchant.id, one.sales)
            } else if (step.kind === 'end') {
              const one = open.shift()
              await one?.transaction.end(step.how)
              if (one && step.how === 'commit') sold.push(...one.sales)
            } else if (step.kind === 'sum') {
              const rows = (await sumEach(job, writersMs)).reduce(plus)
              if (open.length > 0) expect(rows).toBe(0)
              summed.rows += rows
              summed.refused += open.length > 0 ? 1 : 0
            }
            const { db } = opened().office
            expect(await asked(db, merchant, span, listed)).toEqual(expected(sold, merchant, span, listed))
            await expectPages(db, merchant, sold, listed, walk)
            const days = [span.to, span.from].map((one) => startOfDay(localDayOf(one)))
            expect(await sumNetworkConsumptions(db, days)).toEqual(await sumRowsFrom(days))
          }
        } finally {
          for (const { transaction } of open) await transaction.end('rollback')
        }
        expect(await brokenSums()).toEqual({})
      }),
      { numRuns: 25 },
    )
    // What is summed while others write is what the test is about.
    expect(summed.rows).toBeGreaterThan(20)
    expect(summed.refused).toBeGreaterThan(3)
  })

  it('is that of its own snapshot while tills sell and two processes sum', async () => {
    const { office, jobs } = opened()
    const merchant = await newMerchant()
    const random = fc.sample(picks, 160).map((pick) => saleOf(merchant, pick))
    let selling = 4
    const till = async (number: number) => {
      const mine = random.filter((_, n) => n % 4 === number)
      while (mine.length > 0) {
        const transaction = await begin()
        await transaction.write(merchant.id, mine.splice(0, 2))
        await new Promise((resolve) => setTimeout(resolve, mine.length % 5))
        await transaction.end('commit')
      }
      selling -= 1
    }
    let summed = 0
    const sum = async (job: Database) => {
      while (selling > 0) summed += (await sumEach(job, 200)).reduce(plus)
    }
    const look = async () => {
      let looks = 0
      for (; selling > 0 || looks < 5; looks++) {
        const [byDiscount, byCompany, plain] = await office.db.transaction(
          async (tx) => [
            await overview.sumConsumptionsByDiscount(tx, merchant.id, { from: new Date(0), to: new Date() }, 9),
            await overview.sumConsumptionsByCompany(tx, merchant.id, { from: new Date(0), to: new Date() }, 9),
            await tx.query.consumptions.findMany({ where: (t, { eq }) => eq(t.merchantId, merchant.id) }),
          ],
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        )
        for (const said of [byDiscount, byCompany])
          expect(said.reduce((count, one) => count + one.consumptions, 0)).toBe(plain.length)
      }
    }
    await Promise.all([...[0, 1, 2, 3].map(till), ...jobs.map(sum), look()])
    for (const job of jobs) summed += (await sumEach(job)).reduce(plus)
    expect(summed).toBeGreaterThan(0)
    const span = { from: new Date(0), to: new Date(Date.now() + 1) }
    expect((await overview.sumConsumptions(office.db, merchant.id, span)).consumptions).toBe(160)
    expect(await brokenSums()).toEqual({})
  })
})

describe('the sums of days', () => {
  it('leave what was sold in the last ten minutes to the pages (ADR-0084), and go on where they were, batch by batch', async () => {
    const { sql, jobs } = opened()
    const [job] = jobs
    if (!job) throw new Error('there are two')
    for (const sum of allSums) while ((await sum(job)) > 0);
    const merchant = await newMerchant()
    const minutesAgo = (minutes: number) => ({
      ...saleOf(merchant, { day: 3, ms: 0, branch: 1, discount: 1, company: 1, cents: 12345 }),
      at: new Date(Date.now() - minutes * 60_000),
    })
    await sell(merchant.id, [minutesAgo(9)])
    expect(await sumEach(job)).toEqual([0, 0, 0])
    for (const table of ['authorizations', 'consumptions'])
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql(table)}) + ${salesSumsBatch})`
    await sell(merchant.id, [minutesAgo(11)])
    for (const sum of allSums) {
      expect(await sum(job)).toBe(salesSumsBatch)
      const rest = await sum(job)
      expect(rest > 0 && rest < salesSumsBatch).toBe(true)
      expect(await sum(job)).toBe(0)
    }
    expect(await brokenSums()).toEqual({})
  })

  it('are left to whoever keeps them already', async () => {
    const { sql, jobs } = opened()
    const merchant = await newMerchant()
    const sale = saleOf(merchant, { day: 3, ms: 0, branch: 1, discount: 1, company: 1, cents: 12345 })
    await sell(merchant.id, [sale])
    const rows = await sql.begin(async (tx) => {
      await tx`select from sales_summed for update`
      return Promise.all(jobs.map((job) => sumConsumptionDays(job)))
    })
    expect(rows).toEqual([0, 0])
    expect((await Promise.all(jobs.map((job) => sumConsumptionDays(job)))).toSorted()).toEqual([0, 1])
  })

  it('count for nothing without the row that says what they hold: then every row is read', async () => {
    const { sql, office } = opened()
    const merchant = await newMerchant()
    const sale = saleOf(merchant, { day: 3, ms: 0, branch: 1, discount: 1, company: 1, cents: 12345 })
    await sell(merchant.id, [sale])
    for (const job of opened().jobs) await sumEach(job)
    const span = { from: startOfDay(addDays(today, -9)), to: new Date() }
    const bySums = async () => ({
      total: await overview.sumConsumptions(office.db, merchant.id, span),
      companies: await overview.sumConsumptionsByCompany(office.db, merchant.id, span, 9),
      listed: await consumptions.listConsumptionRecords(office.db, merchant.id, {
        companyId: sale.companyId,
        limit: 9,
      }),
    })
    const said = {
      listed: [{ code: sale.code }],
      total: sumsOf([sale]),
      companies: [{ id: sale.companyId, ...sumsOf([sale]) }],
    }
    const [held] = await sql`delete from sales_summed where source = 'consumptions' returning *`
    expect(await bySums()).toMatchObject(said)
    await sql`insert into sales_summed ${sql(held as { source: string })}`
    expect(await bySums()).toMatchObject(said)
  })
})

/** The invariants of the sums: the rows here have no keys and no makers. */
const brokenSums = async () =>
  Object.fromEntries(
    Object.entries(await brokenInvariants(opened().sql)).filter(([name]) => name.startsWith('the sums')),
  )
