import { describe, expect, it } from 'vitest'
import { showOverview } from '@/lib/companies/show-overview'
import type { CompanyContext } from '@/lib/context'
import { writeCsv } from '@/lib/files/write-csv'
import { numericOfCents } from '@/lib/kernel/money'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { companyConsumptionColumns } from '@/lib/sales/company/columns'
import { companyConsumptionsFilterOf } from '@/lib/sales/company/filter'
import { exportConsumptions, listConsumptions, sumConsumptions } from '@/lib/sales/company/list-consumptions'
import { startCompanies } from './company'

const { world, newCompany } = startCompanies()

/** So many purchases of a company's people at some merchants, each of another amount and minute. */
async function newPurchases(companyId: number, count: number) {
  const { sql, make } = world()
  const types = [await make.collaboratorType(companyId), null]
  const people = await Promise.all(types.map((typeId) => make.person(companyId, typeId === null ? {} : { typeId })))
  const merchants = await Promise.all(
    [0, 1].map(async () => {
      const { id, name } = await make.merchant()
      await make.affiliation(companyId, id)
      return { id, name, discountId: await make.discount(id), keyId: (await make.apiKey(id)).id }
    }),
  )
  for (const [m, { id, discountId, keyId }] of merchants.entries()) {
    await sql`
      with made as (
        insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
        select ${id}, 'A-' || n, 'T-' || n, 'Consumed', ${discountId}, ${companyId},
          case when n % 3 = 0 then ${people[0]?.id ?? 0}::bigint else ${people[1]?.id ?? 0}::bigint end, ${keyId},
          n + 0.10, 0.03, n + 0.07, 'PCT', 10, 'store', now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '15 minutes',
          now() - n * interval '1 hour'
        from generate_series(1, ${count}::int) n where n % 2 = ${m}
        returning *)
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      select merchant_id, 'C-' || reference, id, reference, discount_id, company_id, collaborator_id, api_key_id, purchase_amount,
        discount_amount, final_amount, authorized_at, authorized_at from made`
  }
  return { people, merchants, typeId: types[0] }
}

async function everyPage(ctx: CompanyContext, asked: Record<string, string>) {
  const seen: number[] = []
  let filter = companyConsumptionsFilterOf(asked)
  for (;;) {
    const { consumptions, older } = await listConsumptions(ctx, filter)
    seen.push(...consumptions.map(({ id }) => id))
    if (!older) return seen
    filter = { ...filter, before: older }
  }
}

