import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, tokenOf } from '../fixtures/client'
import { newReference } from '../fixtures/factories'
import { authorizationRow, expire, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

const one = { authorizations: 1, consumptions: 0 }
type My = ReturnType<typeof till>
type Fields = Record<string, unknown>

/** A shop whose till has applied once, and may send the very same request again. */
async function applied(fields: Fields = {}, shopOptions = {}) {
  const { url, sql, make } = api()
  const shop = await make.shop(shopOptions)
  const my = till(url, shop)
  const idempotencyKey = randomUUID()
  const body = my.applyBody(fields)
  const first = await my.apply(body, { idempotencyKey })
  expect(outcome(first)).toBe('201')
  const again = (options: Parameters<My['apply']>[1] = {}) => my.apply(body, { idempotencyKey, ...options })
  return { url, sql, make, shop, my, idempotencyKey, body, first, again, held: first.body.value }
}

/** The same bytes as the first time, marked as a replay. */
function expectReplay(answer: Answer, first: Answer): void {
  expect(outcome(answer)).toBe('201 replayed')
  expect(answer.headers.get('idempotent-replayed')).toBe('true')
  expect(answer.text).toBe(first.text)
}

describe('apply again with the same key and body (contract 4.3; D44)', () => {
  it('answers the same authorization and makes no second one', async () => {
    const { sql, shop, first, again } = await applied()
    expectReplay(await again(), first)
    expectReplay(await again(), first)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual(one)
  })

  it('answers the original value after expiry', async () => {
    const { sql, first, again, held } = await applied()
    // Back dated as a whole: the original expiresAt is part of the original value.
    await sql`update authorizations set authorized_at = authorized_at - interval '2 hours' where code = ${held.authorizationCode}`
    await sql`update authorizations set status = 'Expired', ended_at = now() where code = ${held.authorizationCode}`
    expectReplay(await again(), first)
    expect((await authorizationRow(sql, held)).status).toBe('Expired')
  })

  it('says Authorized also of an overdue one that nobody has marked', async () => {
    const { sql, again, held } = await applied()
    await expire(sql, held)
    const answer = await again()
    expect(outcome(answer)).toBe('201 replayed')
    expect(answer.body.value).toMatchObject({ authorizationCode: held.authorizationCode, status: 'Authorized' })
  })

  it('answers the original value after its use, by another total too', async () => {
    const { first, again, held, my } = await applied()
    await my.consume(held, { purchaseAmount: 500 })
    expectReplay(await again(), first)
  })

  it('answers the original value after its release, though the reference is taken by a newer one', async () => {
    const { sql, shop, first, again, held, my } = await applied()
    await my.release(held)
    expectReplay(await again(), first)
    const newer = await my.reserved({ reference: held.reference })
    expectReplay(await again(), first)
    expect((await authorizationRow(sql, newer)).status).toBe('Authorized')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 2, consumptions: 0 })
  })

  it('answers the original value though the discount was paused, changed, exhausted or granted no more', async () => {
    const { sql, shop, first, again } = await applied({}, { usesTotal: 1 })
    expectReplay(await again(), first)
    await sql`update discounts set status = 'paused', discount_value = 99, maximum_discount = 1 where id = ${shop.discountId}`
    expectReplay(await again(), first)
    await sql`delete from grants where discount_id = ${shop.discountId}`
    expectReplay(await again(), first)
  })

  it('answers the original value though the person was deactivated', async () => {
    const { sql, shop, first, again } = await applied()
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    expectReplay(await again(), first)
  })

  it('answers the original value though the branch was closed and the article removed', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const article = await make.article(shop.merchant.id, 'AGUA')
    const branchId = await make.branch(shop.merchant.id)
    const my = till(url, { ...shop, discountId: await grantedDiscount(make, shop, { scope: { article } }) })
    const body = my.applyBody({ branchId, items: [{ sku: 'AGUA', quantity: 1, unitPrice: 50 }] })
    const idempotencyKey = randomUUID()
    const first = await my.apply(body, { idempotencyKey })
    await sql`update branches set active = false where id = ${branchId}`
    await sql`update articles set sku = 'GONE' where id = ${article}`
    expectReplay(await my.apply(body, { idempotencyKey }), first)
  })

  it('answers another credential of the merchant the same', async () => {
    const { url, make, shop, first, again } = await applied()
    expectReplay(await again({ credential: await make.apiKey(shop.merchant.id) }), first)
    const client = await make.oauthClient(shop.merchant.id)
    expectReplay(await again({ credential: await tokenOf(url, client) }), first)
  })

  it('takes the key in upper case, in quotes and twice for the same key', async () => {
    const { first, again, idempotencyKey: key } = await applied()
    for (const idempotencyKey of [key.toUpperCase(), `"${key}"`, `${key}, ${key}`, `"${key.toUpperCase()}", ${key}`]) {
      expectReplay(await again({ idempotencyKey }), first)
    }
  })
})

