import { describe, expect, it } from 'vitest'
import { addDays, localDayOf, startOfDay } from '@/lib/language/days'
import { formats } from '@/lib/language/formats'
import { listExpiring } from '@/lib/overview/list-expiring'
import type { DaySpan } from '@/lib/overview/overview'
import { showProgress } from '@/lib/overview/show-progress'
import { type Sales, showSales } from '@/lib/overview/show-sales'
import { showTotals } from '@/lib/overview/show-totals'
import { factories } from '../fixtures/factories'
import { plansOf } from '../fixtures/plans'
import { startOffice } from './office'

const { sql, databaseUrl, newShop, newColleague } = startOffice()

const today = localDayOf(new Date())
const month: DaySpan = { first: addDays(today, -29), last: today }

/** So many consumptions of the last 50 days at random moments, over branches, companies and discounts of one merchant. */
async function sell(merchantId: number, count: number): Promise<void> {
  const make = factories(sql())
  await make.identificationTypes()
  const { id: keyId } = await make.apiKey(merchantId)
  const branchIds = await Promise.all(Array.from({ length: 7 }, () => make.branch(merchantId)))
  const discountIds = await Promise.all(Array.from({ length: 7 }, () => make.discount(merchantId)))
  const people = await Promise.all(
    Array.from({ length: 7 }, async () => {
      const company = await make.company()
      return make.person(company.id)
    }),
  )
  await sql().begin(async (tx) => {
    // The authorizations behind them are not what is added up.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      select ${merchantId}, 'C' || n, n, 'T' || n, (${discountIds}::int[])[1 + mod(n, 7)], (${people.map((one) => one.companyId)}::int[])[1 + p],
        (${people.map((one) => one.id)}::int[])[1 + p], case when mod(n, 11) > 0 then (${branchIds}::int[])[1 + mod(n * 3, 7)] end, ${keyId},
        purchase, discount, purchase - discount, at, at
      from (select n, floor(power(random(), 2) * 7)::int as p, (10 + random() * 90000)::numeric(12, 2) as purchase,
          (random() * 10)::numeric(12, 2) as discount, now() - random() * interval '50 days' as at
        from generate_series(1, ${count}::int) n) as made`
  })
}

const zero: Sales = { consumptions: 0, purchaseCents: 0, discountCents: 0 }

const sumOf = (all: readonly (Sales | undefined)[]): Sales =>
  all.reduce<Sales>(
    (sum, one) => ({
      consumptions: sum.consumptions + (one?.consumptions ?? 0),
      purchaseCents: sum.purchaseCents + (one?.purchaseCents ?? 0),
      discountCents: sum.discountCents + (one?.discountCents ?? 0),
    }),
    zero,
  )

const salesOf = ({ consumptions, purchaseCents, discountCents }: Sales): Sales => ({
  consumptions,
  purchaseCents,
  discountCents,
})

describe('the sales of a period', () => {
  it('are to the cent what the rows add up to, however they are cut', async () => {
    const { ctx, merchant } = await newShop()
    await sell(merchant.id, 20_000)
    await sell((await newShop()).merchant.id, 500)
    const view = await showSales(ctx, month)
    const [plain] = await sql()<Record<keyof Sales, string>[]>`
      select count(*) as consumptions, sum(purchase_amount) * 100 as "purchaseCents", sum(discount_amount) * 100 as "discountCents"
      from consumptions where merchant_id = ${merchant.id}
        and (registered_at at time zone 'America/Santo_Domingo')::date between ${month.first} and ${month.last}`
    const expected = Object.fromEntries(Object.entries(plain ?? {}).map(([key, text]) => [key, Number(text)]))
    expect(view.total.consumptions).toBeGreaterThan(10_000)
    expect(view.total).toEqual(expected)
    expect(view.bars.map(({ start }) => start)).toEqual(Array.from({ length: 30 }, (_, n) => addDays(month.first, n)))
    expect(sumOf(view.bars)).toEqual(view.total)
    for (const cut of ['branch', 'company', 'discount'] as const) {
      expect(view.by[cut]).toHaveLength(5)
      expect(sumOf([...view.by[cut], view.others[cut]])).toEqual(view.total)
      const granted = view.by[cut].map(({ discountCents }) => discountCents)
      expect(granted).toEqual(granted.toSorted((one, other) => other - one))
    }
  })

  it('begin and end at midnight of Santo Domingo', async () => {
    const { ctx, merchant } = await newShop()
    await sell(merchant.id, 4)
    const moments = ['03:59:59.999', '04:00:00', '03:59:59.999', '04:00:00'].map(
      (time, n) => `${addDays('2026-03-10', Math.floor(n / 2) * 2)}T${time}Z`,
    )
    await sql()`update consumptions set registered_at = (${moments}::timestamptz[])[authorization_id] where merchant_id = ${merchant.id}`
    const { bars, total } = await showSales(ctx, { first: '2026-03-10', last: '2026-03-11' })
    expect(total.consumptions).toBe(2)
    expect(bars.map(({ start, consumptions }) => [start, consumptions])).toEqual([
      ['2026-03-10', 1],
      ['2026-03-11', 1],
    ])
  })

  it('of a year are told by month, and are nothing where nothing was', async () => {
    const { ctx, merchant } = await newShop()
    const empty = await showSales(ctx, month)
    expect({ total: empty.total, refusals: empty.refusals, by: empty.by }).toEqual({
      total: zero,
      refusals: 0,
      by: { branch: [], company: [], discount: [] },
    })
    await sell(merchant.id, 300)
    const year = await showSales(ctx, { first: addDays(today, -365), last: today })
    expect(year.step).toBe('month')
    expect(year.total.consumptions).toBe(300)
    expect(sumOf(year.bars)).toEqual(salesOf(year.total))
  })

  it('count the calls that were turned away, those of its own credentials alone', async () => {
    const [{ ctx, merchant }, other] = [await newShop(), await newShop()]
    const make = factories(sql())
    const [key, client, stranger] = [
      await make.apiKey(merchant.id),
      await make.oauthClient(merchant.id),
      await make.apiKey(other.merchant.id),
    ]
    const counted = (merchantId: number, ids: { key?: number; client?: number }, outcome: string, calls: number) =>
      sql()`insert into credential_calls (merchant_id, api_key_id, oauth_client_id, hour, outcome, calls)
        values (${merchantId}, ${ids.key ?? null}, ${ids.client ?? null}, date_trunc('hour', now()), ${outcome}, ${calls})`
    await counted(merchant.id, { key: key.id }, 'done', 100)
    await counted(merchant.id, { key: key.id }, 'refused', 3)
    await counted(merchant.id, { client: client.id }, 'denied', 4)
    await counted(merchant.id, { client: client.id }, 'limited', 5)
    await counted(other.merchant.id, { key: stranger.id }, 'refused', 50)
    const view = await showSales(ctx, month)
    expect(view.refusals).toBe(12)
    expect(view.bars.at(-1)).toMatchObject({ start: today, refused: 3, denied: 4, limited: 5 })
  })

  it('with those of the days before read its own hours alone, however many other merchants have', async () => {
    const { ctx, merchant } = await newShop()
    const make = factories(sql())
    const [mine, ...others] = await Promise.all(
      [merchant, ...(await Promise.all(Array.from({ length: 9 }, () => make.merchant())))].map(async ({ id }) => ({
        merchantId: id,
        key: (await make.apiKey(id)).id,
      })),
    )
    for (const { merchantId, key } of [mine, ...others].flatMap((one) => one ?? [])) {
      await sql()`
        insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
        select ${merchantId}, ${key}, date_trunc('hour', now()) - h * interval '1 hour', outcome, 2
        from generate_series(1, 700) h, unnest('{done,refused,failed}'::text[]) outcome`
    }
    await sql()`analyze credential_calls`
    const days = { first: addDays(today, -9), last: addDays(today, -1) }
    const plans = await plansOf(
      databaseUrl(),
      (db) => Promise.all([showTotals({ ...ctx, db }, days, new Date()), showSales({ ...ctx, db }, days)]),
      { scans: true },
    )
    const indexes = plans
      .flatMap(({ nodes }) => nodes.map((node) => node['Index Name'] ?? ''))
      .filter((index) => index.startsWith('credential_calls'))
    expect(indexes).toEqual(Array(3).fill('credential_calls_of_merchant'))
    const { now } = await showTotals(ctx, days, new Date())
    expect(now).toMatchObject({ calls: 9 * 24 * 3 * 2, failed: 9 * 24 * 2 * 2 })
  })

  it('are not for who may not read consumptions', async () => {
    const { ctx } = await newShop(['merchant.discounts.manage'])
    await expect(showSales(ctx, month)).rejects.toMatchObject({ code: 'permission_missing' })
  })
})

describe('what ends soon', () => {
  it('is what its reader may change of the next 30 days, nearest first', async () => {
    const { ctx, merchant } = await newShop()
    const make = factories(sql())
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const [soon, , paused, over] = [
      await make.discount(merchant.id, { validTo: inDays(3) }),
      await make.discount(merchant.id, { validTo: inDays(31) }),
      await make.discount(merchant.id, { validTo: inDays(3), status: 'paused' }),
      await make.discount(merchant.id, { validTo: inDays(-0.5) }),
    ]
    const key = await make.apiKey(merchant.id, { expiresAt: inDays(2) })
    const revoked = await make.apiKey(merchant.id, { expiresAt: inDays(2) })
    await sql()`update api_keys set revoked_at = now() where id = ${revoked.id}`
    await make.apiKey((await newShop()).merchant.id, { expiresAt: inDays(1) })
    expect((await listExpiring(ctx)).map(({ kind, id }) => [kind, id])).toEqual([
      ['api_key', key.id],
      ['discount', soon],
    ])
    expect([paused, over]).not.toContain(soon)
    const { ctx: cashier } = await newColleague(merchant.id, { permissions: ['merchant.consumptions.read'] })
    expect(await listExpiring(cashier)).toEqual([])
  })
})

describe('a discount that ends soon', () => {
  it('ends on its last day, not on the day after (D22)', async () => {
    const { ctx, merchant } = await newShop()
    const lastDay = addDays(today, 2)
    await factories(sql()).discount(merchant.id, { validTo: startOfDay(addDays(lastDay, 1)) })
    const [soon] = await listExpiring(ctx)
    expect(localDayOf(soon?.at ?? new Date(0))).toBe(lastDay)
    expect(formats('es').relative(soon?.at ?? new Date(0), startOfDay(today))).toBe('pasado mañana')
  })
})

describe('the way to the first sale', () => {
  it('is told step by step from what is really there, and ends when all is done', async () => {
    const { ctx, merchant } = await newShop()
    const make = factories(sql())
    await make.identificationTypes()
    const done = async () => (await showProgress(ctx))?.filter((step) => step.done).map(({ key }) => key)
    expect(await done()).toEqual(['two_step'])
    const discountId = await make.discount(merchant.id, { status: 'draft' })
    expect(await done()).toEqual(['two_step'])
    await sql()`update discounts set status = 'published' where id = ${discountId}`
    expect(await done()).toEqual(['two_step', 'published'])
    const company = await make.company()
    await make.affiliation(company.id, merchant.id)
    await make.grant(company.id, merchant.id, discountId)
    const { id } = await make.apiKey(merchant.id)
    expect(await done()).toEqual(['two_step', 'published', 'affiliated', 'granted', 'credential'])
    await sql()`insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, duration_ms, request_id, details)
      values (${merchant.id}, now(), gen_random_uuid(), ${id}, 'checkEligibility', 200, 3, 'r', '{}')`
    expect(await done()).toContain('validated')
    await sell(merchant.id, 1)
    expect(await showProgress(ctx)).toBeUndefined()
  })

  it('says which steps are for its reader', async () => {
    const { ctx } = await newShop(['merchant.integrations.manage'])
    const may = (await showProgress(ctx))?.filter(({ mayDo }) => mayDo).map(({ key }) => key)
    expect(may).toEqual(['two_step', 'credential', 'validated'])
  })
})
