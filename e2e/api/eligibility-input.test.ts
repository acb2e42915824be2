import { describe, expect, it } from 'vitest'
import { call } from '../fixtures/client'
import { outcome, startApi, till } from './till'

const api = startApi()

describe('the identification of an eligibility request', () => {
  it.each([
    ['a hyphen', '001-00000001'],
    ['a space inside', '001 00000001'],
    ['a space in front', ' 00100000001'],
    ['a line break behind', '00100000001\n'],
    ['31 characters', '1'.repeat(31)],
    ['nothing', ''],
    ['an accent', 'PÉ123'],
    ['an ñ', 'ñ1234'],
    ['full-width digits', '１２３４５'],
    ['an underscore', 'A_123'],
    ['a number instead of a text', 12345],
    ['null', null],
    ['an absent field', undefined],
    ['a list', ['00100000001']],
  ])('refuses %s (D8, D23)', async (_, identification) => {
    const { url, make } = api()
    const shop = await make.shop()
    expect(outcome(await till(url, shop).eligibility({ identification }))).toBe('400 invalid_request identification')
    expect(outcome(await till(url, shop).apply({ identification }))).toBe('400 invalid_request identification')
  })

  it('accepts one character and thirty, letters and digits, and validates no check digit (D23)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    for (const identification of ['7', 'Z'.repeat(30), '00000000000', 'RD1234567']) {
      const person = await make.person(shop.company.id, { identification, identificationTypeId: 2 })
      expect((await till(url, { ...shop, person }).eligibility()).body.value.eligible, identification).toBe(true)
    }
  })

  it('compares letters case-insensitively, in eligibility and in apply (D23)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const person = await make.person(shop.company.id, { identification: 'aB12cD34eF', identificationTypeId: 2 })
    const my = till(url, { ...shop, person })
    for (const identification of ['AB12CD34EF', 'ab12cd34ef', 'aB12cD34eF']) {
      expect((await my.eligibility({ identification })).body.value.eligible).toBe(true)
      expect(outcome(await my.apply({ identification }))).toBe('201')
    }
  })

  it.each([
    ['a type that is not on the list', 77],
    ['a type beyond 32 bits', 4_294_967_297],
    ['0', 0],
    ['a negative number', -1],
    ['a fraction', 1.5],
    ['a text', '1'],
    ['true', true],
    ['null', null],
    ['an absent field', undefined],
  ])('refuses %s as identificationTypeId (D8, D24)', async (_, identificationTypeId) => {
    const { url, make } = api()
    const shop = await make.shop()
    const refused = '400 invalid_request identificationTypeId'
    expect(outcome(await till(url, shop).eligibility({ identificationTypeId }))).toBe(refused)
    expect(outcome(await till(url, shop).apply({ identificationTypeId }))).toBe(refused)
  })
})

describe('the other fields of an eligibility request', () => {
  it.each([
    ['more than two decimals', 10.001],
    ['a ten-millionth', 1e-7],
    ['a negative amount', -0.01],
    ['a thousand million', 1e9],
    ['1e21', 1e21],
    ['a text', '10.00'],
    ['true', true],
    ['a list', [10]],
  ])('refuses %s as purchaseAmount (D8, D13, D14)', async (_, purchaseAmount) => {
    const { url, make } = api()
    const shop = await make.shop()
    expect(outcome(await till(url, shop).eligibility({ purchaseAmount }))).toBe('400 invalid_request purchaseAmount')
  })

  it('accepts an active branch of the merchant and refuses every other (D30)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const other = await make.merchant()
    const my = till(url, shop)
    expect(outcome(await my.eligibility({ branchId: await make.branch(shop.merchant.id) }))).toBe('200')
    const refused = [
      await make.branch(shop.merchant.id, false),
      await make.branch(other.id),
      2_000_000_000,
      2_147_483_648,
      Number.MAX_SAFE_INTEGER,
    ]
    for (const branchId of refused) {
      expect(outcome(await my.eligibility({ branchId })), `${branchId}`).toBe('400 branch_invalid branchId')
    }
  })

  it('refuses a wrong branch for an unknown person too, so that it tells nothing (D25, D30)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const answer = await till(url, shop).eligibility({ identification: '88888888888', branchId: 2_000_000_000 })
    expect(outcome(answer)).toBe('400 branch_invalid branchId')
  })

  it.each([['1'], [1.5], [0], [-3], [false]])('refuses %j as branchId (D8)', async (branchId) => {
    const { url, make } = api()
    const shop = await make.shop()
    expect(outcome(await till(url, shop).eligibility({ branchId }))).toBe('400 invalid_request branchId')
  })

  it('takes null for an optional field as its absence and ignores fields that it does not know (D8)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const plain = await till(url, shop).eligibility()
    const answer = await till(url, shop).eligibility({ branchId: null, purchaseAmount: null, colour: { a: ['blue'] } })
    expect(answer.text).toBe(plain.text)
    expect(plain.body.value.eligible).toBe(true)
  })

  it('names every field that is at fault at once (D3)', async () => {
    const { url, make } = api()
    const { credential } = await make.shop()
    const answer = await call(url, 'checkEligibility', { credential, body: { branchId: 'x', purchaseAmount: -1 } })
    expect(outcome(answer).split(' ').sort()).toEqual(
      ['400', 'invalid_request', 'identificationTypeId', 'identification', 'branchId', 'purchaseAmount'].sort(),
    )
  })

  it.each(['[]', '"text"', 'null', '7', 'true'])('refuses %s, which is JSON and no object', async (body) => {
    const { url, make } = api()
    const { credential } = await make.shop()
    expect(outcome(await call(url, 'checkEligibility', { credential, body }))).toBe('400 invalid_request')
  })
})

describe('the identification types (contract 4.1)', () => {
  it('lists each type with its id and name and may be cached for a day by its caller alone (D11)', async () => {
    const { url, make } = api()
    const { credential } = await make.shop()
    const answer = await call(url, 'listIdentificationTypes', { credential })
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      value: [
        { id: 1, name: 'Cédula' },
        { id: 2, name: 'Pasaporte' },
      ],
      meta: null,
    })
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400')
    expect(answer.headers.get('vary')).toBe('Authorization, X-Api-Key')
  })
})
