import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/credentials/create-api-key'
import { createOAuthClient } from '@/lib/credentials/create-oauth-client'
import { endAllCredentials } from '@/lib/credentials/end-all-credentials'
import { listComebacks } from '@/lib/credentials/list-comebacks'
import { incidentFilterOf } from '@/lib/requests/incident'
import { exportIncident, showIncident } from '@/lib/requests/show-incident'
import { call } from '../fixtures/client'
import { factories, newReference } from '../fixtures/factories'
import { contextOf, openTestOffice, people } from '../fixtures/members'
import { plansOf } from '../fixtures/plans'
import { startService } from '../fixtures/service'
import { newClient, newKey, permissions, startOffice } from './office'
import { rowsOf } from './tenants/matrix'

/** Issue 13, 9: what a credential did in the last hours, and what has come back since it ended. */

const { sql, databaseUrl, newShop } = startOffice()

const about = (id: number, asked: Record<string, string> = {}) => {
  const filter = incidentFilterOf({ credential: `key-${id}`, ...asked })
  if (filter.credential === undefined) throw new Error('it was named')
  return { ...filter, credential: filter.credential }
}

describe('an incident sheet', () => {
  it('has every call of a till, with its branch, address, terminal and what was paid, and what they add up to', async () => {
    const make = factories(sql())
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id)
    await sql()`update branches set name = 'Naco' where id = ${branchId}`
    const other = await make.apiKey(shop.merchant.id)
    const { credential, person, discountId } = shop
    const { identificationTypeId, identification } = person
    const service = await startService(databaseUrl())
    const headers = { 'X-Terminal-Id': 'CAJA-01' }
    try {
      const of = (more: object) => ({ credential, headers, body: { identificationTypeId, identification, ...more } })
      const asked = await call(service.url, 'checkEligibility', of({ purchaseAmount: 500, branchId }))
      const reference = newReference()
      const applied = await call(
        service.url,
        'applyDiscount',
        of({ merchantDiscountId: discountId, purchaseAmount: 1000, reference, branchId }),
      )
      const { authorizationCode } = applied.body.value
      const consumed = {
        ...{ credential, headers, idempotencyKey: randomUUID() },
        body: { authorizationCode, reference, consumptionDate: new Date().toISOString() },
      }
      const paid = [
        await call(service.url, 'registerConsumption', consumed),
        await call(service.url, 'registerConsumption', consumed),
      ]
      const wrong = await call(
        service.url,
        'applyDiscount',
        of({ merchantDiscountId: discountId, purchaseAmount: -1, reference }),
      )
      await call(service.url, 'listIdentificationTypes', { credential: other })
      expect([asked.status, applied.status, ...paid.map(({ status }) => status), wrong.status]).toEqual([
        200, 201, 201, 201, 400,
      ])
    } finally {
      await service.stop()
    }
    const office = openTestOffice(databaseUrl())
    const ctx = contextOf(office, shop.merchant.id, await people(sql()).newMember(shop.merchant.id))
    const sheet = await showIncident(ctx, about(credential.id), new Date())
    const first = { status: 201, branchName: 'Naco', terminal: 'CAJA-01', purchaseCents: null }
    expect(sheet.calls).toMatchObject([
      { operation: 'applyDiscount', status: 400, code: 'invalid_request', branchName: null, purchaseCents: null },
      // The repeated answer is not a second redemption.
      { ...first, operation: 'registerConsumption', replayed: true },
      { ...first, operation: 'registerConsumption', replayed: false, purchaseCents: 100_000n },
      { ...first, operation: 'applyDiscount' },
      { ...first, operation: 'checkEligibility', status: 200 },
    ])
    const address = expect.stringMatching(/127\.0\.0\.1$/)
    expect(sheet.calls.map((one) => one.address)).toEqual(Array(5).fill(address))
    expect(sheet.addresses).toMatchObject([{ address, calls: 5, failed: 1 }])
    expect(sheet.branches).toEqual([{ name: 'Naco', count: 1, purchaseCents: 100_000n, discountCents: 10_000n }])
    expect(sheet.totals).toEqual({
      ...{ calls: 5, failed: 1, addresses: 1 },
      ...{ redemptions: 1, purchaseCents: 100_000n, discountCents: 10_000n },
    })
    expect(JSON.stringify(sheet, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      identification,
    )
    const hour = new Date(Date.now() + 3_600_000)
    expect(await showIncident(ctx, about(credential.id, { hours: '1' }), hour)).toMatchObject({
      calls: [],
      branches: [],
    })
    await office.sql.end()
  })

  it('has its pages, and its file, each call once, in the order asked for', async () => {
    const { ctx, merchant } = await newShop()
    const { id } = await newKey(ctx)
    await sql()`select keep_api_request_days((now() at time zone 'UTC')::date - 1)`
    await sql()`select keep_api_request_days((now() at time zone 'UTC')::date)`
    await sql()`
      insert into api_requests (merchant_id, occurred_at, id, api_key_id, operation, status, code, duration_ms, request_id, address, details)
      select ${merchant.id}::int, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
          || '8' || substr(md5(n::text), 4, 15))::uuid, ${id}::int, 'checkEligibility', case when n % 10 = 0 then 400 else 200 end,
        case when n % 10 = 0 then 'invalid_request' end, 1, 'req_' || n, '198.51.100.' || n % 60, '{}'
      from (select n, date_trunc('milliseconds', now()) - n * interval '10 minutes' as at from generate_series(1, 200) n) s`
    const now = new Date()
    for (const sort of ['-when', 'when']) {
      const seen: string[] = []
      const turn = sort === 'when' ? 'after' : 'before'
      let place: Record<string, string> = {}
      for (;;) {
        const sheet = await showIncident(ctx, about(id, { hours: '24', size: '50', sort, ...place }), now)
        seen.push(...sheet.calls.map(({ requestId }) => requestId))
        const next = sort === 'when' ? sheet.newerThan : sheet.olderThan
        if (next === undefined) break
        place = { [turn]: next }
      }
      const newestFirst = Array.from({ length: 143 }, (_, n) => `req_${n + 1}`)
      expect(seen).toEqual(sort === 'when' ? newestFirst.toReversed() : newestFirst)
    }
    const { totals, addresses } = await showIncident(ctx, about(id), now)
    expect(totals).toMatchObject({ calls: 143, failed: 14, addresses: 60 })
    expect(addresses).toHaveLength(50)
    const few = await showIncident(ctx, about(id), now, 100)
    expect(few.totals).toMatchObject({ calls: 100, failed: 10, addresses: 60 })
    expect(few.countedSince?.getTime()).toBe(Math.min(...few.addresses.map(({ firstAt }) => firstAt.getTime())))
    expect((await showIncident(ctx, about(id), now)).countedSince).toBeUndefined()
    const file = await rowsOf(exportIncident(ctx, about(id, { hours: '6' }), now))
    expect(file.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 35 }, (_, n) => `req_${n + 1}`))
  })

  it('is read by indexes', async () => {
    const { ctx } = await newShop()
    const { id } = await newKey(ctx)
    const plans = await plansOf(databaseUrl(), (db) => showIncident({ ...ctx, db }, about(id), new Date()))
    const scanned = plans.flatMap(({ nodes }) => nodes).filter((node) => node['Node Type'] === 'Seq Scan')
    expect(scanned).toEqual([])
  })
})

