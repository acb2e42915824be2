import { describe, expect, it } from 'vitest'
import { call } from '../fixtures/client'
import { authorizationRow, expire, outcome, recordsOf, sameness, startApi, till } from './till'

const api = startApi()

describe('what stands for a ticket (D45)', () => {
  it('tells a till that lost the answer of apply what was reserved, so that it can confirm', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const lost = (await my.apply({ reference: 'T 1/ñ&?=', purchaseAmount: 10.25 })).body.value
    const found = await my.find('T 1/ñ&?=')
    expect(outcome(found)).toBe('200')
    expect(found.body.value).toEqual({ ...lost, consumption: null })
    expect(outcome(await my.consume(found.body.value))).toBe('201')
  })

  it('tells a till that lost the answer of the consumption what was recorded', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved({ purchaseAmount: 1000 })
    const lost = (await my.consume(held, { purchaseAmount: 400 })).body.value
    const { value } = (await my.find(held.reference)).body
    expect(value).toMatchObject({ status: 'Consumed', purchaseAmount: 1000, discountAmount: 100, finalAmount: 900 })
    expect(value.consumption).toEqual(lost)
    expect(lost).toMatchObject({ purchaseAmount: 400, discountAmount: 40, finalAmount: 360 })
  })

  it('says Expired from the instant of expiry, swept or not (D35)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    await expire(sql, held)
    expect((await my.find(held.reference)).body.value).toMatchObject({ status: 'Expired', consumption: null })
    await sql`update authorizations set status = 'Expired', ended_at = now()
      where code = ${held.authorizationCode} and status = 'Authorized'`
    expect((await my.find(held.reference)).body.value.status).toBe('Expired')
  })

  it('tells the newest authorization of the reference', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const first = await my.reserved()
    const { reference } = first
    await my.release(first)
    expect((await my.find(reference)).body.value.status).toBe('Released')
    const second = await my.reserved({ reference, purchaseAmount: 50 })
    expect((await my.find(reference)).body.value).toMatchObject({
      authorizationCode: second.authorizationCode,
      status: 'Authorized',
      purchaseAmount: 50,
    })
    await my.consume(second)
    const third = await my.reserved({ reference })
    expect((await my.find(reference)).body.value).toMatchObject({
      authorizationCode: third.authorizationCode,
      consumption: null,
    })
  })

  it('answers a reference of another merchant with the same bytes as one that never was', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const there = till(url, await make.shop())
    const { reference } = await there.reserved()
    const nothing = await my.find('never')
    expect(outcome(nothing)).toBe('404 authorization_not_found')
    expect(sameness(await my.find(reference))).toEqual(sameness(nothing))
  })

  it('matches the reference exactly (D33)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    await my.reserved({ reference: 'Ticket 1' })
    for (const reference of ['ticket 1', 'Ticket 1 ', ' Ticket 1', 'Ticket  1', 'Ticket', '%']) {
      expect(outcome(await my.find(reference)), reference).toBe('404 authorization_not_found')
    }
  })

  it.each([
    ['empty', ''],
    ['blank', ' '],
    ['65 characters', 'x'.repeat(65)],
    ['a line break', 'a\nb'],
    ['U+0000', 'a\u0000b'],
  ])('refuses a reference that is %s', async (_, reference) => {
    const { url, make } = api()
    const answer = await till(url, await make.shop()).find(reference)
    expect(new Set(outcome(answer).split(' '))).toEqual(new Set(['400', 'invalid_request', 'reference']))
  })

  it('refuses an absent or repeated reference', async () => {
    const { url, make } = api()
    const { credential } = await make.shop()
    expect(outcome(await call(url, 'findAuthorization', { credential }))).toBe('400 invalid_request reference')
    const repeated = await fetch(`${url}/api/v1/integrations/discounts/authorizations?reference=a&reference=a`, {
      headers: { 'X-Api-Key': credential.apiKey },
    })
    expect([repeated.status, (await repeated.json()).messages[0].field]).toEqual([400, 'reference'])
  })
})

describe('release (D45)', () => {
  it('gives a reservation back, without an idempotency key, and the reference is free at once', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const { value: applied } = (await my.apply()).body
    const answer = await my.release(applied, {}, { idempotencyKey: false })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      value: { ...applied, status: 'Released' },
      meta: null,
    })
    expect(await authorizationRow(sql, applied)).toMatchObject({ status: 'Released', ended_at: expect.any(Date) })
    expect(outcome(await my.apply({ reference: applied.reference }))).toBe('201')
  })

  it('answers the same when it was released before, and does not touch a newer one of the reference', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    const first = await my.release(held)
    const row = await authorizationRow(sql, held)
    expect((await my.release(held)).text).toBe(first.text)
    const newer = await my.reserved({ reference: held.reference })
    expect((await my.release(held)).text).toBe(first.text)
    expect(await authorizationRow(sql, held)).toEqual(row)
    expect((await authorizationRow(sql, newer)).status).toBe('Authorized')
  })

  it('is 200 with Expired when it has expired before, swept or not', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    await expire(sql, held)
    for (let i = 0; i < 2; i++) {
      const answer = await my.release(held)
      expect([outcome(answer), answer.body.value.status]).toEqual(['200', 'Expired'])
      expect((await authorizationRow(sql, held)).status).toBe('Expired')
    }
  })

  it('is 400 once consumed, also when it has expired since, and the consumption stays', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const held = await my.reserved()
    await my.consume(held)
    expect(outcome(await my.release(held))).toBe('400 authorization_already_used')
    await expire(sql, held)
    expect(outcome(await my.release(held))).toBe('400 authorization_already_used')
    expect((await authorizationRow(sql, held)).status).toBe('Consumed')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 1 })
  })

  it('is 404 with the same bytes unless code, reference and merchant match exactly (D38)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const there = till(url, await make.shop())
    const held = await my.reserved({ reference: 'Ticket 1' })
    const another = await my.reserved({ reference: 'Ticket 2' })
    const nothing = await my.release({ authorizationCode: 'ABCD-EFGH-JKMN-PQRS-TUVW', reference: 'x' })
    expect(outcome(nothing)).toBe('404 authorization_not_found')
    for (const fields of [
      { authorizationCode: held.authorizationCode.toLowerCase() },
      { authorizationCode: another.authorizationCode },
      { reference: 'ticket 1' },
      { reference: another.reference },
    ]) {
      expect(sameness(await my.release(held, fields)), JSON.stringify(fields)).toEqual(sameness(nothing))
    }
    expect(sameness(await there.release(held))).toEqual(sameness(nothing))
    await my.consume(another)
    expect(sameness(await there.release(another))).toEqual(sameness(nothing))
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
  })

  it('may be asked by any credential of the merchant (D41)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const held = await till(url, shop).reserved()
    const credential = await make.apiKey(shop.merchant.id)
    expect(outcome(await till(url, { ...shop, credential }).release(held))).toBe('200')
  })

  it.each([
    ['authorizationCode', 7],
    ['authorizationCode', ''],
    ['authorizationCode', undefined],
    ['reference', null],
    ['reference', 'x'.repeat(65)],
    ['reference', undefined],
  ])('refuses %s = %j and releases nothing', async (field, value) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const held = await my.reserved()
    expect(outcome(await my.release(held, { [field]: value }))).toBe(`400 invalid_request ${field}`)
    expect((await authorizationRow(sql, held)).status).toBe('Authorized')
  })
})
