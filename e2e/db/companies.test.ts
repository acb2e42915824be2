import { describe, expect, it } from 'vitest'
import { companiesFilterOf, defaultPeriod } from '@/lib/affiliations/companies'
import { listCompanies, showCompany } from '@/lib/affiliations/list-companies'
import { addDays, localDayOf } from '@/lib/language/days'
import { factories } from '../fixtures/factories'
import { newBusyMerchant } from '../fixtures/many-rows'
import { startOffice } from './office'

/** What a merchant sees of the companies affiliated to it. */

const { sql, newShop, newColleague } = startOffice()

const make = () => factories(sql())

const list = (ctx: Parameters<typeof listCompanies>[0], asked: Record<string, string> = {}) =>
  listCompanies(ctx, companiesFilterOf(asked))

const namesOf = ({ companies }: Awaited<ReturnType<typeof list>>) => companies.map(({ name }) => name)

async function newCompany(merchantId: number, name?: string): Promise<{ id: number; name: string }> {
  const company = await make().company()
  if (name !== undefined) await sql()`update companies set name = ${name} where id = ${company.id}`
  await make().affiliation(company.id, merchantId)
  return { ...company, name: name ?? company.name }
}

/** Consumptions of somebody of that company: amounts in cents, and when they were registered. */
async function consume(
  merchantId: number,
  companyId: number,
  discountId: number,
  rows: { purchase: number; discount: number; at?: Date }[],
): Promise<void> {
  await make().identificationTypes()
  const [person, key] = await Promise.all([make().person(companyId), make().apiKey(merchantId)])
  for (const { purchase, discount, at = new Date() } of rows) {
    const amounts = sql()`${purchase / 100}, ${discount / 100}, ${(purchase - discount) / 100}`
    const code = `${merchantId}-${Math.random()}`
    await sql()`
      with made as (
        insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at, ended_at)
        values (${merchantId}, ${code}, ${code}, 'Consumed', ${discountId}, ${companyId}, ${person.id}, ${key.id}, ${amounts},
          'PCT', 10, 'store', now() + interval '15 minutes', now()) returning id)
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      select ${merchantId}, ${code}, id, ${code}, ${discountId}, ${companyId}, ${person.id}, ${key.id}, ${amounts}, ${at}, ${at}
      from made`
  }
}

