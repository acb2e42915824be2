import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { amongBranches, type ClosingLine, closingFilterOf, type Sum } from '@/lib/closing/closing'
import { closingColumns, closingSumColumns } from '@/lib/closing/columns'
import { compareClosing } from '@/lib/closing/compare-closing'
import { exportClosing, exportClosingSums, listClosing, listForPaper, showClosing } from '@/lib/closing/show-closing'
import type { OfficeContext } from '@/lib/context'
import { writeCsv } from '@/lib/files/write-csv'
import { centsOfNumeric, numericOfCents } from '@/lib/kernel/money'
import { messages } from '@/lib/messages/messages'
import { factories } from '../fixtures/factories'
import { newBusyMerchant } from '../fixtures/many-rows'
import { startOffice } from './office'

/** The cash closing of a day against what plain SQL and plain addition say. */

const { sql, newShop, newColleague } = startOffice()

type Busy = Awaited<ReturnType<typeof newBusyMerchant>>
let busy: Busy
let ctx: OfficeContext

beforeAll(async () => {
  busy = await newBusyMerchant(sql(), { consumptions: 6_000, days: 6 })
  ctx = (await newColleague(busy.merchant.id)).ctx
})

const on = (day: string, branch?: string) => closingFilterOf({ day, ...(branch ? { branch } : {}) }, new Date())

const days = async () =>
  (
    await sql()<
      { day: string }[]
    >`select distinct ((registered_at at time zone 'America/Santo_Domingo')::date)::text as day
      from consumptions where merchant_id = ${busy.merchant.id} order by day`
  ).map(({ day }) => day)

const cents = (text: unknown) => centsOfNumeric(String(text ?? '0'))
const sumOf = (row: Record<string, unknown> | undefined): Sum => ({
  count: Number(row?.count ?? 0),
  purchaseCents: cents(row?.purchase),
  discountCents: cents(row?.discount),
})