describe('what is the same body (D44)', () => {
  const items = [{ sku: 'AGUA', quantity: 2, unitPrice: 10 }]

  it('is not a matter of key order, white space, escapes, or how a number is written', async () => {
    const { my, first, idempotencyKey, body } = await applied({ purchaseAmount: 10, reference: 'Caf\u00e9 1', items })
    const reversed = Object.fromEntries(Object.entries(body).reverse())
    const plain = JSON.stringify(body)
    const spellings = [
      JSON.stringify(reversed),
      JSON.stringify(body, null, 4),
      `\n\t ${plain} \r\n`,
      plain.replace('"purchaseAmount":10', '"purchaseAmount":10.00'),
      plain.replace('"purchaseAmount":10', '"purchaseAmount":1e1'),
      plain.replace('"quantity":2', '"quantity":2.000').replace('"unitPrice":10', '"unitPrice":10.0'),
      plain.replace('\u00e9', '\\u00e9'),
      plain.replace('"sku":"AGUA","quantity":2', '"quantity":2,"sku":"AGUA"'),
    ]
    expect(new Set(spellings).size).toBe(spellings.length)
    for (const spelling of spellings) expectReplay(await my.apply({}, { idempotencyKey, body: spelling }), first)
  })

  it('is not a matter of null or absent, nor of fields that nobody knows (D8)', async () => {
    const { my, first, idempotencyKey, body } = await applied()
    for (const extra of [{ branchId: null }, { items: null }, { merchantId: 7 }, { till: { number: 4 } }]) {
      expectReplay(await my.apply({ ...body, ...extra }, { idempotencyKey }), first)
    }
  })

  it('is another one when any known field differs: 409, and nothing is made or undone', async () => {
    const { sql, make, shop, my, first, again, idempotencyKey, body, held } = await applied({ items })
    const person = await make.person(shop.company.id)
    const differences: Fields[] = [
      { purchaseAmount: 1000.01 },
      { reference: newReference() },
      { reference: `${body.reference} ` },
      { merchantDiscountId: await grantedDiscount(make, shop) },
      { merchantDiscountId: 2_000_000_000 },
      { identification: person.identification },
      { identification: '99999999991' },
      { identificationTypeId: 2 },
      { branchId: await make.branch(shop.merchant.id) },
      { branchId: 2_000_000_000 },
      { items: [] },
      { items: null },
      { items: [...items, ...items] },
      { items: [{ sku: 'AGUA', quantity: 2.001, unitPrice: 10 }] },
      { items: [{ sku: 'agua', quantity: 2, unitPrice: 10 }] },
    ]
    for (const fields of differences) {
      const answer = await my.apply({ ...body, ...fields }, { idempotencyKey })
      expect(outcome(answer), JSON.stringify(fields)).toBe('409 idempotency_key_reused')
    }
    expect(await recordsOf(sql, shop.merchant.id)).toEqual(one)
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
    expectReplay(await again(), first)
  })

  it('stays 409 when the authorization has ended', async () => {
    const { my, idempotencyKey, body, held } = await applied()
    await my.release(held)
    const answer = await my.apply({ ...body, purchaseAmount: 7 }, { idempotencyKey })
    expect(outcome(answer)).toBe('409 idempotency_key_reused')
  })
})

describe('what binds a key (D44)', () => {
  it('is a 201 alone: a refusal leaves it free', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const standing = await my.reserved()
    const idempotencyKey = randomUUID()
    const refused = async (fields: Fields) => outcome(await my.apply(fields, { idempotencyKey }))
    expect(await refused({ purchaseAmount: 0 })).toBe('400 invalid_request purchaseAmount')
    expect(await refused({ reference: standing.reference })).toBe('400 reference_in_use reference')
    expect(await refused({ branchId: 2_000_000_000 })).toBe('400 branch_invalid branchId')
    expect(await refused({ merchantDiscountId: 2_000_000_000 })).toBe('404 discount_not_available')
    expect(await refused({ identification: '99999999992' })).toBe('404 discount_not_available')
    expect(outcome(await my.consume(standing, {}, { idempotencyKey, body: '{}' }))).toMatch(/^400/)
    expect(await sql`select from idempotency_keys where key = ${idempotencyKey}`).toHaveLength(0)
    expect(await refused({})).toBe('201')
    expect(await sql`select from idempotency_keys where key = ${idempotencyKey}`).toHaveLength(1)
  })

  it('is the merchant: another one may use the same key, and neither sees the other', async () => {
    const { url, make, first, again, idempotencyKey, body } = await applied()
    const other = await make.shop()
    const there = till(url, other)
    const answer = await there.apply({}, { idempotencyKey })
    expect(outcome(answer)).toBe('201')
    expect(answer.body.value.authorizationCode).not.toBe(first.body.value.authorizationCode)
    expect(outcome(await there.apply(body, { idempotencyKey }))).toBe('409 idempotency_key_reused')
    expectReplay(await again(), first)
  })

  it('is bound across operations: the key of apply on consumptions is 409, and the authorization stays', async () => {
    const { sql, my, first, again, idempotencyKey, held } = await applied()
    expect(outcome(await my.consume(held, {}, { idempotencyKey }))).toBe('409 idempotency_key_reused')
    const fake = { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', reference: 'none' }
    expect(outcome(await my.consume(fake, {}, { idempotencyKey }))).toBe('409 idempotency_key_reused')
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
    expectReplay(await again(), first)
    expect(outcome(await my.consume(held))).toBe('201')
  })

  it('does not matter before the schema: an invalid body is 400 under a bound key too (D9)', async () => {
    const { my, idempotencyKey } = await applied()
    const answer = await my.apply({ purchaseAmount: -1 }, { idempotencyKey })
    expect(outcome(answer)).toBe('400 invalid_request purchaseAmount')
  })
})