describe('the consumptions of a company’s people', () => {
  it('are of all merchants, newest first, by page and in total as plain SQL has them, however narrowed', async () => {
    const { ctx, company } = await newCompany()
    await newPurchases((await newCompany()).company.id, 20)
    const { people, merchants, typeId } = await newPurchases(company.id, 160)
    const cases: [Record<string, string>, string][] = [
      [{ period: 'all' }, 'true'],
      [{ period: 'all', merchant: String(merchants[0]?.id) }, `merchant_id = ${merchants[0]?.id}`],
      [{ period: 'all', collaborator: String(people[1]?.id) }, `collaborator_id = ${people[1]?.id}`],
      [{ period: 'all', type: String(typeId) }, `collaborator_id = ${people[0]?.id}`],
      [{ period: 'all', type: 'none' }, `collaborator_id = ${people[1]?.id}`],
      [
        { period: 'all', merchant: String(merchants[1]?.id), type: 'none' },
        `merchant_id = ${merchants[1]?.id} and collaborator_id = ${people[1]?.id}`,
      ],
      [
        { period: 'yesterday' },
        `(registered_at at time zone 'America/Santo_Domingo')::date = (now() at time zone 'America/Santo_Domingo')::date - 1`,
      ],
    ]
    for (const [asked, condition] of cases) {
      const rows = await world().sql.unsafe(`select id, purchase_amount, discount_amount, final_amount from consumptions
        where company_id = ${company.id} and ${condition} order by registered_at desc, id desc`)
      expect(await everyPage(ctx, asked), condition).toEqual(rows.map(({ id }) => Number(id)))
      const [sum] = await world().sql.unsafe(`select count(*)::int as count, sum(purchase_amount)::text as purchase,
        sum(final_amount)::text as final from consumptions where company_id = ${company.id} and ${condition}`)
      const totals = await sumConsumptions(ctx, companyConsumptionsFilterOf(asked))
      expect(totals.count).toBe(sum?.count)
      expect(numericOfCents(totals.purchaseCents)).toBe(sum?.purchase)
      expect(numericOfCents(totals.finalCents)).toBe(sum?.final)
    }
    expect((await sumConsumptions(ctx, companyConsumptionsFilterOf({ period: 'all' }))).people).toBe(2)
  })

  it('tell neither the branch, nor the merchant’s reference, nor its credential, nor the authorization (ADR-0015)', async () => {
    const { ctx, company } = await newCompany()
    await newPurchases(company.id, 2)
    const { consumptions } = await listConsumptions(ctx, companyConsumptionsFilterOf({}))
    expect(Object.keys(consumptions[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'code',
        'registeredAt',
        'consumptionDate',
        'collaboratorId',
        'collaborator',
        'merchant',
        'discount',
        'purchaseCents',
        'discountCents',
        'finalCents',
      ].toSorted(),
    )
  })

  it('are the same in a file, to the cent', async () => {
    const { ctx, company } = await newCompany()
    await newPurchases(company.id, 40)
    const filter = companyConsumptionsFilterOf({ period: 'all' })
    let text = ''
    for await (const chunk of writeCsv(
      companyConsumptionColumns(messages.es.companyConsumptions.columns),
      exportConsumptions(ctx, filter),
    )) {
      text += chunk
    }
    const lines = text.trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(40)
    const cents = lines.map((line) => BigInt((line.split(',').at(-1) ?? '').replace('.', '')))
    expect(cents.reduce((sum, one) => sum + one, 0n)).toBe((await sumConsumptions(ctx, filter)).finalCents)
  })

  it('begin by their index among many', async () => {
    const rows = await world().sql.unsafe(`explain (format json) select id from consumptions where company_id = 1
      and (registered_at, id) < (now(), 5) order by registered_at desc, id desc limit 51`)
    expect(JSON.stringify(rows)).toContain('consumptions_of_company')
  })

  it('are nobody’s to read without the permission', async () => {
    const { ctx } = await newCompany(['company.collaborators.manage', 'company.benefits.manage'])
    const filter = companyConsumptionsFilterOf({})
    await expect(listConsumptions(ctx, filter)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(sumConsumptions(ctx, filter)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(() => exportConsumptions(ctx, filter)).toThrow('permission_missing')
  })
})

describe('the first page of a company', () => {
  it('adds up today and the month as plain SQL does, beside as much time before them up to the same hour', async () => {
    const { ctx, company } = await newCompany()
    await newPurchases((await newCompany()).company.id, 20)
    await newPurchases(company.id, 160)
    // Yesterday noon, whatever the clock says: there are purchases in each hour before it.
    const now = new Date(startOfDay(addDays(localDayOf(new Date()), -1)).getTime() + 12 * 3_600_000)
    const sums = async (from: string, to: string) => {
      const [row] = await world().sql<{ count: number; people: number; discount: string }[]>`
        with day as (select date_trunc('day', ${now}::timestamptz, 'America/Santo_Domingo') as today,
          date_trunc('month', ${now}::timestamptz, 'America/Santo_Domingo') as month, ${now}::timestamptz as now)
        select count(*)::int as count, count(distinct collaborator_id)::int as people, coalesce(sum(discount_amount), 0) as discount
        from consumptions, day where company_id = ${company.id}
          and registered_at >= ${world().sql.unsafe(from)} and registered_at < ${world().sql.unsafe(to)}`
      return row
    }
    const days = "(extract(day from today at time zone 'America/Santo_Domingo')::int * interval '24 hours')"
    const expected = [
      [await sums('today', 'now'), await sums("today - interval '24 hours'", "now - interval '24 hours'")],
      [await sums('month', 'now'), await sums(`month - ${days}`, `now - ${days}`)],
    ]
    const { consumed } = await showOverview(ctx, now)
    expect(consumed?.map(({ period }) => period.kind)).toEqual(['today', 'this_month'])
    const said = consumed?.map((one) =>
      [one.now, one.before].map(({ count, people, discountCents }) => ({
        ...{ count, people },
        discount: numericOfCents(discountCents),
      })),
    )
    const whole = expected.map((pair) => pair.map((row) => ({ ...row, discount: Number(row?.discount).toFixed(2) })))
    expect(said).toEqual(whole)
    expect(whole[0]?.[1]?.count).toBeGreaterThan(0)
  })

  it('says nothing of consumptions to who may not see them', async () => {
    const { ctx } = await newCompany(['company.benefits.manage'])
    expect(await showOverview(ctx)).toMatchObject({ people: undefined, consumed: undefined })
  })
})