describe('what has come back', () => {
  it('is ticked by what happened: a new one of the name was made, called and sold', async () => {
    const { ctx, merchant } = await newShop()
    const key = await newKey(ctx, 'Caja 1', 365)
    await newClient(ctx, 'ERP')
    await endAllCredentials(ctx, { confirmation: merchant.name })
    const states = async () => {
      const { comebacks } = await listComebacks(ctx, new Date())
      return comebacks.map(({ name, kind, permissions: may, validityDays, replacement }) => ({
        ...{ name, kind, may, validityDays },
        ticks: [replacement !== undefined, replacement?.called ?? false, replacement?.sold ?? false],
      }))
    }
    const [client, ended] = [
      { name: 'ERP', kind: 'oauth_client', may: permissions, validityDays: 90 },
      { name: 'Caja 1', kind: 'api_key', may: permissions, validityDays: 365 },
    ]
    const not = [false, false, false]
    const byName = (all: Awaited<ReturnType<typeof states>>) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(byName(await states())).toEqual([
      { ...ended, ticks: not },
      { ...client, ticks: not },
    ])
    // One of another name, and one of another kind, are none.
    await createApiKey(ctx, { name: 'Caja 2', permissions, validityDays: 30 })
    await createOAuthClient(ctx, { name: 'Caja 1', permissions })
    expect(byName(await states())[0]?.ticks).toEqual(not)
    const again = await createApiKey(ctx, { name: 'CAJA 1', permissions, validityDays: 30 })
    expect(byName(await states())[0]?.ticks).toEqual([true, false, false])
    await sql()`update api_keys set last_used_at = now() where id = ${again.id}`
    expect(byName(await states())[0]?.ticks).toEqual([true, true, false])
    const make = factories(sql())
    await make.identificationTypes()
    const company = await make.company()
    const person = await make.person(company.id)
    const discountId = await make.discount(merchant.id)
    const code = newReference()
    await sql()`
      with made as (
        insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at, ended_at)
        values (${merchant.id}, ${code}, ${code}, 'Consumed', ${discountId}, ${company.id}, ${person.id}, ${again.id}, 100, 10, 90, 'PCT', 10,
          'store', now() + interval '15 minutes', now())
        returning *)
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, consumption_date)
      select merchant_id, code, id, reference, discount_id, company_id, collaborator_id, api_key_id, 100, 10, 90, now() from made`
    expect(byName(await states())[0]?.ticks).toEqual([true, true, true])
    expect(byName(await states())[1]?.ticks).toEqual(not)
    await sql()`update api_keys set created_at = now() - interval '20 days', revoked_at = now() - interval '8 days' where id = ${key.id}`
    expect((await states()).map(({ name }) => name)).toEqual(['ERP'])
  })

  it('says how many more may be made', async () => {
    const { ctx } = await newShop()
    await newKey(ctx, 'Caja 1')
    expect((await listComebacks(ctx, new Date())).room).toEqual({ api_key: 9, oauth_client: 10 })
  })
})
