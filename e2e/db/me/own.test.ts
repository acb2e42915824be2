import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedOf } from '@/lib/kernel/address'
import { historyPath, historyRangeOf } from '@/lib/me/history'
import { type CollaboratorContext, listBenefits, listHistory } from '@/lib/me/list-own'
import { till } from '../../api/till'
import { type RunningService, startService } from '../../fixtures/service'
import { openWorld, type World } from '../accounts/world'
import { type Employee, newEmployee } from './people'

/** Issue 5, 9: a collaborator sees what the till would offer them, and what they have used, and nothing of anybody else. */

let world: World
let service: RunningService

beforeAll(async () => {
  world = await openWorld()
  service = await startService(world.database.databaseUrl)
})

afterAll(async () => {
  await service.stop()
  await world.close()
})

const as = ({ id, email, companyName }: Employee): CollaboratorContext => ({
  db: world.ctx().db,
  collaborator: { collaboratorId: id, displayName: 'Ana P.', companyName, email },
})

const namesOf = async (person: Employee): Promise<string[]> =>
  (await listBenefits(as(person))).flatMap(({ merchantName, benefits }) =>
    benefits.map(({ name }) => `${merchantName}: ${name}`),
  )

/** A shop, and a colleague of its collaborator who has an address. */
async function newShop(options: Parameters<World['make']['shop']>[0] = {}) {
  const shop = await world.make.shop(options)
  const person = await newEmployee(world, { companyId: shop.company.id })
  const my = till(service.url, { ...shop, person: { ...person, identificationTypeId: 1 } })
  return { shop, person, my }
}

describe('the benefits of a collaborator', () => {
  it('are what the till is offered for them today, merchant by merchant', async () => {
    const { shop, person, my } = await newShop({ minimumPurchase: '500.00', maximumDiscount: '200.00' })
    const { make, database } = world
    const other = await make.merchant()
    await make.affiliation(shop.company.id, other.id)
    const typeId = await make.collaboratorType(shop.company.id)
    for (const [merchantId, options, type] of [
      [other.id, { type: 'AMT', value: '75.50' }, undefined],
      [other.id, {}, typeId],
      [shop.merchant.id, { status: 'paused' }, undefined],
      [shop.merchant.id, { validTo: new Date(Date.now() - 1_000) }, undefined],
    ] as const) {
      await make.grant(shop.company.id, merchantId, await make.discount(merchantId, options), type)
    }
    const expected = [shop.merchant.name, other.name].sort().map((name) => `${name}: 10 %`)
    expect((await namesOf(person)).sort()).toEqual(expected)
    const offered = (await my.eligibility()).body.value.discounts
    const mine = (await listBenefits(as(person))).flatMap(({ benefits }) => benefits)
    expect(mine.filter(({ discountId }) => discountId === shop.discountId)).toEqual([
      expect.objectContaining({
        discountType: 'PCT',
        value: 1_000n,
        minimumPurchaseCents: 50_000n,
        maximumDiscountCents: 20_000n,
        scope: 'store',
      }),
    ])
    expect(offered.map((one: { merchantDiscountId: number }) => one.merchantDiscountId)).toEqual([shop.discountId])
    await database.sql`update collaborators set collaborator_type_id = ${typeId} where id = ${person.id}`
    expect(await namesOf(person)).toHaveLength(3)
    await database.sql`update merchants set enabled = false where id = ${other.id}`
    expect(await namesOf(person)).toEqual([`${shop.merchant.name}: 10 %`])
  })

  it('are gone as soon as they are paused, not granted, or used up for the day', async () => {
    const { shop, person, my } = await newShop({ usesPerCollaboratorPerDay: 2 })
    const left = async () => (await listBenefits(as(person)))[0]?.benefits[0]?.usesLeftToday
    expect(await left()).toBe(2)
    const first = await my.reserved()
    expect(await left()).toBe(1)
    await world.database.sql`
      update authorizations set expires_at = authorized_at + interval '1 microsecond' where code = ${first.authorizationCode}`
    expect(await left()).toBe(2)
    await my.consume(await my.reserved())
    await my.reserved()
    expect(await namesOf(person)).toEqual([])
    const paused = await newShop()
    await world.database.sql`update discounts set status = 'paused' where id = ${paused.shop.discountId}`
    expect(await namesOf(paused.person)).toEqual([])
    const withdrawn = await newShop()
    await world.database.sql`delete from grants where discount_id = ${withdrawn.shop.discountId}`
    expect(await namesOf(withdrawn.person)).toEqual([])
    expect(shop.person.id).not.toBe(person.id)
  })

  it('name the category or the article that they are for', async () => {
    const { shop, person } = await newShop()
    const { make } = world
    const category = await make.category(shop.merchant.id)
    const article = await make.article(shop.merchant.id, 'AGUA-600')
    for (const scope of [{ category }, { article }]) {
      await make.grant(shop.company.id, shop.merchant.id, await make.discount(shop.merchant.id, { scope }))
    }
    const benefits = (await listBenefits(as(person)))[0]?.benefits ?? []
    expect(benefits.map(({ scope, scopeName }) => [scope, scopeName])).toEqual([
      ['store', null],
      ['category', 'Bebidas'],
      ['article', 'AGUA-600'],
    ])
  })
})