describe('the closing of a day', () => {
  it('says for every branch and day what plain SQL says, to the cent', async () => {
    for (const day of await days()) {
      const { lines, total } = await showClosing(ctx, on(day))
      const authorized =
        await sql()`select coalesce(b.name, '') || coalesce(a.branch_id, 0) as branch, a.status, count(*), sum(purchase_amount) as purchase,
          sum(discount_amount) as discount
        from authorizations a left join branches b on b.id = a.branch_id
        where a.merchant_id = ${busy.merchant.id} and local_day = ${day} group by 1, 2`
      const [consumed] =
        await sql()`select count(*), sum(purchase_amount) as purchase, sum(discount_amount) as discount, sum(final_amount) as final
        from consumptions where merchant_id = ${busy.merchant.id} and (registered_at at time zone 'America/Santo_Domingo')::date = ${day}`
      const of = (status: string) =>
        authorized
          .filter((row) => row.status === status)
          .map(sumOf)
          .reduce(plus, { count: 0, purchaseCents: 0n, discountCents: 0n })
      expect(total.expired).toEqual(of('Expired'))
      expect(total.released).toEqual(of('Released'))
      expect(total.authorized).toEqual(authorized.map(sumOf).reduce(plus))
      expect(total.consumed).toEqual({ ...sumOf(consumed), finalCents: cents(consumed?.final) })
      expect(lines.reduce((count, line) => count + line.consumed.count, 0)).toBe(total.consumed.count)
    }
  })

  it('of one branch is that branch’s line of the whole, and of those without a branch theirs', async () => {
    const [, day = ''] = await days()
    const { lines } = await showClosing(ctx, on(day))
    await sql()`update branches set name = 'Naco' where id = ${busy.branchIds[0] ?? 0}`
    const { lines: naco } = await showClosing(ctx, on(day, String(busy.branchIds[0])))
    expect(naco).toHaveLength(1)
    expect(lines.map(({ consumed }) => consumed)).toContainEqual(naco[0]?.consumed)
    const { lines: none } = await showClosing(ctx, on(day, 'none'))
    expect(none.map(({ branch }) => branch)).toEqual([null])
    expect(none[0]).toEqual(lines.at(-1))
    await sql()`update branches set name = 'Sucursal' where id = ${busy.branchIds[0] ?? 0}`
  })

  it('lists and gives as a file the same consumptions by reference, which add up to the sums', async () => {
    const [, day = ''] = await days()
    const { total } = await showClosing(ctx, on(day))
    const rows = await sql()`select reference from consumptions where merchant_id = ${busy.merchant.id}
      and (registered_at at time zone 'America/Santo_Domingo')::date = ${day} order by reference collate "C", id`
    const { consumptions, more } = await listForPaper(ctx, on(day))
    expect(consumptions.map(({ reference }) => reference)).toEqual(
      rows.slice(0, 1_000).map(({ reference }) => reference),
    )
    expect(more).toBe(rows.length > 1_000)
    const columns = { ...messages.en.consumptions.columns, ...messages.en.closing.columns }
    let text = ''
    for await (const chunk of writeCsv(closingColumns(columns), exportClosing(ctx, on(day)))) text += chunk
    const records = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    expect(records.map((record) => record[columns.reference])).toEqual(rows.map(({ reference }) => reference))
    const sum = (column: string) => records.reduce((all, record) => all + cents(record[column]), 0n)
    expect(sum(columns.finalAmount)).toBe(total.consumed.finalCents)
    expect(sum(columns.discountAmount)).toBe(total.consumed.discountCents)
    expect(sum(columns.purchaseAmount)).toBe(total.consumed.purchaseCents)
  })

  it('is turned page by page, down and up again, without skipping a row (U-12)', async () => {
    const [, day = ''] = await days()
    const rows = await sql()`select reference from consumptions where merchant_id = ${busy.merchant.id}
      and (registered_at at time zone 'America/Santo_Domingo')::date = ${day} order by reference collate "C", id`
    const down: string[][] = []
    let page = await listClosing(ctx, on(day))
    for (;;) {
      down.push(page.consumptions.map(({ reference }) => reference))
      if (page.next === undefined) break
      page = await listClosing(ctx, on(day), { after: page.next })
    }
    expect(down.flat()).toEqual(rows.map(({ reference }) => reference))
    expect(new Set(down.slice(0, -1).map(({ length }) => length))).toEqual(new Set([50]))
    const up = [page.consumptions.map(({ reference }) => reference)]
    while (page.previous !== undefined) {
      page = await listClosing(ctx, on(day), { before: page.previous })
      up.unshift(page.consumptions.map(({ reference }) => reference))
    }
    expect(up).toEqual(down)
  })

  it('is given as a file of its sums too, each branch a line and the total below, to the cent', async () => {
    const [, day = ''] = await days()
    const { lines, total } = await showClosing(ctx, on(day))
    const columns = messages.es.closing.sums
    const names = { noBranch: 'Sin sucursal', total: 'Total' }
    let text = ''
    for await (const chunk of writeCsv(closingSumColumns(columns), exportClosingSums(ctx, on(day), names)))
      text += chunk
    const records = parse(text, { bom: true, columns: true }) as Record<string, string>[]
    const ofLine = (name: string, line: ClosingLine) => ({
      [columns.branch]: name,
      ...Object.fromEntries(
        (['authorized', 'expired', 'released', 'active', 'consumed'] as const).flatMap((key) => [
          [columns[`${key}Count`], String(line[key].count)],
          [columns[key], numericOfCents(line[key].discountCents)],
        ]),
      ),
      [columns.purchaseAmount]: numericOfCents(line.consumed.purchaseCents),
      [columns.finalAmount]: numericOfCents(line.consumed.finalCents),
    })
    expect(records).toEqual([
      ...lines.map((line) => ofLine(line.branch ?? 'Sin sucursal', line)),
      ofLine('Total', total),
    ])
  })

  it('of a branch that is none of the merchant’s is that of all, as its heading says', () => {
    const branches = busy.branchIds.map((id) => ({ id }))
    expect(amongBranches(on('2026-11-21', '2000000000'), branches).branch).toBeUndefined()
    for (const branch of [String(busy.branchIds[0]), 'none']) {
      expect(amongBranches(on('2026-11-21', branch), branches)).toEqual(on('2026-11-21', branch))
    }
  })

  it('adds any amounts up to the cent', async () => {
    const { merchant, company, person, discountId, credential } = await factories(sql()).shop()
    const { ctx: mine } = await newColleague(merchant.id)
    const amounts = fc.array(
      fc.tuple(fc.bigInt({ min: 1n, max: 99_999_999_999n }), fc.bigInt({ min: 0n, max: 100n })),
      {
        minLength: 1,
        maxLength: 30,
      },
    )
    let day = new Date('2026-01-01T16:00:00Z').getTime()
    await fc.assert(
      fc.asyncProperty(amounts, async (drawn) => {
        day += 86_400_000
        const sales = drawn.map(([purchase, share], n) => ({
          code: `P-${day}-${n}`,
          purchase: numericOfCents(purchase),
          discount: numericOfCents((purchase * share) / 100n),
        }))
        await sql().begin(async (tx) => {
          await tx`set local session_replication_role = replica`
          await tx`insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
              api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
            select ${merchant.id}, s.code, -row_number() over () - ${day}::bigint * 100, s.code, ${discountId}, ${company.id}, ${person.id}, ${credential.id},
              s.purchase, s.discount, s.purchase - s.discount, ${new Date(day)}, ${new Date(day)}
            from json_to_recordset(${JSON.stringify(sales)}::text::json) s (code text, purchase numeric, discount numeric)`
        })
        const { total, repeats } = await showClosing(mine, on(new Date(day).toISOString().slice(0, 10)))
        const purchaseCents = drawn.reduce((all, [purchase]) => all + purchase, 0n)
        const discountCents = drawn.reduce((all, [purchase, share]) => all + (purchase * share) / 100n, 0n)
        expect(total.consumed).toEqual({
          count: drawn.length,
          purchaseCents,
          discountCents,
          finalCents: purchaseCents - discountCents,
        })
        expect(repeats).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})

const plus = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  purchaseCents: one.purchaseCents + other.purchaseCents,
  discountCents: one.discountCents + other.discountCents,
})

describe('a sale at the edge of a day', () => {
  type Sale = { reference: string; at: string; paid?: string; status?: string }

  async function shopWith(sales: readonly Sale[]) {
    const { merchant, company, person, discountId, credential } = await factories(sql()).shop()
    const { ctx: mine } = await newColleague(merchant.id)
    for (const [n, { reference, at, paid = at, status = 'Consumed' }] of sales.entries()) {
      const [row] =
        await sql()`insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id,
          api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
        values (${merchant.id}, ${`A-${n}`}, ${reference}, ${status}, ${discountId}, ${company.id}, ${person.id}, ${credential.id}, 100, 10, 90,
          'PCT', 10, 'store', ${at}::timestamptz - interval '10 minutes', ${at}::timestamptz + interval '5 minutes',
          ${status === 'Authorized' ? null : at}) returning id`
      if (status !== 'Consumed') continue
      await sql()`insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
        values (${merchant.id}, ${`C-${n}`}, ${row?.id}, ${reference}, ${discountId}, ${company.id}, ${person.id}, ${credential.id}, 100, 10, 90, ${paid}, ${at})`
    }
    return mine
  }

  it('counts as authorized on the day of the authorization and as consumed on that of the registration', async () => {
    const mine = await shopWith([{ reference: 'T-1', at: '2026-03-02T00:04:00-04:00' }])
    const [before, after] = [await showClosing(mine, on('2026-03-01')), await showClosing(mine, on('2026-03-02'))]
    expect([before.total.authorized.count, before.total.consumed.count]).toEqual([1, 0])
    expect([after.total.authorized.count, after.total.consumed.count]).toEqual([0, 1])
  })

  it('is marked when it was paid on another day than it was registered', async () => {
    const mine = await shopWith([
      { reference: 'T-1', at: '2026-03-02T08:00:00-04:00', paid: '2026-03-01T23:59:59-04:00' },
      { reference: 'T-2', at: '2026-03-02T08:00:00-04:00', paid: '2026-03-02T00:00:00-04:00' },
    ])
    const { consumptions } = await listClosing(mine, on('2026-03-02'))
    expect(consumptions.map(({ reference, paidOn }) => [reference, paidOn])).toEqual([
      ['T-1', '2026-03-01'],
      ['T-2', undefined],
    ])
  })

  it('is flagged when its reference was consumed again that day or within a week of it', async () => {
    const mine = await shopWith([
      { reference: 'TWICE', at: '2026-03-10T09:00:00-04:00' },
      { reference: 'TWICE', at: '2026-03-10T18:00:00-04:00' },
      { reference: 'WEEK', at: '2026-03-10T10:00:00-04:00' },
      { reference: 'WEEK', at: '2026-03-03T00:00:00-04:00' },
      { reference: 'LONG', at: '2026-03-10T11:00:00-04:00' },
      { reference: 'LONG', at: '2026-03-02T23:59:59-04:00' },
      { reference: 'once', at: '2026-03-10T11:00:00-04:00' },
      { reference: 'ONCE', at: '2026-03-10T12:00:00-04:00' },
    ])
    expect((await showClosing(mine, on('2026-03-10'))).repeats).toBe(3)
    const { consumptions } = await listClosing(mine, on('2026-03-10'))
    expect(consumptions.map(({ reference, repeats }) => [reference, repeats])).toEqual([
      ['LONG', 0],
      ['ONCE', 0],
      ['TWICE', 1],
      ['TWICE', 1],
      ['WEEK', 1],
      ['once', 0],
    ])
  })

  it('counts as expired when its time is over, marked or not (D35)', async () => {
    const mine = await shopWith([
      { reference: 'T-1', at: '2026-03-10T09:00:00-04:00', status: 'Authorized' },
      { reference: 'T-2', at: '2026-03-10T09:00:00-04:00', status: 'Expired' },
      { reference: 'T-3', at: '2026-03-10T09:00:00-04:00', status: 'Released' },
    ])
    const { total }: { total: ClosingLine } = await showClosing(mine, on('2026-03-10'))
    expect([total.authorized, total.expired, total.released, total.active].map(({ count }) => count)).toEqual([
      3, 2, 1, 0,
    ])
  })
})

describe('a comparison with the list of a POS', () => {
  it('finds all of a day in its own file, and what was changed in it', async () => {
    const [, day = ''] = await days()
    const rows =
      await sql()`select reference, final_amount, purchase_amount from consumptions where merchant_id = ${busy.merchant.id}
      and (registered_at at time zone 'America/Santo_Domingo')::date = ${day}`
    const list = (column: string) => rows.map((row) => `${row.reference}\t${row[column]}`).join('\n')
    for (const [basis, column] of [
      ['final', 'final_amount'],
      ['purchase', 'purchase_amount'],
    ] as const) {
      const same = await compareClosing(ctx, { day, basis, list: list(column) })
      expect(same).toMatchObject({ differences: [], unread: [] })
      expect(same.oursCents).toBe(same.theirsCents)
    }
    const other = await compareClosing(ctx, { day, basis: 'final', list: `${list('final_amount')}\nX-1\t0.01` })
    expect(other.differences).toEqual([{ reference: 'X-1', ours: null, theirs: 1n }])
  })

  it('is refused without a sale, and without the permission', async () => {
    const asked = { day: '2026-03-10', basis: 'final', list: 'nothing here' } as const
    await expect(compareClosing(ctx, asked)).rejects.toMatchObject({ code: 'list_empty', field: 'list' })
    const { ctx: without } = await newShop(['merchant.team.manage'])
    await expect(compareClosing(without, asked)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})

describe('a closing', () => {
  it('of a day without anything is empty, and not shown without the permission', async () => {
    const { ctx: empty } = await newShop()
    expect((await showClosing(empty, on('2026-03-10'))).lines).toEqual([])
    expect(await listClosing(empty, on('2026-03-10'))).toEqual({ consumptions: [] })
    expect(await listForPaper(empty, on('2026-03-10'))).toEqual({ consumptions: [], more: false })
    const { ctx: without } = await newShop(['merchant.team.manage'])
    const refused = { code: 'permission_missing' }
    await expect(showClosing(without, on('2026-03-10'))).rejects.toMatchObject(refused)
    await expect(listClosing(without, on('2026-03-10'))).rejects.toMatchObject(refused)
    expect(() => exportClosing(without, on('2026-03-10'))).toThrow(expect.objectContaining(refused))
  })

  it('reads what does not fit in the address as not said', () => {
    const now = new Date('2026-11-21T02:00:00Z')
    expect(closingFilterOf({}, now)).toEqual({ day: '2026-11-20', branch: undefined })
    expect(closingFilterOf({ day: '2026-02-30', branch: 'x' }, now)).toEqual({ day: '2026-11-20', branch: undefined })
    expect(closingFilterOf({ day: '2026-02-28', branch: 'none' }, now)).toEqual({ day: '2026-02-28', branch: 'none' })
  })
})
