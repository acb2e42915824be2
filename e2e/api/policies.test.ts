import { describe, expect, it } from 'vitest'
import { carryOutPolicy } from '@/lib/policies/carry-out-policy'
import type { PolicyOrder } from '@/lib/policies/drafts'
import { call } from '../fixtures/client'
import type { Shop } from '../fixtures/factories'
import { openTestOffice, people } from '../fixtures/members'
import { openForTests } from '../fixtures/open-for-tests'
import { authorizationRow, outcome, startApi, till } from './till'

/** What the operator sets for one merchant: the next call knows it, and what was set until a moment ends by itself (ADR-0058). */

const api = startApi({ RATE_LIMIT_PER_MINUTE: '60', RATE_LIMIT_BURST: '7', RATE_LIMIT_MISSES_PER_MINUTE: '5' })
const office = openForTests(async (atEnd) => {
  const opened = openTestOffice(api().databaseUrl)
  atEnd(() => opened.sql.end())
  return opened
})

const usual = { perMinute: 60, burst: 7, missesPerMinute: 5, authorizationTtlSeconds: 900 }

/** The limits that a merchant's system is told (D59). */
const told = async ({ credential }: Shop) =>
  (await call(api().url, 'describeCredential', { credential })).body.value.limits

async function set({ merchant }: Shop, order: Partial<PolicyOrder> & Pick<PolicyOrder, 'policy' | 'value'>) {
  const member = await people(api().sql).newMember(merchant.id)
  const whole = { merchantId: merchant.id, burst: null, until: null, reason: 'Campaña', ...order }
  await office().db.transaction((tx) =>
    carryOutPolicy(tx, whole, { changedBy: member.id, approvedBy: null }, new Date()),
  )
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Lets every moment that was set for a merchant come. */
const letEnd = ({ merchant }: Shop) => api().sql`
  update merchants set calls_until = now() where id = ${merchant.id} and calls_until is not null`

/** Calls in a row that are let in, up to 40. */
async function letIn({ credential }: Shop): Promise<number> {
  for (let calls = 0; calls < 40; calls++) {
    const answer = await call(api().url, 'listIdentificationTypes', { credential })
    if (answer.status === 429) return calls
  }
  return 40
}

describe('a limit of calls (D56)', () => {
  it('of one merchant holds from the next call on, of each of its credentials, and of no other merchant', async () => {
    const [shop, other] = [await api().make.shop(), await api().make.shop()]
    await set(shop, { policy: 'calls', value: 1, burst: 3 })
    expect(await told(shop)).toEqual({ ...usual, perMinute: 1, burst: 3 })
    expect(await letIn(shop)).toBe(2)
    const refused = await call(api().url, 'listIdentificationTypes', { credential: shop.credential })
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"default";q=3;w=180'])
    expect(await told(other)).toEqual(usual)
    const another = { ...shop, credential: await api().make.apiKey(shop.merchant.id) }
    expect(await told(another)).toEqual({ ...usual, perMinute: 1, burst: 3 })
    await set(shop, { policy: 'calls', value: null })
    expect(await told({ ...shop, credential: await api().make.apiKey(shop.merchant.id) })).toEqual(usual)
  })

  it('that was set until a moment gives way to the one before when the moment comes, without anything being done', async () => {
    const shop = await api().make.shop()
    await set(shop, { policy: 'calls', value: 30, burst: 4 })
    await set(shop, { policy: 'calls', value: 6_000, burst: 300, until: inAnHour() })
    expect(await told(shop)).toEqual({ ...usual, perMinute: 6_000, burst: 300 })
    await letEnd(shop)
    expect(await told(shop)).toEqual({ ...usual, perMinute: 30, burst: 4 })
  })

  it('that is set to stand ends one that was set until a moment', async () => {
    const shop = await api().make.shop()
    await set(shop, { policy: 'calls', value: 6_000, until: inAnHour() })
    expect(await told(shop)).toEqual({ ...usual, perMinute: 6_000 })
    await set(shop, { policy: 'calls', value: 45, burst: 5 })
    expect(await told(shop)).toEqual({ ...usual, perMinute: 45, burst: 5 })
  })
})

describe('the other policies', () => {
  it('change the budget of misses (D60), and the life of authorizations that are made from then on (D35)', async () => {
    const shop = await api().make.shop()
    const my = till(api().url, shop)
    const lifeOf = async (held: Awaited<ReturnType<typeof my.reserved>>) => {
      const row = await authorizationRow(api().sql, held)
      return (row.expires_at.getTime() - row.authorized_at.getTime()) / 1_000
    }
    const before = await my.reserved()
    await set(shop, { policy: 'authorization_life', value: 120 })
    await set(shop, { policy: 'misses', value: 2, until: inAnHour() })
    expect(await told(shop)).toEqual({ ...usual, missesPerMinute: 2, authorizationTtlSeconds: 120 })
    expect(Math.round(await lifeOf(await my.reserved()))).toBe(120)
    expect(Math.round(await lifeOf(before))).toBe(900)
    const strangers = []
    for (let n = 0; n < 3; n++) strangers.push(outcome(await my.eligibility({ identification: `99900000${n}` })))
    expect(strangers).toEqual(['200', '200', '429 rate_limited'])
  })

  it('admit a late notification until the moment that was set, and none after it (D61)', async () => {
    const shop = await api().make.shop()
    const my = till(api().url, shop)
    const ended = async () => {
      const held = await my.reserved()
      await api().sql`
        update authorizations set authorized_at = now() - interval '30 minutes', expires_at = now() - interval '15 minutes'
        where code = ${held.authorizationCode}`
      return { held, paid: { consumptionDate: new Date(Date.now() - 20 * 60_000).toISOString() } }
    }
    await set(shop, { policy: 'late_notification', value: 2, until: inAnHour() })
    const [first, second] = [await ended(), await ended()]
    expect(outcome(await my.consume(first.held, first.paid))).toBe('201')
    await api().sql`update merchants set late_notification_until = now() where id = ${shop.merchant.id}`
    expect(outcome(await my.consume(second.held, second.paid))).toBe('400 authorization_expired')
  })
})

describe('an identification type that was retired', () => {
  it('is on no list, and a call that names it is refused as one that names no type (D24)', async () => {
    const { sql, url, make } = api()
    const shop = await make.shop()
    const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`
      insert into identification_types (id, name, retired_at) values (77, 'Carnet', now()) returning id`
    const { body } = await call(url, 'listIdentificationTypes', { credential: shop.credential })
    expect(body.value.map((one: { id: number }) => one.id)).not.toContain(id)
    const my = till(url, shop)
    expect(outcome(await my.eligibility({ identificationTypeId: id }))).toBe('400 invalid_request identificationTypeId')
    expect(outcome(await my.apply({ identificationTypeId: id }))).toBe('400 invalid_request identificationTypeId')
  })
})
