import { describe, expect, it } from 'vitest'
import { deleteOAuthClient } from '@/lib/credentials/delete-oauth-client'
import { showImpact, showImpactOfAll } from '@/lib/credentials/show-impact'
import { factories } from '../fixtures/factories'
import { people } from '../fixtures/members'
import { plansOf } from '../fixtures/plans'
import { newClient, newKey, startOffice } from './office'

/** Issue 13, 3: what stops with a credential, as it is shown before somebody ends it. */

const { sql, databaseUrl, newShop } = startOffice()

type Made = { key?: number; client?: number; branch?: number | null; amount?: string; ago?: string }

let sold = 0

/** What the shop of a credential sells: authorizations that wait, expired ones, and redemptions. */
async function newSales() {
  const shop = await newShop()
  const make = factories(sql())
  await make.identificationTypes()
  const company = await make.company()
  const person = await make.person(company.id)
  const discountId = await make.discount(shop.merchant.id)
  const merchantId = shop.merchant.id
  const authorize = async (made: Made, status: 'Authorized' | 'Consumed' = 'Authorized', endsIn = '10 minutes') => {
    const { key = null, client = null, branch = null, amount = '100.00', ago = '0' } = made
    const name = `S-${++sold}`
    const [row] = await sql()`
      insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, branch_id, api_key_id,
        oauth_client_id, purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at,
        ended_at)
      values (${merchantId}, ${name}, ${name}, ${status}, ${discountId}, ${company.id}, ${person.id}, ${branch}, ${key}, ${client},
        ${amount}, 10, ${amount}::numeric - 10, 'PCT', 10, 'store', now() - ${ago}::interval - interval '1 hour',
        now() - ${ago}::interval + ${endsIn}::interval, ${status === 'Consumed' ? sql()`now() - ${ago}::interval` : null})
      returning id`
    return { id: Number(row?.id), name }
  }
  /** Reserved and confirmed by the same credential. */
  const sell = async (made: Made) => {
    const { id, name } = await authorize(made, 'Consumed')
    const { key = null, client = null, branch = null, amount = '100.00', ago = '0' } = made
    await sql()`
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, branch_id,
        api_key_id, oauth_client_id, purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      values (${merchantId}, ${name}, ${id}, ${name}, ${discountId}, ${company.id}, ${person.id}, ${branch}, ${key}, ${client},
        ${amount}, 10, ${amount}::numeric - 10, now(), now() - ${ago}::interval)`
  }
  const branch = async (name: string) => {
    const id = await make.branch(merchantId)
    await sql()`update branches set name = ${name} where id = ${id}`
    return id
  }
  return { ...shop, merchantId, authorize, sell, branch }
}

const keyOf = (id: number) => ({ kind: 'api_key', id }) as const
const clientOf = (id: number) => ({ kind: 'oauth_client', id }) as const