describe('the history of a collaborator', () => {
  it('is what the till registered for them, with the same amounts, and of no colleague', async () => {
    const { shop, person, my } = await newShop()
    const reserved = await my.reserved({ purchaseAmount: 1250.5 })
    const { value } = (await my.consume(reserved)).body
    await till(service.url, shop).consume(await till(service.url, shop).reserved())
    const { uses, count, savedCents, older } = await listHistory(as(person), {})
    expect(uses).toEqual([
      {
        id: expect.any(Number),
        // What a question about a purchase is asked by: all three sides see it (ADR-0015).
        code: value.code,
        consumptionDate: new Date(value.consumptionDate),
        merchantName: shop.merchant.name,
        discountName: '10 %',
        purchaseCents: 125_050n,
        discountCents: 12_505n,
        finalCents: 112_545n,
      },
    ])
    expect([count, savedCents, older]).toEqual([1, 12_505n, undefined])
    expect(Number(uses[0]?.discountCents) / 100).toBe(value.discountAmount)
  })

  it('is turned page by page, and none is skipped or seen twice, also of one instant', async () => {
    const { shop, person } = await newShop()
    const { sql } = world.database
    await sql`
      with held as (
        insert into authorizations (merchant_id, code, reference, status, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, authorized_at, expires_at, ended_at)
        select ${shop.merchant.id}, 'H' || n, 'H' || n, 'Consumed', ${shop.discountId}, ${person.companyId}, ${person.id},
          ${shop.credential.id}, n, 0, n, 'PCT', 10, 'store', now() - interval '1 day', now(), now()
        from generate_series(1, 100) n returning *)
      insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id, api_key_id,
        purchase_amount, discount_amount, final_amount, consumption_date, registered_at)
      select merchant_id, code, id, reference, discount_id, company_id, collaborator_id, api_key_id, purchase_amount, discount_amount,
        final_amount, now(), now() - (purchase_amount::int / 10) * interval '1.000001 hours'
      from held`
    const seen: number[] = []
    let address: string | undefined = historyPath()
    while (address !== undefined) {
      const { uses, older } = await listHistory(as(person), historyRangeOf(askedOf(`http://office${address}`)))
      seen.push(...uses.map(({ id }) => id))
      address = older && historyPath({ before: older })
    }
    const all =
      await sql`select id from consumptions where collaborator_id = ${person.id} order by registered_at desc, id desc`
    expect(seen).toEqual(all.map(({ id }) => Number(id)))
    for (const nonsense of ['x', '.1', '1.', "1.1'", '99999999999999999999.1']) {
      expect((await listHistory(as(person), historyRangeOf({ before: nonsense }))).uses).toHaveLength(30)
    }
  })

  it('is found by index', async () => {
    const { person } = await newShop()
    const { sql } = world.database
    const plan = await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      return tx`explain select id from consumptions where collaborator_id = ${person.id}
        and (registered_at, id) < (now(), 5::bigint) order by registered_at desc, id desc limit 31`
    })
    expect(JSON.stringify([...plan])).toContain('consumptions_of_collaborator')
    expect(JSON.stringify([...plan])).not.toContain('Sort')
  })
})
