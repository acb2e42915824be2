import { describe, expect, it } from 'vitest'
import { tokenOf } from '../fixtures/client'
import { authorizationRow, expire, outcome, recordsOf, sameness, startApi, till } from './till'

const api = startApi()

const none = { authorizations: 1, consumptions: 0 }

describe('consumptions (contract 4.4)', () => {
  it('confirms an authorization and answers with the consumption', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const branchId = await make.branch(shop.merchant.id)
    const held = await my.reserved({ purchaseAmount: 1250.5, reference: 'F 9', branchId })
    const answer = await my.consume(held, { consumptionDate: '2026-01-31T23:30:00.5-04:00' })
    expect(answer.status).toBe(201)
    expect(answer.headers.has('idempotent-replayed')).toBe(false)
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      meta: null,
      value: {
        code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){4}$/),
        authorizationCode: held.authorizationCode,
        reference: 'F 9',
        status: 'Registered',
        currency: 'DOP',
        purchaseAmount: 1250.5,
        discountAmount: 125.05,
        finalAmount: 1125.45,
        consumptionDate: '2026-02-01T03:30:00.500Z',
      },
    })
    const authorization = await authorizationRow(sql, held)
    expect(authorization).toMatchObject({ status: 'Consumed', ended_at: expect.any(Date), discount_amount: '125.05' })
    const [row] = await sql`select * from consumptions where code = ${answer.body.value.code}`
    expect(row).toMatchObject({
      merchant_id: shop.merchant.id,
      authorization_id: authorization.id,
      reference: 'F 9',
      discount_id: shop.discountId,
      company_id: shop.company.id,
      collaborator_id: String(shop.person.id),
      branch_id: branchId,
      api_key_id: shop.credential.id,
      purchase_amount: '1250.50',
      discount_amount: '125.05',
      final_amount: '1125.45',
    })
  })

  it('may be confirmed by any credential of the merchant, which the record names (D41)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const held = await till(url, shop).reserved()
    const client = await make.oauthClient(shop.merchant.id)
    const answer = await till(url, { ...shop, credential: await tokenOf(url, client) }).consume(held)
    expect(outcome(answer)).toBe('201')
    const [row] = await sql`select api_key_id, oauth_client_id from consumptions where code = ${answer.body.value.code}`
    expect(row).toEqual({ api_key_id: null, oauth_client_id: client.id })
    expect((await authorizationRow(sql, held)).api_key_id).toBe(shop.credential.id)
  })

  it('does not check eligibility again: the reserved terms are a promise (D40)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop({ minimumPurchase: '500.00' })
    const my = till(url, shop)
    const held = await my.reserved()
    await sql`update discounts set status = 'ended', valid_to = now() where id = ${shop.discountId}`
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    await sql`delete from grants where discount_id = ${shop.discountId}`
    await sql`delete from affiliations where company_id = ${shop.company.id}`
    const answer = await my.consume(held, { purchaseAmount: 400 })
    expect(answer.body.value).toMatchObject({ discountAmount: 40, finalAmount: 360 })
  })

  it.each([
    ['authorizationCode', ''],
    ['authorizationCode', 'x'.repeat(65)],
    ['authorizationCode', 7],
    ['authorizationCode', null],
    ['authorizationCode', undefined],
    ['purchaseAmount', '10'],
    ['purchaseAmount', 0],
    ['purchaseAmount', -1],
    ['purchaseAmount', 0.001],
    ['purchaseAmount', 1e-7],
    ['purchaseAmount', 1e9],
    ['consumptionDate', null],
    ['consumptionDate', undefined],
    ['consumptionDate', 1_790_000_000_000],
  ])('refuses %s = %j and writes nothing (D8, D14)', async (field, value) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    expect(outcome(await my.consume(held, { [field]: value }))).toBe(`400 invalid_request ${field}`)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual(none)
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
  })
})