describe('what depends on a credential', () => {
  it('is what it redeemed in 24 hours and in 7 days, by branch, and nothing of another', async () => {
    const { ctx, sell, branch } = await newSales()
    const [{ id: key }, { id: client }] = [await newKey(ctx), await newClient(ctx)]
    const [naco, churchill] = [await branch('Naco'), await branch('Churchill')]
    await sell({ key, branch: naco, amount: '1000.25' })
    await sell({ key, branch: naco, amount: '500.50', ago: '23 hours 59 minutes' })
    await sell({ key, branch: churchill, amount: '200.00', ago: '24 hours 1 minute' })
    await sell({ key, branch: null, amount: '50.00', ago: '6 days 23 hours' })
    await sell({ key, branch: naco, amount: '9000.00', ago: '7 days 1 minute' })
    await sell({ client, branch: naco, amount: '7000.00' })
    expect(await showImpact(ctx, keyOf(key))).toMatchObject({
      day: { count: 2, cents: 150_075n },
      week: { count: 4, cents: 175_075n },
      branches: [
        { name: 'Naco', count: 2 },
        { name: 'Churchill', count: 1 },
        { name: null, count: 1 },
      ],
    })
    expect(await showImpact(ctx, clientOf(client))).toMatchObject({
      day: { count: 1, cents: 700_000n },
      week: { count: 1, cents: 700_000n },
      branches: [{ name: 'Naco', count: 1 }],
    })
    expect(await showImpactOfAll(ctx)).toMatchObject({ credentials: 2, week: { count: 5, cents: 875_075n } })
  })

  it('is the tills that called with it last, by branch, those of the last 7 days', async () => {
    const { ctx, merchantId, branch } = await newSales()
    const [one, other] = [await newKey(ctx), await newKey(ctx, 'Otra')]
    const client = await newClient(ctx)
    const naco = await branch('Naco')
    const till = (
      terminal: string,
      at: { key?: number; client?: number; branch?: number; ago: string; archived?: boolean },
    ) => sql()`
      insert into terminals (merchant_id, terminal, branch_id, api_key_id, oauth_client_id, first_seen_at, seen_at, last_call_at, archived_at)
      values (${merchantId}, ${terminal}, ${at.branch ?? null}, ${at.key ?? null}, ${at.client ?? null}, now() - interval '30 days', now(),
        now() - ${at.ago}::interval, ${at.archived ? sql()`now()` : null})`
    await till('1', { key: one.id, branch: naco, ago: '1 minute' })
    await till('2', { key: one.id, branch: naco, ago: '6 days' })
    await till('3', { key: one.id, ago: '1 day' })
    await till('4', { key: one.id, branch: naco, ago: '8 days' })
    await till('5', { key: one.id, branch: naco, ago: '1 day', archived: true })
    await till('6', { key: other.id, branch: naco, ago: '1 minute' })
    await till('7', { client: client.id, ago: '1 minute' })
    expect((await showImpact(ctx, keyOf(one.id))).terminals).toEqual([
      { name: 'Naco', count: 2 },
      { name: null, count: 1 },
    ])
    expect((await showImpact(ctx, clientOf(client.id))).terminals).toEqual([{ name: null, count: 1 }])
    expect((await showImpactOfAll(ctx)).terminals).toEqual([
      { name: 'Naco', count: 3 },
      { name: null, count: 2 },
    ])
  })

  it('is nothing for one that was never used', async () => {
    const { ctx } = await newSales()
    const { id } = await newKey(ctx)
    expect(await showImpact(ctx, keyOf(id))).toEqual({
      credentials: 1,
      calls: 0,
      lastCallAt: null,
      day: { count: 0, cents: 0n },
      week: { count: 0, cents: 0n },
      branches: [],
      terminals: [],
      inFlight: { count: 0, cents: 0n, until: null, confirmable: 'person' },
      quietest: undefined,
      canRemind: false,
    })
    expect(await showImpactOfAll((await newShop()).ctx)).toMatchObject({ credentials: 0, calls: 0, week: { count: 0 } })
  })

  it('is what it reserved and is not over, until the last of it expires', async () => {
    const { ctx, merchantId, authorize, sell } = await newSales()
    const { id: key } = await newKey(ctx)
    await authorize({ key, amount: '100.00' }, 'Authorized', '5 minutes')
    const { id: last } = await authorize({ key, amount: '250.50' }, 'Authorized', '12 minutes')
    // Over, although nobody has marked it yet; paid; another's.
    await authorize({ key, amount: '900.00' }, 'Authorized', '-1 second')
    await sell({ key })
    await authorize({ client: (await newClient(ctx)).id, amount: '800.00' }, 'Authorized', '14 minutes')
    const { inFlight } = await showImpact(ctx, keyOf(key))
    const [row] =
      await sql()`select expires_at as until from authorizations where merchant_id = ${merchantId} and id = ${last}`
    expect(inFlight).toMatchObject({ count: 2, cents: 35_050n, until: row?.until })
  })

  it('may be confirmed by another live credential that redeems, else by a person with a till, else by nobody (D41, D68)', async () => {
    const { ctx, merchantId } = await newSales()
    const { id: key } = await newKey(ctx)
    const { id: client } = await newClient(ctx)
    const confirmable = async () => (await showImpact(ctx, keyOf(key))).inFlight.confirmable
    expect(await confirmable()).toBe('credential')
    await sql()`update oauth_clients set permissions = '{core.consumptions.read}' where id = ${client}`
    expect(await confirmable()).toBe('person')
    await sql()`update oauth_clients set permissions = '{core.integrations}' where id = ${client}`
    await deleteOAuthClient(ctx, { id: client, confirmation: 'ERP' })
    const expired = await newKey(ctx, 'Caja vencida')
    await sql()`update api_keys set created_at = now() - interval '2 days', expires_at = now() where id = ${expired.id}`
    expect(await confirmable()).toBe('person')
    await sql()`update merchant_memberships set permissions = array_remove(permissions, 'merchant.redemptions.make')
      where merchant_id = ${merchantId}`
    expect(await confirmable()).toBe('nobody')
    const colleague = await people(sql()).newMember(merchantId, { disabled: true })
    expect(colleague.permissions).toContain('merchant.redemptions.make')
    expect(await confirmable()).toBe('nobody')
  })

  it('was called least at an hour of Santo Domingo, by the accepted calls of four weeks', async () => {
    const { ctx, merchantId } = await newSales()
    const { id: key } = await newKey(ctx)
    // 24 hours of yesterday's: many but at 11:00 UTC, which is 7:00, where only refused secrets came; and one of long ago.
    await sql()`
      insert into credential_calls (merchant_id, api_key_id, hour, outcome, calls)
      select ${merchantId}::int, ${key}::int, date_trunc('day', now(), 'UTC') - h * interval '1 hour',
        case when h = 13 then 'denied' else 'done' end, 500
      from generate_series(1, 24) h
      union all
      select ${merchantId}::int, ${key}::int, date_trunc('day', now(), 'UTC') - interval '29 days' - interval '13 hours', 'done', 9000`
    expect((await showImpact(ctx, keyOf(key))).quietest).toBe(7)
  })
})

describe('the questions behind it', () => {
  it('are answered by indexes', async () => {
    const { ctx } = await newSales()
    const { id: key } = await newKey(ctx)
    for (const ask of [
      (db: typeof ctx.db) => showImpact({ ...ctx, db }, keyOf(key)),
      (db: typeof ctx.db) => showImpactOfAll({ ...ctx, db }),
    ]) {
      const plans = await plansOf(databaseUrl(), ask)
      const nodes = plans.flatMap((plan) => plan.nodes)
      const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'])
      expect(scanned.filter((name) => name !== 'users' && name !== 'merchant_memberships')).toEqual([])
    }
  })
})
