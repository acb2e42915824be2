import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discountDraft } from '@/lib/discounts/draft'
import { sandboxDiscounts } from '@/lib/sandbox/blueprint'
import { emptySandbox } from '@/lib/sandbox/empty-sandbox'
import { prepareSandbox } from '@/lib/sandbox/prepare-sandbox'
import { showSandbox } from '@/lib/sandbox/show-sandbox'
import { loadDemoNetwork } from '@/server/demo-network'
import { createDatabase } from '../fixtures/database'
import { factories, testDataKey } from '../fixtures/factories'
import { openForTests } from '../fixtures/open-for-tests'
import { inTest } from '../fixtures/sandboxes'
import { expectInvariants } from './invariants'
import { startOffice } from './office'
import { startOfficeRaces } from './office-races'

/** D67: the rows of the assigned identities, which every merchant of a test environment makes with one button (ADR-0051). */

const office = startOffice()
const strangers = startOffice()
const races = startOfficeRaces()
const demo = openForTests(async (atEnd) => {
  const database = await createDatabase()
  atEnd(database.drop)
  return database
})

const fault = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

async function newShop() {
  await office.sql()`insert into identification_types (id, name) values (1, 'Cédula'), (2, 'Pasaporte') on conflict do nothing`
  const { merchant, ctx } = await office.newShop()
  return { merchantId: merchant.id, ctx: inTest(ctx) }
}

/** All that belongs to a merchant's sandbox, but the audit trail. */
const rowsOf = (sql: ReturnType<typeof office.sql>, merchantId: number) => sql`
  select 'branch' as kind, id from branches where merchant_id = ${merchantId}
  union all select 'category', id from article_categories where merchant_id = ${merchantId}
  union all select 'article', id from articles where merchant_id = ${merchantId}
  union all select 'discount', id from discounts where merchant_id = ${merchantId}
  union all select 'grant', id from grants where merchant_id = ${merchantId}
  union all select 'affiliation', company_id from affiliations where merchant_id = ${merchantId}
  order by 1, 2`

const counted = async (sql: ReturnType<typeof office.sql>, merchantId: number) => {
  const tally: Record<string, number> = {}
  for (const { kind } of await rowsOf(sql, merchantId)) tally[kind] = (tally[kind] ?? 0) + 1
  return tally
}

const whole = { branch: 2, category: 3, article: 12, discount: 11, grant: 13, affiliation: 2 }

