import { describe, expect, it } from 'vitest'
import { call } from '../fixtures/client'
import { newReference, type Shop } from '../fixtures/factories'
import { outcome, startApi, till } from './till'

const api = startApi()

type Listed = { code: string; reference: string; registeredAt: string }

/** A shop with a till that redeems and a reader that lists. */
async function shopWithReader() {
  const { url, sql, make } = api()
  const shop = await make.shop()
  const credential = await make.apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
  return { url, sql, make, shop, my: till(url, shop), reader: till(url, { ...shop, credential }) }
}

/**
 * Records `count` consumptions of the past, five at each instant and a microsecond between the instants, so that pages end
 * among equals. Gives their codes as D46 orders them.
 */
async function history({ merchant, company, discountId, person, credential }: Shop, count: number): Promise<string[]> {
  const { sql } = api()
  const prefix = newReference()
  await sql`
    with held as (
      insert into authorizations (merchant_id, code, reference, status, ended_at, discount_id, company_id, collaborator_id,
        api_key_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select ${merchant.id}, ${prefix} || '-A-' || n, ${prefix} || '-' || n, 'Consumed', now(), ${discountId}, ${company.id},
        ${person.id}, ${credential.id}, 100, 10, 90, 'PCT', 10, 'store', now() + interval '1 hour'
      from generate_series(1, ${count}::int) n
      returning *
    )
    insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
      api_key_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
    select merchant_id, replace(code, '-A-', '-C-'), id, reference, discount_id, company_id, collaborator_id, api_key_id,
      purchase_amount, discount_amount, final_amount, now(),
      now() - interval '1 day' + split_part(code, '-A-', 2)::int * 7 % ${count}::int / 5 * interval '1 microsecond'
    from held`
  const rows = await sql<{ code: string }[]>`
    select code from consumptions where merchant_id = ${merchant.id} and code like ${`${prefix}%`}
    order by registered_at desc, id desc`
  expect(rows).toHaveLength(count)
  return rows.map(({ code }) => code)
}

describe('the consumptions list (D46)', () => {
  it('shows a consumption as it was answered, with its discount, branch and registration', async () => {
    const { sql, make, shop, my, reader } = await shopWithReader()
    const branchId = await make.branch(shop.merchant.id)
    const consumed = await my.consume(await my.reserved({ branchId }), { purchaseAmount: 400 })
    const [row] = await sql`select registered_at from consumptions where code = ${consumed.body.value.code}`
    const answer = await reader.list()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      value: [
        {
          ...consumed.body.value,
          merchantDiscountId: shop.discountId,
          branchId,
          registeredAt: row?.registered_at.toISOString(),
        },
      ],
      meta: { nextCursor: null },
    })
  })

  it('is empty for a merchant without consumptions: authorizations are none', async () => {
    const { my, reader } = await shopWithReader()
    await my.reserved()
    await my.release(await my.reserved())
    expect((await reader.list()).body).toMatchObject({ value: [], meta: { nextCursor: null } })
  })

  it('lists the newest registered first, whatever consumptionDate says', async () => {
    const { my, reader } = await shopWithReader()
    const codes: string[] = []
    for (const consumptionDate of ['2026-01-02T00:00:00Z', '2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z']) {
      codes.unshift((await my.consume(await my.reserved(), { consumptionDate })).body.value.code)
    }
    expect((await reader.list()).body.value.map(({ code }: Listed) => code)).toEqual(codes)
  })

  it.each([[1], [7], [10], [11], [54], [55], [56], [200]])(
    'visits 55 rows each exactly once, in order, by pages of %d, though new ones arrive meanwhile',
    async (limit) => {
      const { shop, my, reader } = await shopWithReader()
      const codes = await history(shop, 55)
      const seen: string[] = []
      const sizes: number[] = []
      let cursor: string | null = null
      do {
        const { value, meta }: { value: Listed[]; meta: { nextCursor: string | null } } = (
          await reader.list({ limit: String(limit), ...(cursor === null ? {} : { cursor }) })
        ).body
        seen.push(...value.map(({ code }) => code))
        sizes.push(value.length)
        cursor = meta.nextCursor
        if (sizes.length === 1) await my.consume(await my.reserved())
      } while (cursor !== null)
      expect(seen).toEqual(codes)
      // Full pages, and no empty one at the end.
      const full = Math.floor(55 / limit)
      expect(sizes).toEqual([...Array(full).fill(limit), ...(55 % limit === 0 ? [] : [55 % limit])])
    },
  )

  it('gives 50 rows when no limit is sent', async () => {
    const { shop, reader } = await shopWithReader()
    const codes = await history(shop, 55)
    const { value, meta } = (await reader.list()).body
    expect(value.map(({ code }: Listed) => code)).toEqual(codes.slice(0, 50))
    expect(meta.nextCursor).toEqual(expect.any(String))
  })

  it("shows a merchant its own alone, with a cursor of another's too", async () => {
    const { url, shop, my, reader } = await shopWithReader()
    const other = await shopWithReader()
    await history(shop, 12)
    await my.consume(await my.reserved({ reference: 'mine' }))
    const mine = await other.my.consume(await other.my.reserved({ reference: 'mine' }))
    const { code } = mine.body.value
    const codesOf = async (query: Record<string, string>) =>
      (await other.reader.list(query)).body.value.map((listed: Listed) => listed.code)
    expect(await codesOf({})).toEqual([code])
    expect(await codesOf({ reference: 'mine' })).toEqual([code])
    const foreign = (await reader.list({ limit: '1' })).body
    expect(await codesOf({ code: foreign.value[0].code })).toEqual([])
    const cursor = foreign.meta.nextCursor
    const page = await call(url, 'listConsumptions', {
      credential: await api().make.apiKey(other.shop.merchant.id, { permissions: ['core.consumptions.read'] }),
      query: { cursor },
    })
    expect(page.body.value.filter((listed: Listed) => listed.code !== code)).toEqual([])
  })
})