describe('what cannot be confirmed (D38)', () => {
  it('is 404 with the same bytes unless code, reference and merchant match exactly', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const other = await make.shop()
    const my = till(url, shop)
    const there = till(url, other)
    const held = await my.reserved({ reference: 'Ticket 1' })
    const another = await my.reserved({ reference: 'Ticket 2' })
    const foreign = await there.reserved({ reference: 'Ticket 1' })
    const { authorizationCode } = held
    const mismatches = [
      { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW' },
      { authorizationCode: authorizationCode.toLowerCase() },
      { authorizationCode: authorizationCode.replaceAll('-', '') },
      { authorizationCode: ` ${authorizationCode}` },
      { authorizationCode: `${authorizationCode} ` },
      { authorizationCode: another.authorizationCode },
      { authorizationCode: foreign.authorizationCode },
      { authorizationCode: '%' },
      { reference: 'ticket 1' },
      { reference: 'Ticket 1 ' },
      { reference: 'Ticket  1' },
      { reference: 'Ticket 2' },
      { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', purchaseAmount: 500 },
    ]
    const answers = await Promise.all(mismatches.map((fields) => my.consume(held, fields)))
    answers.push(await there.consume(held), await my.consume(foreign))
    const [first] = answers
    expect(first && outcome(first)).toBe('404 authorization_not_found')
    for (const answer of answers) expect(sameness(answer)).toEqual(first && sameness(first))
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 2, consumptions: 0 })
    expect(await recordsOf(sql, other.merchant.id)).toEqual(none)
    expect(outcome(await my.consume(held))).toBe('201')
  })

  it('answers the same 404 for what another merchant has used, released or let expire', async () => {
    const { url, sql, make } = api()
    const there = till(url, await make.shop())
    const my = till(url, await make.shop())
    const nothing = await my.consume({ authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', reference: 'x' })
    const [used, released, expired] = [await there.reserved(), await there.reserved(), await there.reserved()]
    await there.consume(used)
    await there.release(released)
    await expire(sql, expired)
    for (const held of [used, released, expired]) {
      expect(sameness(await my.consume(held))).toEqual(sameness(nothing))
    }
  })

  it('is used once: again is 400, also when it has expired since', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    expect(outcome(await my.consume(held))).toBe('201')
    expect(outcome(await my.consume(held))).toBe('400 authorization_already_used')
    expect(outcome(await my.consume(held, { purchaseAmount: 500 }))).toBe('400 authorization_already_used')
    await expire(sql, held)
    expect(outcome(await my.consume(held))).toBe('400 authorization_already_used')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('expires, swept or not, and no consumptionDate brings it back (D35)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    const consumptionDate = new Date().toISOString()
    await expire(sql, held)
    expect(outcome(await my.consume(held, { consumptionDate }))).toBe('400 authorization_expired')
    expect(outcome(await my.consume(held, { purchaseAmount: 500 }))).toBe('400 authorization_expired')
    await sql`update authorizations set status = 'Expired', ended_at = now()
      where code = ${held.authorizationCode} and status = 'Authorized'`
    expect(outcome(await my.consume(held, { consumptionDate }))).toBe('400 authorization_expired')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual(none)
  })

  it('is expired when it was released (D45)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    await my.release(held)
    expect(outcome(await my.consume(held))).toBe('400 authorization_expired')
  })

  it('is looked up before the moment of payment is judged (D9)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const consumptionDate = '2096-01-01T00:00:00Z'
    const fake = { authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', reference: 'x' }
    const [used, expired, fresh] = [await my.reserved(), await my.reserved(), await my.reserved()]
    await my.consume(used)
    await expire(sql, expired)
    expect(outcome(await my.consume(fake, { consumptionDate }))).toBe('404 authorization_not_found')
    expect(outcome(await my.consume(used, { consumptionDate }))).toBe('400 authorization_already_used')
    expect(outcome(await my.consume(expired, { consumptionDate }))).toBe('400 authorization_expired')
    expect(outcome(await my.consume(fresh, { consumptionDate }))).toBe('400 invalid_request consumptionDate')
    expect(outcome(await my.consume(fresh))).toBe('201')
  })
})