describe('the companies of a merchant', () => {
  it('are those affiliated to it, each with what it grants and consumed, to the cent', async () => {
    const { merchant, ctx } = await newShop()
    const other = await newShop()
    const [one, two] = [await newCompany(merchant.id, 'Álamo'), await newCompany(merchant.id, 'Bohío')]
    await newCompany(other.merchant.id)
    await make().affiliation(one.id, other.merchant.id)
    const [ten, ended, elsewhere] = await Promise.all([
      make().discount(merchant.id),
      make().discount(merchant.id, { status: 'ended' }),
      make().discount(other.merchant.id),
    ])
    await make().grant(one.id, merchant.id, ten)
    await make().grant(one.id, merchant.id, ten, await make().collaboratorType(one.id))
    await make().grant(one.id, merchant.id, ended)
    await make().grant(one.id, other.merchant.id, elsewhere)
    await consume(merchant.id, one.id, ten, [
      { purchase: 10_010, discount: 1_001 },
      { purchase: 99_999_999_999, discount: 9_999_999_999 },
    ])
    await consume(other.merchant.id, one.id, elsewhere, [{ purchase: 777, discount: 77 }])
    const { companies } = await list(ctx)
    expect(companies).toEqual([
      {
        companyId: one.id,
        name: 'Álamo',
        legalId: null,
        since: expect.any(Date),
        discounts: 1,
        consumed: { consumptions: 2, purchaseCents: 100_000_010_009n, discountCents: 10_000_001_000n },
      },
      {
        companyId: two.id,
        name: 'Bohío',
        legalId: null,
        since: expect.any(Date),
        discounts: 0,
        consumed: { consumptions: 0, purchaseCents: 0n, discountCents: 0n },
      },
    ])
  })

  it('consume in a period of whole days of Santo Domingo', async () => {
    const { merchant, ctx } = await newShop()
    const { id } = await newCompany(merchant.id)
    const at = (text: string) => ({ purchase: 100, discount: 10, at: new Date(text) })
    await consume(merchant.id, id, await make().discount(merchant.id), [
      at('2026-11-01T03:59:59.999Z'),
      at('2026-11-01T04:00:00Z'),
      at('2026-11-21T03:59:59.999Z'),
      at('2026-11-21T04:00:00Z'),
    ])
    const custom = { period: 'custom', from: '2026-11-01', to: '2026-11-20' }
    const { companies } = await list(ctx, custom)
    expect(companies[0]?.consumed?.consumptions).toBe(2)
    expect((await list(ctx, { period: 'all' })).companies[0]?.consumed?.consumptions).toBe(4)
  })

  it('consumed what plain SQL adds up over random rows, each and by discount, in a part of them too', async () => {
    const { merchant } = await newBusyMerchant(sql(), { consumptions: 5_000, days: 20 })
    const { ctx } = await newColleague(merchant.id)
    const from = addDays(localDayOf(new Date()), -6)
    const totals = (companyId: number) => sql()`
      select count(*)::int as consumptions, coalesce(sum(purchase_amount) * 100, 0)::bigint::text as purchases,
        coalesce(sum(discount_amount) * 100, 0)::bigint::text as discounts from consumptions
      where merchant_id = ${merchant.id} and company_id = ${companyId}
        and registered_at >= (${from}::date)::timestamp at time zone 'America/Santo_Domingo'`
    const { companies } = await list(ctx, { period: 'last_7_days' })
    expect(companies).toHaveLength(5)
    for (const { companyId, consumed } of companies) {
      const [row] = await totals(companyId)
      const sums = { ...row, purchases: BigInt(row?.purchases), discounts: BigInt(row?.discounts) }
      const { consumptions, purchaseCents: purchases, discountCents: discounts } = consumed ?? {}
      expect({ consumptions, purchases, discounts }).toEqual(sums)
      const shown = await showCompany(ctx, { companyId, period: { kind: 'last_7_days' } })
      expect(shown.consumed).toMatchObject({ ...consumed })
    }
  })

  it.each(['company', '-company'])(
    'are turned page by page by %s, and none is skipped or seen twice (U-12)',
    async (sort) => {
      const { merchant, ctx } = await newShop()
      // Names that repeat, and differ in capitals alone.
      await sql()`
      with made as (
        insert into companies (name) select (array['Grupo ', 'GRUPO '])[n % 2 + 1] || n % 40 from generate_series(1, 120) n returning id)
      insert into affiliations (company_id, merchant_id) select id, ${merchant.id} from made`
      const pages = [await list(ctx, { sort })]
      while (pages.at(-1)?.after !== undefined) {
        pages.push(await list(ctx, { sort, after: String(pages.at(-1)?.after) }))
      }
      expect(pages.map(({ companies }) => companies.length)).toEqual([50, 50, 20])
      const ids = pages.flatMap(({ companies }) => companies.map(({ companyId }) => companyId))
      expect(new Set(ids).size).toBe(120)
      const names = pages.flatMap(namesOf).map((name) => name.toLowerCase())
      const inOrder = names.toSorted()
      expect(names).toEqual(sort === 'company' ? inOrder : inOrder.toReversed())
      const back = await list(ctx, { sort, before: String(pages[2]?.before) })
      expect(back.companies).toEqual(pages[1]?.companies)
      const first = await list(ctx, { sort, before: String(back.before) })
      expect([first.companies, first.before]).toEqual([pages[0]?.companies, undefined])
    },
  )

  it('are found by a part of their name or RNC, to the letter', async () => {
    const { merchant, ctx } = await newShop()
    const { id } = await newCompany(merchant.id, '100% Natural_Foods \\ Naco')
    await newCompany(merchant.id, 'Otra')
    await sql()`update companies set legal_id = '131-24679-6' where id = ${id}`
    for (const q of ['100% nat', 'l_f', 'S \\ ÑÁ', '24679']) expect((await list(ctx, { q })).companies).toHaveLength(1)
    for (const q of ['0%N', 'N_tural', '%', '\\%']) {
      expect((await list(ctx, { q })).companies.length, q).toBe(q === '%' ? 1 : 0)
    }
  })

  it('are shown without sums to who may not see consumptions, and to nobody without either permission', async () => {
    const { merchant, ctx } = await newShop()
    const company = await newCompany(merchant.id)
    const discounts = await newColleague(merchant.id, { permissions: ['merchant.discounts.manage'] })
    const consumptions = await newColleague(merchant.id, { permissions: ['merchant.consumptions.read'] })
    const neither = await newColleague(merchant.id, {
      permissions: ['merchant.team.manage', 'merchant.catalog.manage', 'merchant.integrations.manage'],
    })
    const asked = { companyId: company.id, period: defaultPeriod }
    expect((await list(discounts.ctx)).companies[0]?.consumed).toBeUndefined()
    expect((await showCompany(discounts.ctx, asked)).consumed).toBeUndefined()
    expect((await list(consumptions.ctx)).companies).toEqual((await list(ctx)).companies)
    await expect(list(neither.ctx)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(showCompany(neither.ctx, asked)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})

describe('one company', () => {
  it('shows what it grants, to its team or to which types, and what was consumed by discount', async () => {
    const { merchant, ctx } = await newShop()
    const company = await newCompany(merchant.id)
    const [wide, narrow, ended] = await Promise.all([
      make().discount(merchant.id),
      make().discount(merchant.id, { status: 'paused' }),
      make().discount(merchant.id, { status: 'ended' }),
    ])
    await sql()`update discounts set name = 'A todos' where id = ${wide}`
    await sql()`update discounts set name = 'Por tipos' where id = ${narrow}`
    const types = [await make().collaboratorType(company.id), await make().collaboratorType(company.id)]
    await sql()`update collaborator_types set name = 'Gerentes' where id = ${types[1] ?? 0}`
    await make().grant(company.id, merchant.id, wide)
    await make().grant(company.id, merchant.id, ended)
    for (const typeId of types) await make().grant(company.id, merchant.id, narrow, typeId)
    await consume(merchant.id, company.id, wide, [{ purchase: 1_000, discount: 100 }])
    await consume(merchant.id, company.id, ended, [
      { purchase: 2_005, discount: 201 },
      { purchase: 1, discount: 0 },
    ])
    const shown = await showCompany(ctx, { companyId: company.id, period: defaultPeriod })
    expect(shown.grants).toMatchObject([
      { discountId: wide, name: 'A todos', status: 'published', toTeam: true, types: [] },
      { discountId: narrow, name: 'Por tipos', status: 'paused', toTeam: false, types: ['Fijo', 'Gerentes'] },
    ])
    expect(shown.consumed).toEqual({
      consumptions: 3,
      purchaseCents: 3_006n,
      discountCents: 301n,
      discounts: [
        { discountId: ended, name: '10 %', consumptions: 2, purchaseCents: 2_006n, discountCents: 201n },
        { discountId: wide, name: 'A todos', consumptions: 1, purchaseCents: 1_000n, discountCents: 100n },
      ],
    })
    // Nothing of who works there.
    expect(JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      /Pérez|Ana/,
    )
  })

  it('is nobody’s who is not affiliated to it, whether or not it exists', async () => {
    const { ctx } = await newShop()
    const foreign = await newCompany((await newShop()).merchant.id)
    for (const companyId of [foreign.id, 2_000_000_000]) {
      const asked = showCompany(ctx, { companyId, period: defaultPeriod })
      await expect(asked).rejects.toMatchObject({ code: 'not_found', values: {} })
    }
  })
})
