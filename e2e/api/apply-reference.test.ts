import { describe, expect, it } from 'vitest'
import { authorizationRow, expire, grantedDiscount, outcome, recordsOf, startApi, till } from './till'

const api = startApi()

describe('the reference of a purchase (D33)', () => {
  it.each([
    ['an empty text', ''],
    ['a space', ' '],
    ['blanks', ' \u00a0\u2003 '],
    ['a tab', '\t'],
    ['a line break inside', 'T-1\nT-2'],
    ['a line break behind', 'T-1\n'],
    ['DEL', 'T\u007f1'],
    ['a C1 control', 'T\u00851'],
    ['U+0000', 'T\u00001'],
    ['a lone surrogate', 'T\ud8001'],
    ['65 characters', 'x'.repeat(65)],
    ['65 emoji', '😀'.repeat(65)],
    ['a number', 123],
    ['null', null],
    ['an absent field', undefined],
  ])('is not %s', async (_, reference) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const authorizationCode = 'ABCD-EFGH-JKMN-PQRS-TUVW'
    const refused = [...new Set(outcome(await my.apply({ reference })).split(' '))].join(' ')
    expect(refused).toBe('400 invalid_request reference')
    const consumed = await my.consume({ authorizationCode, reference: '' }, { reference })
    expect([...new Set(outcome(consumed).split(' '))].join(' ')).toBe('400 invalid_request reference')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it.each([
    ['one character', 'x'],
    ['64 characters', 'x'.repeat(64)],
    ['64 emoji, which are 128 UTF-16 units', '😀'.repeat(64)],
    ['spaces around and inside', '  A  1 '],
    ['quotes and slashes', `F-"1"/'2'\\3?&#%`],
    ['any language', 'Ñandú №7 日本'],
  ])('may be %s, and is kept and echoed exactly', async (_, reference) => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const answer = await my.apply({ reference })
    expect(answer.body.value.reference).toBe(reference)
    expect((await authorizationRow(sql, answer.body.value)).reference).toBe(reference)
    expect((await my.consume(answer.body.value)).body.value.reference).toBe(reference)
    expect((await my.find(reference)).body.value.reference).toBe(reference)
  })

  it('tells references apart by case, by spaces and by the form of an accent', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    for (const reference of ['t-1', 'T-1', ' T-1', 'T-1 ', 'T -1', 'caf\u00e9', 'cafe\u0301']) {
      expect(outcome(await my.apply({ reference })), reference).toBe('201')
    }
  })
})

describe('one active authorization per reference (contract 3; D36)', () => {
  it('refuses another one while it is active, whoever buys and whatever', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const { reference } = await my.reserved()
    const merchantDiscountId = await grantedDiscount(make, shop)
    const { identification } = await make.person(shop.company.id)
    for (const fields of [{}, { purchaseAmount: 5 }, { merchantDiscountId }, { identification }]) {
      expect(outcome(await my.apply({ reference, ...fields }))).toBe('400 reference_in_use reference')
    }
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it("is the merchant's own: another merchant may use the same reference", async () => {
    const { url, make } = api()
    const { reference } = await till(url, await make.shop()).reserved()
    expect(outcome(await till(url, await make.shop()).apply({ reference }))).toBe('201')
  })

  it('is free again when it has expired, swept or not, and the overdue one is marked (D35)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const first = await my.reserved()
    await expire(sql, first)
    const second = await my.reserved({ reference: first.reference })
    expect(second.authorizationCode).not.toBe(first.authorizationCode)
    expect(await authorizationRow(sql, first)).toMatchObject({ status: 'Expired', ended_at: expect.any(Date) })
    expect(await authorizationRow(sql, second)).toMatchObject({ status: 'Authorized', ended_at: null })
    expect(outcome(await my.apply({ reference: first.reference }))).toBe('400 reference_in_use reference')
    expect(outcome(await my.consume(first))).toBe('400 authorization_expired')
    expect(outcome(await my.consume(second))).toBe('201')
  })

  it('is free again after release and after consumption, and every record stays (D34)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const first = await my.reserved()
    const { reference } = first
    await my.release(first)
    const second = await my.reserved({ reference })
    await my.consume(second)
    const third = await my.reserved({ reference })
    const rows = await sql`select code, status from authorizations where merchant_id = ${shop.merchant.id} order by id`
    expect(rows.map(({ code, status }) => [code, status])).toEqual([
      [first.authorizationCode, 'Released'],
      [second.authorizationCode, 'Consumed'],
      [third.authorizationCode, 'Authorized'],
    ])
  })
})
