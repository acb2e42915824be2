import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CallOptions, tokenOf } from '../fixtures/client'
import type { Shop } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { startService } from '../fixtures/service'
import { countStatements } from './statement-counter'
import { authorizationRow, expire, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

/**
 * A consumption is recorded (ADR-0076), and an apply reserves (ADR-0086), by the statement that reads the credential, where nothing could
 * refuse it. Whatever could refuse it is decided as for every other call, and nothing was recorded.
 */

const burst = 30
const api = startApi({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: String(burst) })

/** What a process does at its start is no statement of a call. */
const ofCalls = /json_to_recordset|with ordinality|\(select 1 as n, /

type Credential = NonNullable<CallOptions['credential']>
type Change = readonly [name: string, set: string, refusal: string | undefined]

/** Of the row `c` of the credential; without a refusal the call is accepted all the same. */
const changes: Record<'api_keys' | 'oauth_clients', readonly Change[]> = {
  api_keys: [
    ['revoked', 'revoked_at = now()', '401 credential_invalid'],
    ['expired', 'expires_at = now()', '401 credential_invalid'],
    ['of another secret', `secret_hash = '\\x${randomBytes(32).toString('hex')}'`, '401 credential_invalid'],
    ['without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
    ['allowed from elsewhere alone', `allowed_addresses = '{203.0.113.7}'`, '401 credential_invalid'],
    ['allowed from here', `allowed_addresses = '{127.0.0.0/8}'`, undefined],
    ['looked into', `sandbox_until = now() + interval '1 hour'`, undefined],
  ],
  oauth_clients: [
    ['deleted', 'deleted_at = now()', '401 credential_invalid'],
    ['without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
    ['allowed from elsewhere alone', `allowed_addresses = '{203.0.113.7}'`, '401 credential_invalid'],
    ['allowed from here', `allowed_addresses = '{127.0.0.0/8}'`, undefined],
    ['looked into', `sandbox_until = now() + interval '1 hour'`, undefined],
    ['given another secret', `secret_hash = '\\x${randomBytes(32).toString('hex')}'`, undefined],
  ],
}

/** A shop, and a credential of it. */
async function newShop(kind: keyof typeof changes): Promise<{ shop: Shop; credential: Credential; id: number }> {
  const { url, make } = api()
  const shop = await make.shop()
  if (kind === 'api_keys') return { shop, credential: shop.credential, id: shop.credential.id }
  const client = await make.oauthClient(shop.merchant.id)
  return { shop, credential: await tokenOf(url, client), id: client.id }
}

describe.each(['api_keys', 'oauth_clients'] as const)('a consumption by one of %s', (kind) => {
  it.each(changes[kind])('that is %s is what the credential allows', async (_, set, refusal) => {
    const { url, sql } = api()
    const { shop, credential, id } = await newShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    const [before] = await sql`select * from ${sql(kind)} where id = ${id}`
    await sql.unsafe(`update ${kind} set ${set} where id = ${id}`)
    const body = my.consumeBody(held)
    const options = { idempotencyKey: crypto.randomUUID(), body }
    const answer = await my.consume(held, {}, options)
    expect(outcome(answer)).toBe(refusal ?? '201')
    const records = await recordsOf(sql, shop.merchant.id)
    expect(records).toEqual({ authorizations: 1, consumptions: refusal === undefined ? 1 : 0 })
    const { status } = await authorizationRow(sql, held)
    expect(status).toBe(refusal === undefined ? 'Consumed' : 'Authorized')
    if (refusal === undefined) return
    const columns = set.split(' = ')[0] ?? ''
    await sql`update ${sql(kind)} set ${sql(before ?? {}, columns)} where id = ${id}`
    expect(outcome(await my.consume(held, {}, options))).toBe('201')
    expect(outcome(await my.consume(held, {}, options))).toBe('201 replayed')
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(1)
  })

  it('of a disabled merchant is refused, and nothing is recorded', async () => {
    const { url, sql } = api()
    const { shop, credential } = await newShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    await sql`update merchants set enabled = false where id = ${shop.merchant.id}`
    expect(outcome(await my.consume(held))).toBe('403 merchant_disabled')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it('counts once against the rate, and beyond it nothing is recorded (D56)', async () => {
    const { url, sql } = api()
    const { shop, credential } = await newShop(kind)
    const my = till(url, { ...shop, credential })
    const held = []
    for (let n = 0; n < burst / 2 + 1; n++) held.push(await my.reserved())
    const outcomes = []
    for (const each of held) outcomes.push(outcome(await my.consume(each)))
    const granted = outcomes.filter((each) => each === '201').length
    // Half of the bucket went to the reservations.
    expect(granted).toBe(burst / 2 - 1)
    expect(new Set(outcomes.slice(granted))).toEqual(new Set(['429 rate_limited']))
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(granted)
  })

  it('that is refused takes nothing from what the credential may call: nobody empties a shop’s bucket by guessing', async () => {
    const { url, sql } = api()
    const { shop, credential, id } = await newShop(kind)
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    const end = kind === 'api_keys' ? 'revoked_at' : 'deleted_at'
    await sql.unsafe(`update ${kind} set ${end} = now() where id = ${id}`)
    for (let n = 0; n < 2 * burst; n++) expect(outcome(await my.consume(held))).toBe('401 credential_invalid')
    await sql.unsafe(`update ${kind} set ${end} = null where id = ${id}`)
    expect(outcome(await my.consume(held))).toBe('201')
  })

  it('of a merchant with limits of its own is counted by those (ADR-0058)', async () => {
    const { url, sql } = api()
    const { shop, credential } = await newShop(kind)
    const my = till(url, { ...shop, credential })
    const held = []
    for (let n = 0; n < 3; n++) held.push(await my.reserved())
    await sql`update merchants set calls_per_minute = 1, calls_burst = 2 where id = ${shop.merchant.id}`
    const outcomes = []
    for (const each of held) outcomes.push(outcome(await my.consume(each)))
    // Of the lowered burst three were taken before.
    expect(outcomes).toEqual(['429 rate_limited', '429 rate_limited', '429 rate_limited'])
    await sql`update merchants set calls_per_minute = 60000, calls_burst = 1000 where id = ${shop.merchant.id}`
    for (const each of held) expect(outcome(await my.consume(each))).toBe('201')
    expect((await recordsOf(sql, shop.merchant.id)).consumptions).toBe(3)
  })

  it('is one statement once the process has accepted the credential, and two before', async () => {
    const { databaseUrl } = api()
    const counter = await countStatements(databaseUrl)
    const service = await startService(counter.databaseUrl)
    try {
      const { shop, credential } = await newShop(kind)
      const elsewhere = till(api().url, { ...shop, credential })
      const my = till(service.url, { ...shop, credential })
      const statements = []
      for (let n = 0; n < 3; n++) {
        const held = await elsewhere.reserved()
        counter.take()
        expect(outcome(await my.consume(held))).toBe('201')
        statements.push(counter.take().filter((statement) => ofCalls.test(statement)).length)
      }
      expect(statements).toEqual([2, 1, 1])
    } finally {
      await service.stop()
      await counter.close()
    }
  })
})

describe.each(['api_keys', 'oauth_clients'] as const)('an apply by one of %s', (kind) => {
  /** A till whose credential the process knows: it was accepted before. */
  async function knownTill() {
    const made = await newShop(kind)
    const my = till(api().url, { ...made.shop, credential: made.credential })
    await my.reserved()
    return { ...made, my }
  }

  it.each(changes[kind])('that is %s is what the credential allows', async (_, set, refusal) => {
    const { sql } = api()
    const { shop, my, id } = await knownTill()
    const [before] = await sql`select * from ${sql(kind)} where id = ${id}`
    await sql.unsafe(`update ${kind} set ${set} where id = ${id}`)
    const fields = { reference: 'una venta' }
    const options = { idempotencyKey: crypto.randomUUID() }
    expect(outcome(await my.apply(fields, options))).toBe(refusal ?? '201')
    const made = refusal === undefined ? 2 : 1
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: made, consumptions: 0 })
    if (refusal === undefined) return
    const columns = set.split(' = ')[0] ?? ''
    await sql`update ${sql(kind)} set ${sql(before ?? {}, columns)} where id = ${id}`
    expect(outcome(await my.apply(fields, options))).toBe('201')
    expect(outcome(await my.apply(fields, options))).toBe('201 replayed')
    expect((await recordsOf(sql, shop.merchant.id)).authorizations).toBe(2)
  })

  it('of a disabled merchant is refused, and nothing is reserved', async () => {
    const { sql } = api()
    const { shop, my } = await knownTill()
    await sql`update merchants set enabled = false where id = ${shop.merchant.id}`
    expect(outcome(await my.apply())).toBe('403 merchant_disabled')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it('counts once against the rate, and beyond it nothing is reserved (D56)', async () => {
    const { sql } = api()
    const { shop, my } = await knownTill()
    const outcomes = []
    for (let n = 0; n < burst + 3; n++) outcomes.push(outcome(await my.apply()))
    const granted = outcomes.filter((each) => each === '201').length
    expect(granted).toBe(burst - 1)
    expect(new Set(outcomes.slice(granted))).toEqual(new Set(['429 rate_limited']))
    expect((await recordsOf(sql, shop.merchant.id)).authorizations).toBe(burst)
  })

  it('that is refused takes nothing from what the credential may call', async () => {
    const { sql } = api()
    const { my, id } = await knownTill()
    const end = kind === 'api_keys' ? 'revoked_at' : 'deleted_at'
    await sql.unsafe(`update ${kind} set ${end} = now() where id = ${id}`)
    for (let n = 0; n < 2 * burst; n++) expect(outcome(await my.apply())).toBe('401 credential_invalid')
    await sql.unsafe(`update ${kind} set ${end} = null where id = ${id}`)
    expect(outcome(await my.apply())).toBe('201')
  })

  it('that finds no discount counts once against the rate', async () => {
    const { my } = await knownTill()
    const outcomes = []
    for (let n = 0; n < burst; n++) outcomes.push(outcome(await my.apply({ merchantDiscountId: 2_000_000_000 })))
    expect(outcomes.filter((each) => each === '404 discount_not_available')).toHaveLength(burst - 1)
  })

  it('of a merchant with a life of its own for authorizations lives so long (ADR-0058)', async () => {
    const { sql } = api()
    const { shop, my } = await knownTill()
    await sql`update merchants set authorization_ttl_seconds = 60 where id = ${shop.merchant.id}`
    const row = await authorizationRow(sql, await my.reserved())
    expect(row.expires_at.getTime() - row.authorized_at.getTime()).toBe(60_000)
  })
})

describe('an apply by a credential that the process knows', () => {
  async function knownShop() {
    const { url, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    await my.reserved()
    return { shop, my }
  }

  it('answers as one by a credential that it does not know, and writes the same', async () => {
    const { sql, make, url } = api()
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id)
    const items = [{ sku: 'A-1', quantity: 1.5, unitPrice: 10.25 }]
    const my = till(url, shop)
    const seen = []
    for (const reference of ['primera', 'segunda']) {
      const answer = await my.apply({ reference, branchId, items, purchaseAmount: 1234.55 })
      expect(outcome(answer)).toBe('201')
      const { id, code, authorized_at, expires_at, ...row } = await authorizationRow(sql, answer.body.value)
      const { authorizationCode, expiresAt, ...value } = answer.body.value
      expect([authorizationCode, expiresAt]).toEqual([code, expires_at.toISOString()])
      expect(expires_at.getTime() - authorized_at.getTime()).toBe(900_000)
      const told = JSON.parse(JSON.stringify({ ...answer.body, value }).replaceAll(reference, 'R'))
      seen.push({ told, row: { ...row, reference: 'R' }, status: answer.status })
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]?.row).toMatchObject({ branch_id: branchId, discount_amount: '123.46', final_amount: '1111.09' })
  })

  it.each([
    ['an identification type that is none', { identificationTypeId: 999 }, '400 invalid_request identificationTypeId'],
    ['a person whom nobody knows', { identification: '99999999999' }, '404 discount_not_available'],
    ['another discount', { merchantDiscountId: 2_000_000_000 }, '404 discount_not_available'],
    ['a branch that is none', { branchId: 2_000_000_000 }, '400 branch_invalid branchId'],
  ] as const)('refuses %s, and reserves nothing', async (_, fields, refusal) => {
    const { shop, my } = await knownShop()
    const answer = await my.apply(fields)
    expect(outcome(answer)).toBe(refusal)
    expect((await recordsOf(api().sql, shop.merchant.id)).authorizations).toBe(1)
  })

  const aDay = 86_400_000
  it.each([
    ['is below its minimum', { minimumPurchase: '1000.01' }, '404 discount_not_available'],
    ['is its minimum', { minimumPurchase: '1000.00' }, '201'],
    [
      'comes after its end',
      { validFrom: new Date(Date.now() - 2 * aDay), validTo: new Date(Date.now() - aDay) },
      '404 discount_not_available',
    ],
    ['comes while it is paused', { status: 'paused' }, '404 discount_not_available'],
    ['finds its uses counted, with room', { usesTotal: 1 }, '201'],
    ['is above what is left of its budget', { budget: '99.99' }, '404 discount_not_available'],
    ['is what is left of its budget', { budget: '100.00' }, '201'],
  ] as const)('for a purchase that %s is decided so', async (_, options, result) => {
    const { sql, make, url } = api()
    const known = await knownShop()
    const discountId = await grantedDiscount(make, known.shop, options)
    const answer = await till(url, { ...known.shop, discountId }).apply({ purchaseAmount: 1000 })
    expect(outcome(answer)).toBe(result)
    expect((await recordsOf(sql, known.shop.merchant.id)).authorizations).toBe(result === '201' ? 2 : 1)
  })

  it('for a category without lines of it is refused, and with one reserves (D18, D20)', async () => {
    const { make, url } = api()
    const known = await knownShop()
    const category = await make.category(known.shop.merchant.id)
    const sku = 'A-1'
    await make.article(known.shop.merchant.id, sku, category)
    const discountId = await grantedDiscount(make, known.shop, { scope: { category } })
    const my = till(url, { ...known.shop, discountId })
    expect(outcome(await my.apply())).toBe('400 items_required items')
    const items = [
      { sku, quantity: 2, unitPrice: 100 },
      { sku: 'otro', quantity: 1, unitPrice: 800 },
    ]
    const answer = await my.apply({ items })
    expect(outcome(answer)).toBe('201')
    expect(answer.body.value.discountAmount).toBe(20)
  })

  it('is of a reference that is in use, or was until a moment ago', async () => {
    const { sql } = api()
    const { shop, my } = await knownShop()
    const held = await my.reserved({ reference: 'ocupada' })
    expect(outcome(await my.apply({ reference: 'ocupada' }))).toBe('400 reference_in_use reference')
    await expire(sql, held)
    expect(outcome(await my.apply({ reference: 'ocupada' }))).toBe('201')
    expect((await authorizationRow(sql, held)).status).toBe('Expired')
    expect((await recordsOf(sql, shop.merchant.id)).authorizations).toBe(3)
  })

  it('is refused where a limit without room is set between its reading and its writing (D36)', async () => {
    const { sql } = api()
    const { shop, my } = await knownShop()
    const { authorizationCode: code } = await my.reserved({ reference: 'otra' })
    // The statement has read a discount that counts no uses, and waits for what becomes of another authorization of its reference.
    const answer = await sql.begin(async (tx) => {
      await tx`update authorizations set reference = 'esperada' where code = ${code}`
      const applied = my.apply({ reference: 'esperada' })
      await expect.poll(() => lockWaits(sql), { interval: 5, timeout: 5_000 }).toBe(1)
      await sql`update discounts set uses_total = 1 where id = ${shop.discountId}`
      await tx`update authorizations set reference = 'otra' where code = ${code}`
      // In an object, so that it is not awaited before this transaction, for which it waits, has ended.
      return { applied }
    })
    expect(outcome(await answer.applied)).toBe('404 discount_not_available')
    expect((await recordsOf(sql, shop.merchant.id)).authorizations).toBe(2)
    await sql`update discounts set uses_total = 3 where id = ${shop.discountId}`
    expect(outcome(await my.apply({ reference: 'esperada' }))).toBe('201')
  })

  it('with a key that was used is repeated, or refused where it asks for something else (D44)', async () => {
    const { my, shop } = await knownShop()
    const options = { idempotencyKey: crypto.randomUUID() }
    const fields = { reference: 'repetida' }
    const first = await my.apply(fields, options)
    expect(outcome(first)).toBe('201')
    const again = await my.apply(fields, options)
    expect(outcome(again)).toBe('201 replayed')
    expect(again.body.value).toEqual(first.body.value)
    expect(outcome(await my.apply({ reference: 'otra' }, options))).toBe('409 idempotency_key_reused')
    expect((await recordsOf(api().sql, shop.merchant.id)).authorizations).toBe(2)
  })

  it('is refused by a process that lacks a key under which people stand, and reserves nothing (ADR-0060)', async () => {
    const { sql } = api()
    const { shop, my } = await knownShop()
    try {
      await sql`insert into installation (data_key_digest, key_generation) values (${randomBytes(32)}, 2)`
      expect(outcome(await my.apply())).toBe('503 service_unavailable')
      await sql`update installation set old_data_key_digest = ${randomBytes(32)}`
      expect(outcome(await my.apply())).toBe('503 service_unavailable')
    } finally {
      await sql`delete from installation`
    }
    expect((await recordsOf(sql, shop.merchant.id)).authorizations).toBe(1)
    expect(outcome(await my.apply())).toBe('201')
  })

  it('is one statement, and two before or where uses are counted', async () => {
    const { databaseUrl, make } = api()
    const counter = await countStatements(databaseUrl)
    const service = await startService(counter.databaseUrl)
    try {
      const shop = await make.shop()
      const limited = await grantedDiscount(make, shop, { usesTotal: 5 })
      const my = till(service.url, shop)
      const statements = []
      for (const fields of [{}, {}, {}, { merchantDiscountId: limited }]) {
        counter.take()
        expect(outcome(await my.apply(fields))).toBe('201')
        statements.push(counter.take().filter((statement) => ofCalls.test(statement)).length)
      }
      expect(statements).toEqual([2, 1, 1, 2])
    } finally {
      await service.stop()
      await counter.close()
    }
  })
})

describe('a consumption by a token', () => {
  it.each([
    ['revoked', 'revoked_at = now()', '401 credential_invalid'],
    ['expired', 'expires_at = now()', '401 credential_invalid'],
    ['issued without the permission', `permissions = '{core.consumptions.read}'`, '403 permission_missing'],
  ])('that is %s is refused, and nothing is recorded', async (_, set, refusal) => {
    const { url, sql } = api()
    const { shop, credential, id } = await newShop('oauth_clients')
    const my = till(url, { ...shop, credential })
    const held = await my.reserved()
    await sql.unsafe(`update access_tokens set ${set} where oauth_client_id = ${id}`)
    expect(outcome(await my.consume(held))).toBe(refusal)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })
})