describe('its filters (D46)', () => {
  it('takes registrations from an instant on, and before an instant', async () => {
    const { sql, shop, reader } = await shopWithReader()
    const codes = await history(shop, 3)
    for (const [i, code] of codes.entries()) {
      const at = `2026-03-0${3 - i}T12:00:00Z`
      await sql`update consumptions set registered_at = ${at} where code = ${code}`
    }
    const [third, second, first] = codes
    const found = async (query: Record<string, string>) =>
      (await reader.list(query)).body.value.map(({ code }: Listed) => code)
    expect(await found({ from: '2026-03-02T12:00:00Z' })).toEqual([third, second])
    expect(await found({ from: '2026-03-02T12:00:00.001Z' })).toEqual([third])
    expect(await found({ to: '2026-03-02T12:00:00Z' })).toEqual([first])
    expect(await found({ to: '2026-03-02T12:00:00.001Z' })).toEqual([second, first])
    expect(await found({ from: '2026-03-02T08:00:00-04:00', to: '2026-03-03T08:00:00-04:00' })).toEqual([second])
    expect(await found({ from: '2026-03-03T00:00:00Z', to: '2026-03-01T00:00:00Z' })).toEqual([])
  })

  it('takes the consumptions of one branch, of one reference, of one code, and of all of these together', async () => {
    const { make, shop, my, reader } = await shopWithReader()
    const here = await make.branch(shop.merchant.id)
    const there = await make.branch(shop.merchant.id)
    const elsewhere = await make.branch((await make.merchant()).id)
    const sell = async (fields: Record<string, unknown>) =>
      (await my.consume(await my.reserved(fields))).body.value.code as string
    const a = await sell({ branchId: here, reference: 'R 1' })
    const b = await sell({ branchId: there, reference: 'R 1' })
    const c = await sell({ branchId: here, reference: 'r 1' })
    const d = await sell({ reference: 'R 2' })
    const found = async (query: Record<string, string | number>) => {
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
      return (await reader.list(Object.fromEntries(texts))).body.value.map(({ code }: Listed) => code)
    }
    expect(await found({ branchId: here })).toEqual([c, a])
    expect(await found({ branchId: there })).toEqual([b])
    expect(await found({ branchId: elsewhere })).toEqual([])
    expect(await found({ branchId: 2_000_000_000 })).toEqual([])
    expect(await found({ branchId: 4_294_967_296 + here })).toEqual([])
    expect(await found({ reference: 'R 1' })).toEqual([b, a])
    expect(await found({ reference: 'R 3' })).toEqual([])
    expect(await found({ code: d })).toEqual([d])
    expect(await found({ code: d.toLowerCase() })).toEqual([])
    expect(await found({ branchId: here, reference: 'R 1', code: a, from: '2026-01-01T00:00:00Z' })).toEqual([a])
    expect(await found({ branchId: there, code: a })).toEqual([])
    const { nextCursor } = (await reader.list({ reference: 'R 1', limit: '1' })).body.meta
    expect(await found({ reference: 'R 1', limit: 1, cursor: nextCursor })).toEqual([a])
  })

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', '1e1'],
    ['limit', ' 5'],
    ['limit', 'all'],
    ['limit', ''],
    ['cursor', ''],
    ['cursor', 'x'],
    ['cursor', '12:34'],
    ['cursor', Buffer.from('12').toString('base64url')],
    ['cursor', Buffer.from("1:1' or true").toString('base64url')],
    ['cursor', Buffer.from('1:99999999999999999999').toString('base64url')],
    ['from', '2026-02-30T00:00:00Z'],
    ['from', '2026-01-01T00:00:00'],
    ['from', '2026-01-01'],
    ['from', 'yesterday'],
    ['from', ''],
    ['to', '2026-01-01'],
    ['to', '1790000000'],
    ['branchId', '0'],
    ['branchId', '-1'],
    ['branchId', '1.5'],
    ['branchId', 'centro'],
    ['branchId', ''],
    ['reference', ''],
    ['reference', ' '],
    ['reference', 'x'.repeat(65)],
    ['code', ''],
    ['code', 'x'.repeat(65)],
  ])('refuses %s = %j with the name of the field', async (field, value) => {
    const { reader } = await shopWithReader()
    const answer = await reader.list({ [field]: value })
    expect([...new Set(outcome(answer).split(' '))].join(' ')).toBe(`400 invalid_request ${field}`)
  })

  it('refuses a repeated parameter and ignores one that it does not know', async () => {
    const { url, shop, make, reader } = await shopWithReader()
    const { apiKey } = await make.apiKey(shop.merchant.id, { permissions: ['core.consumptions.read'] })
    const repeated = await fetch(`${url}/api/v1/consumptions?limit=1&limit=1`, { headers: { 'X-Api-Key': apiKey } })
    expect([repeated.status, (await repeated.json()).messages[0].field]).toEqual([400, 'limit'])
    expect(outcome(await reader.list({ merchantId: '1', page: '7' }))).toBe('200')
  })
})

describe('who may read it (D54)', () => {
  it('is refused to a credential that may only redeem', async () => {
    const { my } = await shopWithReader()
    expect(outcome(await my.list())).toBe('403 permission_missing')
  })

  it('gives a credential that may only read nothing of the redemption', async () => {
    const { my, reader, shop, sql } = await shopWithReader()
    const held = await my.reserved()
    const refused = [
      await reader.apply(),
      await reader.consume(held),
      await reader.release(held),
      await reader.find(held.reference),
      await reader.eligibility(),
    ]
    for (const answer of refused) expect(outcome(answer)).toBe('403 permission_missing')
    expect(
      await sql`select from authorizations where merchant_id = ${shop.merchant.id} and status = 'Authorized'`,
    ).toHaveLength(1)
    expect(outcome(await reader.list())).toBe('200')
  })

  it('is open with both permissions to both', async () => {
    const { url, make, shop } = await shopWithReader()
    const credential = await make.apiKey(shop.merchant.id, {
      permissions: ['core.integrations', 'core.consumptions.read'],
    })
    const both = till(url, { ...shop, credential })
    const consumed = await both.consume(await both.reserved())
    expect((await both.list()).body.value).toMatchObject([{ code: consumed.body.value.code }])
  })
})