describe('a sandbox that is prepared', () => {
  it('has two branches, three categories, twelve articles, discounts, grants and affiliations, and stands in the trail', async () => {
    const { merchantId, ctx } = await newShop()
    const { made } = await prepareSandbox(ctx)
    expect(made).toBeGreaterThanOrEqual(43)
    expect(await counted(office.sql(), merchantId)).toEqual(whole)
    expect(await office.eventsOf(merchantId)).toMatchObject([
      { action: 'sandbox.prepared', outcome: 'done', subject: `merchant ${merchantId}`, details: { made } },
    ])
  })

  it('changes nothing when it is prepared again', async () => {
    const { merchantId, ctx } = await newShop()
    await prepareSandbox(ctx)
    const before = await rowsOf(office.sql(), merchantId)
    expect(await prepareSandbox(ctx)).toEqual({ made: 0 })
    expect(await rowsOf(office.sql(), merchantId)).toEqual(before)
    expect(await office.eventsOf(merchantId)).toHaveLength(1)
  })

  it('is completed with what is missing, and nothing of the merchant’s own is changed', async () => {
    const { merchantId, ctx } = await newShop()
    const sql = office.sql()
    await prepareSandbox(ctx)
    await sql`update discounts set name = 'Renombrado', status = 'paused' where merchant_id = ${merchantId} and key = 'sandbox:store'`
    await sql`delete from grants where merchant_id = ${merchantId}`
    await sql`delete from affiliations where merchant_id = ${merchantId}`
    await sql`delete from articles where merchant_id = ${merchantId} and sku = 'TEST-12'`
    expect(await prepareSandbox(ctx)).toEqual({ made: 16 })
    expect(await counted(sql, merchantId)).toEqual(whole)
    expect(
      await sql`select name, status from discounts where merchant_id = ${merchantId} and key = 'sandbox:store'`,
    ).toEqual([{ name: 'Renombrado', status: 'paused' }])
  })

  it('has one collaborator for each identity and identification type, whichever merchants prepare (D31)', async () => {
    for (const { ctx } of [await newShop(), await newShop()]) await prepareSandbox(ctx)
    const people = await office.sql()`
      select p.identification_type_id as type, count(*)::int as people, count(*) filter (where p.active)::int as active
      from collaborators p join companies c on c.id = p.company_id where c.key like 'sandbox:%' group by 1 order by 1`
    expect(people).toEqual([
      { type: 1, people: 24, active: 23 },
      { type: 2, people: 24, active: 23 },
    ])
  })

  it('shows nothing before, and afterwards what a first call needs', async () => {
    const { ctx } = await newShop()
    expect(await showSandbox(ctx)).toBeUndefined()
    await prepareSandbox(ctx)
    const shown = await showSandbox(ctx)
    expect(shown?.identities).toHaveLength(25)
    expect(shown?.identities.find(({ code }) => code === '02')?.discounts).toHaveLength(4)
    expect(shown?.branches.map(({ name }) => name)).toEqual(['Prueba Centro', 'Prueba Norte'])
    expect(shown?.articles.map(({ sku }) => sku)).toEqual(
      Array.from({ length: 12 }, (_, n) => `TEST-${String(n + 1).padStart(2, '0')}`),
    )
    expect(shown?.discounts.map(({ status }) => status).toSorted()).toEqual([
      'expired',
      ...Array.from({ length: 10 }, () => 'published'),
    ])
  })

  it('exists in the test environment alone, for those who manage integrations', async () => {
    const { ctx } = await newShop()
    const production = { ...ctx, environment: 'production' as const }
    const lacking = inTest((await office.newShop(['merchant.catalog.manage'])).ctx)
    for (const verb of [prepareSandbox, emptySandbox, showSandbox]) {
      expect(await fault(verb(production))).toBe('test_environment_only')
      expect(await fault(verb(lacking))).toBe('permission_missing')
    }
    expect(await fault(emptySandbox(ctx))).toBe('not_prepared')
  })

  it('is refused where another company employs one of the identities, and nothing of it is made', async () => {
    const elsewhere = strangers.sql()
    const { company } = await factories(elsewhere).shop()
    await factories(elsewhere).person(company.id, { identification: '99900000001' })
    const { merchant, ctx } = await strangers.newShop()
    expect(await fault(prepareSandbox(inTest(ctx)))).toBe('identity_employed')
    expect(await rowsOf(elsewhere, merchant.id)).toEqual([])
  })

  it('has discounts that the form of a discount takes, but for the one that has ended', () => {
    for (const discount of sandboxDiscounts) {
      const { name, type, value, ...rest } = discount
      const limits = { usesPerCollaboratorPerDay: '', budget: '', minimumPurchase: '', maximumDiscount: '', ...rest }
      const fields = {
        ...{ name, description: name, discountType: type, value },
        ...{ scope: 'store', validFrom: '2026-01-01', validTo: '2099-12-31' },
        ...{ budget: limits.budget, minimumPurchase: limits.minimumPurchase, maximumDiscount: limits.maximumDiscount },
        usesPerCollaboratorPerDay: String(limits.usesPerCollaboratorPerDay),
      }
      expect(discountDraft.safeParse(fields).error).toBeUndefined()
    }
  })
})

describe('a demo', () => {
  it('begins with the sandboxes of its merchants', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'aliado-demo-'))
    try {
      expect(await loadDemoNetwork(demo().databaseUrl, testDataKey, directory)).toContain('API key')
    } finally {
      await rm(directory, { recursive: true })
    }
    const merchants = await demo().sql`
      select m.id, count(d.id)::int as discounts from merchants m
      left join discounts d on d.merchant_id = m.id and d.key like 'sandbox:%' group by m.id`
    expect(merchants.length).toBeGreaterThan(1)
    for (const { discounts } of merchants) expect(discounts).toBe(11)
    const told = await demo().sql`select distinct actor, action from audit_events where action like 'sandbox.%'`
    expect(told).toEqual([{ actor: 'service', action: 'sandbox.prepared' }])
  })
})

describe('of presses at once', () => {
  it('one makes a merchant’s sandbox, and the others find it', async () => {
    const { merchantId, contexts } = await races().newTeam(12)
    await races().make.identificationTypes()
    const { tally, done } = await races().race(contexts.map((ctx) => () => prepareSandbox(inTest(ctx))))
    expect(tally).toEqual({ done: 12 })
    expect(done.filter(({ made }) => made > 0)).toHaveLength(1)
    expect(await counted(races().sql, merchantId)).toEqual(whole)
  })

  it('those of many merchants make one company, and a sandbox for each merchant', async () => {
    const teams = await Promise.all(Array.from({ length: 10 }, () => races().newTeam(2)))
    await races().make.identificationTypes()
    const { tally } = await races().race(
      teams.flatMap(({ contexts }) => contexts.map((ctx) => () => prepareSandbox(inTest(ctx)))),
    )
    expect(tally).toEqual({ done: 20 })
    for (const { merchantId } of teams) expect(await counted(races().sql, merchantId)).toEqual(whole)
    expect(await races().sql`select key from companies where key like 'sandbox:%' order by 1`).toEqual([
      { key: 'sandbox:company' },
      { key: 'sandbox:long-name' },
      { key: 'sandbox:unaffiliated' },
    ])
    await expectInvariants(races().sql)
  })
})
