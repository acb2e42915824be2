import { describe, expect, it } from 'vitest'
import type { Answer } from '../fixtures/client'
import { grantedDiscount, outcome, recordsOf, sameness, startApi, till } from './till'

const api = startApi()

const day = 86_400_000
const ids = (answer: Answer): number[] =>
  answer.body.value.discounts.map((offer: { merchantDiscountId: number }) => offer.merchantDiscountId)
const nothing = { eligible: false, collaborator: null, discounts: [] }

describe('who has benefits (contract 4.2)', () => {
  it('lists what the company grants to its whole team, in the success envelope', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const answer = await till(url, shop).eligibility()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: expect.any(String),
      messages: [],
      meta: null,
      value: {
        eligible: true,
        collaborator: { displayName: 'Ana P.', companyName: shop.company.name },
        discounts: [expect.objectContaining({ merchantDiscountId: shop.discountId })],
      },
    })
  })

  it("lists what is granted to the collaborator's own type, and not what is granted to another type", async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const own = await make.collaboratorType(shop.company.id)
    const other = await make.collaboratorType(shop.company.id)
    const person = await make.person(shop.company.id, { typeId: own })
    const forOwn = await grantedDiscount(make, shop, {}, own)
    await grantedDiscount(make, shop, {}, other)
    expect(ids(await till(url, { ...shop, person }).eligibility())).toEqual([shop.discountId, forOwn])
    // The shop's first collaborator has no type.
    expect(ids(await till(url, shop).eligibility())).toEqual([shop.discountId])
  })

  it('lists once what is granted both to the team and to the type', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const typeId = await make.collaboratorType(shop.company.id)
    const person = await make.person(shop.company.id, { typeId })
    await make.grant(shop.company.id, shop.merchant.id, shop.discountId, typeId)
    expect(ids(await till(url, { ...shop, person }).eligibility())).toEqual([shop.discountId])
  })

  it('needs the person active in the company', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    expect((await till(url, shop).eligibility()).body.value).toEqual(nothing)
    await sql`update collaborators set active = true where id = ${shop.person.id}`
    expect(ids(await till(url, shop).eligibility())).toEqual([shop.discountId])
  })

  it('needs the company affiliated to the merchant', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const elsewhere = await make.company()
    const person = await make.person(elsewhere.id)
    expect((await till(url, { ...shop, person }).eligibility()).body.value).toEqual(nothing)
    await sql`delete from grants where company_id = ${shop.company.id}`
    await sql`delete from affiliations where company_id = ${shop.company.id}`
    expect((await till(url, shop).eligibility()).body.value).toEqual(nothing)
  })

  it('needs the discount granted: an affiliation alone grants nothing', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    await make.discount(shop.merchant.id)
    expect(ids(await till(url, shop).eligibility())).toEqual([shop.discountId])
    await sql`delete from grants where company_id = ${shop.company.id}`
    expect((await till(url, shop).eligibility()).body.value).toEqual(nothing)
  })

  it.each(['draft', 'paused', 'ended'] as const)('does not list a discount that is %s', async (status) => {
    const { url, make } = api()
    const shop = await make.shop({ status })
    expect((await till(url, shop).eligibility()).body.value).toEqual(nothing)
  })

  it('does not list a discount whose validity lies in the future or in the past (D22)', async () => {
    const { url, make } = api()
    const shop = await make.shop({ validFrom: new Date(Date.now() + day / 24), validTo: new Date(Date.now() + day) })
    await grantedDiscount(make, shop, {
      validFrom: new Date(Date.now() - 9 * day),
      validTo: new Date(Date.now() - 60_000),
    })
    expect((await till(url, shop).eligibility()).body.value).toEqual(nothing)
  })

  it('holds a discount valid from the very instant validFrom until just before validTo (D22)', async () => {
    const { sql, make } = api()
    const { discountId } = await make.shop()
    // Within a transaction the database clock stands still.
    await sql.begin(async (tx) => {
      const valid = async (from: string, to: string) => {
        await tx`update discounts set valid_from = now() + ${from}::interval, valid_to = now() + ${to}::interval
          where id = ${discountId}`
        return (await tx`select from offers where discount_id = ${discountId}`).count
      }
      expect(await valid('0', '1 day')).toBe(1)
      expect(await valid('1 microsecond', '1 day')).toBe(0)
      expect(await valid('-1 day', '1 microsecond')).toBe(1)
      expect(await valid('-1 day', '0')).toBe(0)
    })
  })

  it('begins and ends to list a discount when the database clock says so (D22)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const clock = async () =>
      Number((await sql`select extract(epoch from clock_timestamp())::float8 as t`)[0]?.t ?? Number.NaN)
    const seen = new Set<string>()
    // Again when the machine was too busy to ask in each phase.
    while (seen.size < 3) {
      const [validity] = await sql<{ from: number; to: number }[]>`
        update discounts set valid_from = now() + interval '100 ms', valid_to = now() + interval '200 ms'
        where id = ${shop.discountId}
        returning extract(epoch from valid_from)::float8 as from, extract(epoch from valid_to)::float8 as to`
      const { from, to } = validity ?? { from: Number.NaN, to: Number.NaN }
      for (let before = await clock(); before < to + 0.05; before = await clock()) {
        const { eligible } = (await till(url, shop).eligibility()).body.value
        const after = await clock()
        const phase =
          after < from ? 'early' : before >= from && after < to ? 'valid' : before >= to ? 'late' : 'between'
        if (phase === 'between') continue
        expect(eligible, phase).toBe(phase === 'valid')
        seen.add(phase)
      }
    }
  })

  it("lists the discounts of the credential's merchant alone, whatever merchantId the body says (contract 1; D8)", async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const other = await make.shop()
    await make.affiliation(shop.company.id, other.merchant.id)
    await make.grant(shop.company.id, other.merchant.id, other.discountId)
    const here = till(url, shop)
    expect(ids(await here.eligibility())).toEqual([shop.discountId])
    expect(ids(await here.eligibility({ merchantId: other.merchant.id }))).toEqual([shop.discountId])
    expect(ids(await here.eligibility({}, { credential: other.credential }))).toEqual([other.discountId])
  })

  it('takes the benefits of the one company in which a person is active (D31)', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop()
    const next = await make.company()
    await make.affiliation(next.id, shop.merchant.id)
    const nextDiscountId = await grantedDiscount(make, { ...shop, company: next })
    const { identification } = shop.person
    await expect(make.person(next.id, { identification })).rejects.toThrow('collaborators_one_employment')
    await sql`update collaborators set active = false where id = ${shop.person.id}`
    await make.person(next.id, { identification, firstName: 'Ana', lastName: 'Pérez' })
    const answer = await till(url, shop).eligibility()
    expect(ids(answer)).toEqual([nextDiscountId])
    expect(answer.body.value.collaborator.companyName).toBe(next.name)
  })

  it('tells persons apart by type and number together', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    expect((await till(url, shop).eligibility({ identificationTypeId: 2 })).body.value).toEqual(nothing)
  })

  it('answers an unknown person with the same bytes as one without benefits (D25)', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const stranger = await till(url, shop).eligibility({ identification: '77777777777' })
    const colleague = await make.person((await make.company()).id)
    expect(stranger.body.value).toEqual(nothing)
    expect(sameness(await till(url, { ...shop, person: colleague }).eligibility())).toEqual(sameness(stranger))
  })

  it('reserves and records nothing, however often it is asked', async () => {
    const { url, sql, make } = api()
    const shop = await make.shop({ usesTotal: 1 })
    for (let i = 0; i < 3; i++) expect(outcome(await till(url, shop).eligibility({ purchaseAmount: 100 }))).toBe('200')
    expect(await recordsOf(sql, shop.merchant.id)).toEqual({ authorizations: 0, consumptions: 0 })
    expect(outcome(await till(url, shop).apply())).toBe('201')
  })
})
