import { describe, expect, it } from 'vitest'
import { tokenOf } from '../fixtures/client'
import { authorizationRow, grantedDiscount, outcome, recordsOf, sameness, startApi, till } from './till'

const api = startApi()

describe('apply (contract 4.3)', () => {
  it('calculates the discount, reserves it and answers with the authorization', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const branchId = await make.branch(shop.merchant.id)
    const answer = await till(url, shop).apply({ purchaseAmount: 1250.5, reference: 'Ticket 17', branchId })
    expect(answer.status).toBe(201)
    const row = await authorizationRow(sql, answer.body.value)
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      meta: null,
      value: {
        authorizationCode: row.code,
        status: 'Authorized',
        merchantDiscountId: shop.discountId,
        reference: 'Ticket 17',
        currency: 'DOP',
        purchaseAmount: 1250.5,
        discountAmount: 125.05,
        finalAmount: 1125.45,
        expiresAt: row.expires_at.toISOString(),
      },
    })
    expect(row).toMatchObject({
      merchant_id: shop.merchant.id,
      reference: 'Ticket 17',
      status: 'Authorized',
      discount_id: shop.discountId,
      company_id: shop.company.id,
      collaborator_id: String(shop.person.id),
      branch_id: branchId,
      api_key_id: shop.credential.id,
      oauth_client_id: null,
      purchase_amount: '1250.50',
      discount_amount: '125.05',
      final_amount: '1125.45',
      discount_type: 'PCT',
      discount_value: '10.00',
      scope: 'store',
      ended_at: null,
    })
    expect(answer.headers.has('idempotent-replayed')).toBe(false)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it('lets the authorization live for 15 minutes on the database clock (contract 8; D35)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const row = await authorizationRow(sql, await my.reserved())
    expect(row.expires_at.getTime() - row.authorized_at.getTime()).toBe(900_000)
  })

  it('gives codes of five groups of four that can be read aloud, never the same (D42)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const codes = new Set<string>()
    for (let i = 0; i < 20; i++) codes.add((await my.reserved()).authorizationCode)
    expect(codes.size).toBe(20)
    for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){4}$/)
  })

  it('records the OAuth client that applied', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const client = await make.oauthClient(shop.merchant.id)
    const authorization = await till(url, { ...shop, credential: await tokenOf(url, client) }).reserved()
    expect(await authorizationRow(sql, authorization)).toMatchObject({ api_key_id: null, oauth_client_id: client.id })
  })

  it('ignores merchantId and every other field that it does not know (D8)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const other = await make.shop()
    const answer = await till(url, shop).apply({ merchantId: other.merchant.id, discountAmount: 999, finalAmount: 1 })
    expect(answer.body.value).toMatchObject({ discountAmount: 100, finalAmount: 900 })
    expect(await recordsOf(sql, other.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it.each([
    ['merchantDiscountId', '1'],
    ['merchantDiscountId', 1.5],
    ['merchantDiscountId', 0],
    ['merchantDiscountId', null],
    ['merchantDiscountId', undefined],
    ['branchId', '1'],
    ['branchId', 0],
    ['branchId', 2.5],
    ['items', {}],
    ['items', 'AGUA'],
  ])('refuses %s = %j (D8)', async (field, value) => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    expect(outcome(await till(url, shop).apply({ [field]: value }))).toBe(`400 invalid_request ${field}`)
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })

  it('takes null for an optional field as its absence (D8)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const row = await authorizationRow(sql, await my.reserved({ branchId: null, items: null }))
    expect(row).toMatchObject({ branch_id: null, items: null })
  })

  it('answers 404 with the same bytes, whatever makes the discount unavailable (D37)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const other = await make.shop()
    const my = till(url, shop)
    const typeId = await make.collaboratorType(shop.company.id)
    const past = { validFrom: new Date(Date.now() - 9e6), validTo: new Date(Date.now() - 1000) }
    const future = { validFrom: new Date(Date.now() + 9e6), validTo: new Date(Date.now() + 9e7) }
    const exhausted = await grantedDiscount(make, shop, { usesTotal: 1 })
    expect(outcome(await my.apply({ merchantDiscountId: exhausted }))).toBe('201')
    const stranger = await make.person((await make.company()).id)
    const inactive = await make.person(shop.company.id, { active: false })
    const refused: Record<string, Record<string, unknown>> = {
      'not granted': { merchantDiscountId: await make.discount(shop.merchant.id) },
      'granted to another type': { merchantDiscountId: await grantedDiscount(make, shop, {}, typeId) },
      'not valid any more': { merchantDiscountId: await grantedDiscount(make, shop, past) },
      'not valid yet': { merchantDiscountId: await grantedDiscount(make, shop, future) },
      draft: { merchantDiscountId: await grantedDiscount(make, shop, { status: 'draft' }) },
      paused: { merchantDiscountId: await grantedDiscount(make, shop, { status: 'paused' }) },
      ended: { merchantDiscountId: await grantedDiscount(make, shop, { status: 'ended' }) },
      exhausted: { merchantDiscountId: exhausted },
      'over the budget': { merchantDiscountId: await grantedDiscount(make, shop, { budget: '99.99' }) },
      'under the minimum': { merchantDiscountId: await grantedDiscount(make, shop, { minimumPurchase: '1000.01' }) },
      "another merchant's": { merchantDiscountId: other.discountId },
      nonexistent: { merchantDiscountId: 2_000_000_000 },
      'beyond 32 bits': { merchantDiscountId: 4_294_967_296 + shop.discountId },
      'unknown person': { identification: '99999999990' },
      'known under another type': { identificationTypeId: 2 },
      'inactive person': { identification: inactive.identification },
      'person of a company without affiliation': { identification: stranger.identification },
    }
    const answers = await Promise.all(Object.values(refused).map((fields) => my.apply(fields)))
    const [first] = answers
    expect(first && outcome(first)).toBe('404 discount_not_available')
    Object.keys(refused).forEach((name, i) => {
      expect(answers[i] && sameness(answers[i]), name).toEqual(first && sameness(first))
    })
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 1, consumptions: 0 })
  })

  it("does not let another merchant's key use this merchant's discount, though the company grants both (D37)", async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const other = await make.shop()
    await make.affiliation(shop.company.id, other.merchant.id)
    await make.grant(shop.company.id, other.merchant.id, other.discountId)
    const abroad = till(url, { ...shop, credential: other.credential })
    expect(outcome(await abroad.apply())).toBe('404 discount_not_available')
    expect(outcome(await abroad.apply({ merchantDiscountId: other.discountId }))).toBe('201')
  })
})

