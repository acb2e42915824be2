import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, tokenOf } from '../fixtures/client'
import { authorizationRow, expire, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

type My = ReturnType<typeof till>
type Fields = Record<string, unknown>

/** A shop whose till has confirmed once, and may send the very same request again. */
async function confirmed(fields: Fields = {}) {
  const { url, sql, make } = api()
  const shop = await make.shop()
  const my = till(url, shop)
  const held = await my.reserved()
  const idempotencyKey = randomUUID()
  const body = my.consumeBody(held, { consumptionDate: '2026-01-31T20:00:00-04:00', ...fields })
  const first = await my.consume(held, body, { idempotencyKey })
  expect(outcome(first)).toBe('201')
  const again = (options: Parameters<My['consume']>[2] = {}) => my.consume(held, body, { idempotencyKey, ...options })
  return { url, sql, make, shop, my, held, idempotencyKey, body, first, again }
}

/** The same bytes as the first time, marked as a replay. */
function expectReplay(answer: Answer, first: Answer): void {
  expect(outcome(answer)).toBe('201 replayed')
  expect(answer.headers.get('idempotent-replayed')).toBe('true')
  expect(answer.text).toBe(first.text)
}

describe('a consumption again with the same key and body (D44)', () => {
  it.each([
    ['as authorized', {}],
    ['with a lower total', { purchaseAmount: 400 }],
    ['with a higher total', { purchaseAmount: 4000 }],
  ])('answers the same consumption %s and records it once', async (_, fields) => {
    const { sql, shop, first, again } = await confirmed(fields)
    expectReplay(await again(), first)
    expectReplay(await again(), first)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('answers the original after the authorization would have expired', async () => {
    const { sql, held, first, again } = await confirmed()
    await expire(sql, held)
    expectReplay(await again(), first)
  })

  it('answers the original though discount, person, grant and reference have moved on', async () => {
    const { sql, shop, my, held, first, again } = await confirmed({ purchaseAmount: 700 })
    await my.reserved({ reference: held.reference })
    await sql`update discounts set status = 'paused', discount_value = 1 where id = ${shop.discountId}`
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    await sql`delete from grants where discount_id = ${shop.discountId}`
    expectReplay(await again(), first)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 2, consumptions: 1 })
  })

  it('answers another credential of the merchant the same', async () => {
    const { url, make, shop, first, again } = await confirmed()
    expectReplay(await again({ credential: await make.apiKey(shop.merchant.id) }), first)
    const client = await make.oauthClient(shop.merchant.id)
    expectReplay(await again({ credential: await tokenOf(url, client) }), first)
  })

  it('is not a matter of key order, white space, null or absent, or how a number is written', async () => {
    const { my, held, idempotencyKey, body, first } = await confirmed({ purchaseAmount: 10 })
    const plain = JSON.stringify(body)
    const spellings = [
      JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
      JSON.stringify(body, null, 2),
      plain.replace('"purchaseAmount":10', '"purchaseAmount":10.00'),
      plain.replace('"purchaseAmount":10', '"purchaseAmount":1.0e1'),
      plain.replace('{', '{"merchantId":1,'),
    ]
    expect(new Set([plain, ...spellings]).size).toBe(spellings.length + 1)
    for (const spelling of spellings) {
      expectReplay(await my.consume(held, {}, { idempotencyKey, body: spelling }), first)
    }
    const none = await confirmed()
    const nulled = { ...none.body, purchaseAmount: null }
    expectReplay(await none.my.consume(none.held, nulled, { idempotencyKey: none.idempotencyKey }), none.first)
  })

  it('is 409 when any known field differs, and the record stays', async () => {
    const { sql, shop, my, held, idempotencyKey, body, first, again } = await confirmed()
    const another = await my.reserved()
    const differences: Fields[] = [
      { purchaseAmount: 1000 },
      { purchaseAmount: 999.99 },
      { consumptionDate: '2026-01-31T20:00:01-04:00' },
      { consumptionDate: '2026-01-31T20:00:00+04:00' },
      { consumptionDate: '2096-01-31T20:00:00Z' },
      { reference: another.reference },
      { authorizationCode: another.authorizationCode },
      { authorizationCode: another.authorizationCode, reference: another.reference },
      { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW' },
    ]
    for (const fields of differences) {
      const answer = await my.consume(held, { ...body, ...fields }, { idempotencyKey })
      expect(outcome(answer), JSON.stringify(fields)).toBe('409 idempotency_key_reused')
    }
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 2, consumptions: 1 })
    expect((await authorizationRow(sql, another)).status).toBe('Authorized')
    expectReplay(await again(), first)
    expect(outcome(await my.consume(another))).toBe('201')
  })
})

describe('what binds a key (D44)', () => {
  it('is a 201 alone: a refused consumption leaves it free', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const idempotencyKey = randomUUID()
    const [used, expired, fresh] = [await my.reserved(), await my.reserved(), await my.reserved()]
    await my.consume(used)
    await expire(sql, expired)
    const fake = { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', reference: 'x' }
    const refused = async (...[held, fields]: [typeof fake, Fields?]) =>
      outcome(await my.consume(held, fields, { idempotencyKey }))
    expect(await refused(fresh, { consumptionDate: 'today' })).toBe('400 invalid_request consumptionDate')
    expect(await refused(fresh, { consumptionDate: '2096-01-01T00:00:00Z' })).toBe(
      '400 invalid_request consumptionDate',
    )
    expect(await refused(fake)).toBe('404 authorization_not_found')
    expect(await refused(used)).toBe('400 authorization_already_used')
    expect(await refused(expired)).toBe('400 authorization_expired')
    expect(await sql`select from idempotency_keys where key = ${idempotencyKey}`).toHaveLength(0)
    expect(await refused(fresh)).toBe('201')
    expect(await refused(fresh, { purchaseAmount: 1 })).toBe('409 idempotency_key_reused')
  })

  it('is bound across operations: the key of a consumption on apply is 409', async () => {
    const { sql, shop, my, held, idempotencyKey, first, again } = await confirmed()
    expect(outcome(await my.apply({}, { idempotencyKey }))).toBe('409 idempotency_key_reused')
    expect(outcome(await my.apply({ reference: held.reference }, { idempotencyKey }))).toBe(
      '409 idempotency_key_reused',
    )
    // Before the 404 (D9).
    const unknown = await my.apply({ merchantDiscountId: 2_000_000_000 }, { idempotencyKey })
    expect(outcome(unknown)).toBe('409 idempotency_key_reused')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
    expectReplay(await again(), first)
  })

  it('is the merchant: another one may confirm its own under the same key', async () => {
    const { url, make, idempotencyKey, body, first, again } = await confirmed()
    const there = till(url, await make.shop())
    const held = await there.reserved()
    const foreign = await there.consume(held, body, { idempotencyKey })
    expect(outcome(foreign)).toBe('404 authorization_not_found')
    expect(outcome(await there.consume(held, {}, { idempotencyKey }))).toBe('201')
    expectReplay(await again(), first)
  })

  it('does not matter before the schema: an invalid body is 400 under a bound key too (D9)', async () => {
    const { my, held, idempotencyKey } = await confirmed()
    const answer = await my.consume(held, { consumptionDate: '2026-02-30T00:00:00Z' }, { idempotencyKey })
    expect(outcome(answer)).toBe('400 invalid_request consumptionDate')
  })
})
