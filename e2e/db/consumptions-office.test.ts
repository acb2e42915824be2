import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OfficeContext } from '@/lib/context'
import { writeCsv } from '@/lib/files/write-csv'
import { centsOfNumeric } from '@/lib/kernel/money'
import { localTimestamp } from '@/lib/language/days'
import { messages } from '@/lib/messages/messages'
import { consumptionColumns } from '@/lib/sales/consumptions/columns'
import { type ConsumptionsFilter, consumptionsFilterOf, consumptionsPath } from '@/lib/sales/consumptions/filter'
import {
  exportConsumptions,
  listConsumptionChoices,
  listConsumptions,
  sumConsumptions,
} from '@/lib/sales/consumptions/list-consumptions'
import { showConsumption } from '@/lib/sales/consumptions/show-consumption'
import { newBusyMerchant } from '../fixtures/many-rows'
import { startOffice } from './office'

/** What a merchant's office is shown of its consumptions, against what plain SQL says of the same rows. */

const { sql, newShop, newColleague } = startOffice()
const rowsInAll = 100_000

type Busy = Awaited<ReturnType<typeof newBusyMerchant>>
let busy: Busy
let ctx: OfficeContext

beforeAll(async () => {
  busy = await newBusyMerchant(sql(), { consumptions: rowsInAll })
  ctx = (await newColleague(busy.merchant.id)).ctx
})

const filter = (asked: Record<string, string> = {}): ConsumptionsFilter => consumptionsFilterOf(asked)

/** The same narrowing, said once more by hand. */
const plain = (asked: Record<string, string>) => {
  const [kind, id] = (asked.credential ?? '').split('-')
  const days = { today: [0, 1], yesterday: [-1, 0], last_7_days: [-6, 1] }[asked.period ?? '']
  const today = sql()`(now() at time zone 'America/Santo_Domingo')::date`
  return sql()`
    from consumptions where merchant_id = ${busy.merchant.id}
      ${asked.branch ? sql()`and branch_id = ${asked.branch}` : sql()``}
      ${asked.company ? sql()`and company_id = ${asked.company}` : sql()``}
      ${asked.discount ? sql()`and discount_id = ${asked.discount}` : sql()``}
      ${kind === 'key' ? sql()`and api_key_id = ${id ?? ''}` : sql()``}
      ${kind === 'client' ? sql()`and oauth_client_id = ${id ?? ''}` : sql()``}
      ${
        days
          ? sql()`and (registered_at at time zone 'America/Santo_Domingo')::date
              between ${today} + ${days[0] ?? 0}::int and ${today} + ${days[1] ?? 0}::int - 1`
          : sql()``
      }
      ${asked.from ? sql()`and registered_at >= (${asked.from}::date)::timestamp at time zone 'America/Santo_Domingo'` : sql()``}
      ${asked.to ? sql()`and registered_at < (${asked.to}::date + 1)::timestamp at time zone 'America/Santo_Domingo'` : sql()``}`
}

/** Follows the pages to the end. */
async function walk(first: ConsumptionsFilter, between: (page: number) => Promise<void> = async () => {}) {
  const seen: number[] = []
  let place: Pick<ConsumptionsFilter, 'before'> | undefined = {}
  for (let page = 0; place; page++) {
    const { consumptions, older } = await listConsumptions(ctx, consumptionsFilterOf(queryOf(first, place)))
    seen.push(...consumptions.map(({ id }) => id))
    place = older && { before: older }
    await between(page)
  }
  return seen
}

/** As the link on the page has it: the place goes through the address. */
const queryOf = (of: ConsumptionsFilter, place: Pick<ConsumptionsFilter, 'before' | 'after'>) =>
  Object.fromEntries(new URLSearchParams(consumptionsPath(of, place).split('?')[1] ?? ''))