describe('the order of checks (D9)', () => {
  it('reads the body before the key, the key before the schema, the schema before anything that it finds', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const broken = { headers: {}, body: '{"identification":' }
    expect(outcome(await my.apply({}, { ...broken, idempotencyKey: false }))).toBe('400 malformed_json')
    expect(outcome(await my.apply({ reference: 1 }, { idempotencyKey: false }))).toBe('400 idempotency_key_missing')
    expect(outcome(await my.apply({ reference: 1 }, { idempotencyKey: 'x' }))).toBe('400 idempotency_key_invalid')
    expect(outcome(await my.apply({ reference: 1, merchantDiscountId: 2_000_000_000 }))).toBe(
      '400 invalid_request reference',
    )
  })

  it('says 404 before any 400 by rule, and then branch, items, reference in this order', async () => {
    const { url, make } = api()
    const shop = await make.shop({ status: 'paused' })
    const category = await make.category(shop.merchant.id)
    await make.article(shop.merchant.id, 'AGUA', category)
    const my = till(url, { ...shop, discountId: await grantedDiscount(make, shop, { scope: { category } }) })
    const water = [{ sku: 'AGUA', quantity: 1, unitPrice: 100 }]
    const other = [{ sku: 'PAN', quantity: 1, unitPrice: 100 }]
    const { reference } = await my.reserved({ items: water })
    const apply = async (fields: Record<string, unknown>) => outcome(await my.apply({ reference, ...fields }))
    const nowhere = { branchId: 2_000_000_000 }
    expect(await apply({ ...nowhere, merchantDiscountId: shop.discountId })).toBe('404 discount_not_available')
    expect(await apply({ merchantDiscountId: shop.discountId })).toBe('404 discount_not_available')
    expect(await apply(nowhere)).toBe('400 branch_invalid branchId')
    expect(await apply({})).toBe('400 items_required items')
    expect(await apply({ items: other })).toBe('400 no_applicable_items items')
    expect(await apply({ items: water })).toBe('400 reference_in_use reference')
  })

  it('says 404 for a purchase under the minimum or over the budget before any 400 by rule (D43)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const category = await make.category(shop.merchant.id)
    const minimum = { minimumPurchase: '1000.01' }
    const my = till(url, shop)
    const { reference } = await my.reserved()
    for (const options of [minimum, { ...minimum, scope: { category } }, { budget: '99.99' }]) {
      const merchantDiscountId = await grantedDiscount(make, shop, options)
      for (const fields of [{ branchId: 2_000_000_000 }, { items: [] }, { reference }]) {
        const answer = await my.apply({ merchantDiscountId, ...fields })
        expect(outcome(answer), JSON.stringify([options, fields])).toBe('404 discount_not_available')
      }
    }
  })

  it("refuses a branch that is inactive, another merchant's or nobody's (D30)", async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const other = await make.merchant()
    const my = till(url, shop)
    for (const branchId of [
      await make.branch(shop.merchant.id, false),
      await make.branch(other.id),
      4_294_967_296 + (await make.branch(shop.merchant.id)),
    ]) {
      expect(outcome(await my.apply({ branchId }))).toBe('400 branch_invalid branchId')
    }
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
  })
})