describe(`the list, among ${rowsInAll} random rows`, () => {
  it('shows for every filter the rows and the totals that plain SQL finds', async () => {
    const day = fc
      .integer({ min: -61, max: 1 })
      .map((n) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10))
    const period = fc.oneof(
      fc.constantFrom('all', 'today', 'yesterday', 'last_7_days').map((kind) => ({ period: kind })),
      fc.tuple(day, day).map((days) => {
        const [from = '', to = ''] = days.toSorted()
        return { period: 'custom', from, to }
      }),
    )
    const maybe = (ids: readonly (number | string)[]) =>
      fc.option(fc.constantFrom(...ids.map(String)), { nil: undefined })
    const credentials = [...busy.keys.map(({ id }) => `key-${id}`), ...busy.clients.map(({ id }) => `client-${id}`)]
    const filters = fc
      .tuple(period, maybe(busy.branchIds), maybe(busy.companyIds), maybe(busy.discountIds), maybe(credentials))
      .map(([when, branch, company, discount, credential]) => ({
        ...when,
        ...(branch && { branch }),
        ...(company && { company }),
        ...(discount && { discount }),
        ...(credential && { credential }),
      }))
    await fc.assert(
      fc.asyncProperty(filters, async (asked: Record<string, string>) => {
        const [sums] = await sql()`
          select count(*)::int as count, coalesce(sum(purchase_amount), 0)::text as purchase,
            coalesce(sum(discount_amount), 0)::text as discount, coalesce(sum(final_amount), 0)::text as final ${plain(asked)}`
        const totals = await sumConsumptions(ctx, filter(asked))
        expect(totals.count).toBe(sums?.count)
        expect(totals.purchaseCents).toBe(centsOfNumeric(sums?.purchase))
        expect(totals.discountCents).toBe(centsOfNumeric(sums?.discount))
        expect(totals.finalCents).toBe(centsOfNumeric(sums?.final))
        const ids = (await sql()`select id ${plain(asked)} order by registered_at desc, id desc limit 100`).map(
          ({ id }) => Number(id),
        )
        const first = await listConsumptions(ctx, filter(asked))
        const second =
          first.older && (await listConsumptions(ctx, filter(queryOf(filter(asked), { before: first.older }))))
        expect([...first.consumptions, ...(second?.consumptions ?? [])].map(({ id }) => id)).toEqual(ids)
        if (second) {
          const back = await listConsumptions(ctx, filter(queryOf(filter(asked), { after: second.newer })))
          expect(back.consumptions.map(({ id }) => id)).toEqual(ids.slice(0, 50))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is followed to its end with each row once, while new ones arrive (U-12)', async () => {
    const asked = { period: 'all', branch: String(busy.branchIds[5]), company: String(busy.companyIds[3]) }
    const before = (await sql()`select id ${plain(asked)} order by registered_at desc, id desc`).map(({ id }) =>
      Number(id),
    )
    expect(before.length).toBeGreaterThan(200)
    const seen = await walk(filter(asked), async (page) => {
      await sql().begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
            branch_id, api_key_id, oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date)
          select merchant_id, ${`new-${page}-`} || id, -id - ${page}::bigint * 1000000000, reference, discount_id, company_id, collaborator_id,
            branch_id, api_key_id, oauth_client_id, purchase_amount, discount_amount, final_amount, now()
          from consumptions where id = any(${before.slice(0, 3)})`
      })
    })
    expect(seen).toEqual(before)
    await sql()`delete from consumptions where code like 'new-%'`
  })

  it('says in the list, on its page and in the file that one was notified late (D61)', async () => {
    const [{ code: late }, { code: onTime }] = await sql()<[{ code: string }, { code: string }]>`
      select code from consumptions where merchant_id = ${busy.merchant.id} order by registered_at desc, id desc limit 2`
    await sql()`update consumptions set late_hours = 24 where code = ${late}`
    const { consumptions } = await listConsumptions(ctx, filter({ period: 'all' }))
    expect(consumptions.slice(0, 2).map(({ code, isLate }) => [code, isLate])).toEqual([
      [late, true],
      [onTime, false],
    ])
    expect((await showConsumption(ctx, late)).isLate).toBe(true)
    expect((await showConsumption(ctx, onTime)).isLate).toBe(false)
    const { columns, statuses } = messages.es.consumptions
    const status = consumptionColumns(columns, statuses).find(({ header }) => header === columns.status)
    expect(consumptions.slice(0, 2).map((row) => status?.value(row))).toEqual([
      'Registrado con aviso tardío',
      'Registrado',
    ])
    await sql()`update consumptions set late_hours = null where code = ${late}`
  })

  it('offers everything that its rows name', async () => {
    const { branches, companies, discounts, credentials } = await listConsumptionChoices(ctx)
    expect(branches.map(({ id }) => id).toSorted()).toEqual(busy.branchIds.toSorted())
    expect(companies.map(({ id }) => id).toSorted()).toEqual(busy.companyIds.toSorted())
    expect(discounts.map(({ id }) => id).toSorted()).toEqual(busy.discountIds.toSorted())
    expect(credentials).toHaveLength(busy.keys.length + busy.clients.length)
    // A company that left is still offered: its consumptions stay.
    await sql()`delete from grants where company_id = ${busy.companyIds[1] ?? 0}`
    await sql()`delete from affiliations where company_id = ${busy.companyIds[1] ?? 0}`
    expect((await listConsumptionChoices(ctx)).companies).toEqual(companies)
  })

  it('is given whole as a CSV file, which adds up to the cent', async () => {
    let text = ''
    const columns = consumptionColumns(messages.es.consumptions.columns, messages.es.consumptions.statuses)
    for await (const chunk of writeCsv(columns, exportConsumptions(ctx, filter({ period: 'all' })))) text += chunk
    const records = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    const expected = await sql()`select code, reference, registered_at as at, final_amount::text as final
      ${plain({ period: 'all' })} order by registered_at desc, id desc`
    const { code, reference, registeredAt, finalAmount, discountAmount } = messages.es.consumptions.columns
    const said = records.map((record) => [code, reference, registeredAt, finalAmount].map((key) => record[key]).join())
    const wanted = expected.map((row) => [row.code, row.reference, localTimestamp(row.at), row.final].join())
    expect(said).toHaveLength(wanted.length)
    // `toEqual` of a hundred thousand rows takes longer than to write them.
    expect(said.filter((row, at) => row !== wanted[at])).toEqual([])
    const totals = await sumConsumptions(ctx, filter({ period: 'all' }))
    const sum = (column: string) => records.reduce((total, record) => total + centsOfNumeric(record[column] ?? ''), 0n)
    expect(sum(finalAmount)).toBe(totals.finalCents)
    expect(sum(discountAmount)).toBe(totals.discountCents)
  })
})

describe('a search', () => {
  const found = async (q: string) => {
    const { consumptions, begins } = await listConsumptions(ctx, filter({ q, period: 'today' }))
    return { codes: consumptions.map(({ code }) => code), begins }
  }

  it('finds a code, an authorization code or a reference whole, at any time', async () => {
    const [old] = await sql()`
      select c.code, a.code as authorization_code, c.reference from consumptions c join authorizations a
        on a.merchant_id = c.merchant_id and a.id = c.authorization_id
      where c.merchant_id = ${busy.merchant.id} and c.reference = 'T-' || substr(a.code, 3) order by c.registered_at limit 1`
    for (const text of [old?.code, old?.authorization_code]) {
      expect(await found(` ${text} `)).toEqual({ codes: [old?.code], begins: false })
    }
    const byReference = await found(old?.reference)
    expect(byReference.codes).toContain(old?.code)
    expect(byReference.begins).toBe(false)
    expect((await sumConsumptions(ctx, filter({ q: old?.reference }))).count).toBe(byReference.codes.length)
  })

  it('takes a code however it is typed (D42)', async () => {
    const code = 'ABCD-EFGH-JKMN-PQRS-TUVW'
    await sql()`update consumptions set code = ${code} where merchant_id = ${busy.merchant.id}
      and id = (select min(id) from consumptions where merchant_id = ${busy.merchant.id})`
    for (const text of [code, 'abcdefghjkmnpqrstuvw', 'abcd efgh jkmn pqrs tuvw']) {
      expect((await found(text)).codes).toEqual([code])
    }
  })

  it('shows what begins like it when nothing is that whole, up to a hundred', async () => {
    const some = await found('T-9999')
    expect(some.codes.length).toBeGreaterThan(0)
    const many = await listConsumptions(ctx, filter({ q: 'T-' }))
    expect(many.begins).toBe(true)
    expect((await sumConsumptions(ctx, filter({ q: 'T-' }))).count).toBe(100)
    expect(await found('%')).toEqual({ codes: [], begins: true })
    expect(await found("'; drop table consumptions; --")).toEqual({ codes: [], begins: true })
  })

  it('shows a hundred of those that are so narrowed, not what of a hundred is', async () => {
    const rare = { branch: String(busy.branchIds[5]), company: String(busy.companyIds[4]) }
    const expected =
      await sql()`select id ${plain({ ...rare })} and reference like 'T-%' order by reference collate "C", id limit 100`
    expect(expected).toHaveLength(100)
    const asked = filter({ q: 'T-', ...rare })
    const [first, totals] = [await listConsumptions(ctx, asked), await sumConsumptions(ctx, asked)]
    const { consumptions: rest } = await listConsumptions(ctx, { ...asked, before: first.older })
    const seen = [...first.consumptions, ...rest].map(({ id }) => id)
    expect(seen.toSorted((one, other) => one - other)).toEqual(
      expected.map(({ id }) => Number(id)).toSorted((one, other) => one - other),
    )
    expect(totals.count).toBe(100)
  })
})

describe('a merchant', () => {
  it('with none, or one, is shown that', async () => {
    const { ctx: empty } = await newShop()
    expect(await listConsumptions(empty, filter())).toMatchObject({
      consumptions: [],
      newer: undefined,
      older: undefined,
    })
    expect(await sumConsumptions(empty, filter())).toEqual({
      count: 0,
      purchaseCents: 0n,
      discountCents: 0n,
      finalCents: 0n,
    })
    const batches = []
    for await (const batch of exportConsumptions(empty, filter())) batches.push(...batch)
    expect(batches).toEqual([])
  })

  it('shows nothing to a member without the permission', async () => {
    const { ctx: without } = await newShop(['merchant.team.manage'])
    const refused = { code: 'permission_missing' }
    await expect(listConsumptions(without, filter())).rejects.toMatchObject(refused)
    await expect(sumConsumptions(without, filter())).rejects.toMatchObject(refused)
    await expect(listConsumptionChoices(without)).rejects.toMatchObject(refused)
    expect(() => exportConsumptions(without, filter())).toThrow(expect.objectContaining(refused))
  })

  it('shows of a collaborator the display name alone (D26)', async () => {
    const { consumptions } = await listConsumptions(ctx, filter({ period: 'all' }))
    expect(consumptions[0]?.collaborator).toBe('Ana P.')
    expect(JSON.stringify(consumptions, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      /María|Pérez|Gómez/,
    )
  })
})
