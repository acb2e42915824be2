import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newIdentification, newReference } from '../fixtures/factories'
import { startMemberTill } from './member-till'

// D68: what a member redeems by hand goes through the verbs of the API, and is marked with its person.

const my = startMemberTill()

const madeBy = async (merchantId: number) =>
  (
    await my.sql()<{ reference: string; authorized: number | null; charged: number | null }[]>`
      select a.reference, ma.user_id as authorized, mc.user_id as charged
      from authorizations a
      left join member_authorizations ma on ma.merchant_id = a.merchant_id and ma.authorization_id = a.id
      left join consumptions c on c.merchant_id = a.merchant_id and c.authorization_id = a.id
      left join member_consumptions mc on mc.merchant_id = c.merchant_id and mc.consumption_id = c.id
      where a.merchant_id = ${merchantId} order by a.id`
  ).map((row) => ({ ...row }))

const events = async (merchantId: number) =>
  (
    await my.sql()<{ said: string }[]>`
      select action || ' ' || outcome || ' ' || user_id || ' ' || (details->>'reference') as said
      from audit_events where merchant_id = ${merchantId} order by id`
  ).map(({ said }) => said)

describe('a member at the till in the browser (D68)', () => {
  it('applies and charges exact amounts, and each record says who it was', async () => {
    const shop = await my.newShop()
    const [ana, luis] = [await my.newCashier(shop), await my.newCashier(shop)]
    const { value } = await ana.apply({ purchaseAmount: 1_025n })
    expect(value).toMatchObject({
      status: 'Authorized',
      purchaseAmount: 10.25,
      discountAmount: 1.03,
      finalAmount: 9.22,
    })
    const charged = await luis.charge(value)
    expect(charged.value).toMatchObject({ status: 'Registered', finalAmount: 9.22 })
    expect(await madeBy(shop.merchant.id)).toEqual([
      { reference: value.reference, authorized: ana.userId, charged: luis.userId },
    ])
    expect(await events(shop.merchant.id)).toEqual([`sale.charged done ${luis.userId} ${value.reference}`])
    expect([ana.counted, luis.counted]).toEqual([{ authorized: 1 }, { consumed: 1 }])
  })

  it('gives a reservation back once, however often one presses, and the trail says it once (P-22)', async () => {
    const shop = await my.newShop()
    const ana = await my.newCashier(shop)
    const { value } = await ana.apply()
    expect((await ana.release(value)).value.status).toBe('Released')
    expect((await ana.release(value)).value.status).toBe('Released')
    await expect(ana.charge(value)).rejects.toMatchObject({ code: 'authorization_expired' })
    expect(await events(shop.merchant.id)).toEqual([`sale.canceled done ${ana.userId} ${value.reference}`])
    expect(ana.counted).toEqual({ authorized: 1, released: 1 })
  })

  it('answers a repeated key with the first outcome, marked and counted once (D44)', async () => {
    const shop = await my.newShop()
    const ana = await my.newCashier(shop)
    const [applyKey, chargeKey, reference] = [randomUUID(), randomUUID(), newReference()]
    const first = await ana.apply({ reference }, applyKey)
    expect(await ana.apply({ reference }, applyKey)).toEqual({ ...first, replayed: true })
    const charged = await ana.charge(first.value, chargeKey)
    expect(await ana.charge(first.value, chargeKey)).toEqual({ ...charged, replayed: true })
    await expect(ana.apply({ reference, purchaseAmount: 5_000n }, applyKey)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    })
    expect(ana.counted).toEqual({ authorized: 1, consumed: 1 })
    expect(await events(shop.merchant.id)).toHaveLength(1)
  })

  it('is asked for the permission in the transaction of the act, and leaves nothing behind without it (P-08)', async () => {
    const shop = await my.newShop()
    const [seller, reader] = [
      await my.newCashier(shop),
      await my.newCashier(shop, ['merchant.consumptions.read', 'merchant.team.manage']),
    ]
    const { value } = await seller.apply()
    await expect(reader.apply()).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(reader.charge(value)).rejects.toMatchObject({ code: 'permission_missing' })
    await expect(reader.release(value)).rejects.toMatchObject({ code: 'permission_missing' })
    await my.sql()`update users set disabled_at = now() where id = ${seller.userId}`
    await expect(seller.charge(value)).rejects.toMatchObject({ code: 'permission_missing' })
    expect(await madeBy(shop.merchant.id)).toEqual([
      { reference: value.reference, authorized: seller.userId, charged: null },
    ])
  })

  it('redeems nothing for a merchant that is not enabled', async () => {
    const shop = await my.newShop()
    const ana = await my.newCashier(shop)
    await my.sql()`update merchants set enabled = false where id = ${shop.merchant.id}`
    await expect(ana.apply()).rejects.toMatchObject({ code: 'merchant_disabled' })
  })

  it('cannot touch what another merchant reserved (T-07)', async () => {
    const [mine, theirs] = [await my.newShop(), await my.newShop()]
    const [ana, stranger] = [await my.newCashier(mine), await my.newCashier(theirs)]
    const { value } = await ana.apply()
    await expect(stranger.charge(value)).rejects.toMatchObject({ code: 'authorization_not_found' })
    await expect(stranger.release(value)).rejects.toMatchObject({ code: 'authorization_not_found' })
  })

  it('charges once when two tabs press at the same moment, with one key or with two', async () => {
    const shop = await my.newShop()
    const ana = await my.newCashier(shop)
    for (const sameKey of [true, false]) {
      const { value } = await ana.apply()
      const key = randomUUID()
      const answers = await Promise.allSettled(
        Array.from({ length: 12 }, () => ana.charge(value, sameKey ? key : undefined)),
      )
      const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.code : []))
      expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(new Set(made.map((answer) => answer.value.code)).size).toBe(1)
      expect(new Set(refused)).toEqual(sameKey ? new Set() : new Set(['authorization_already_used']))
    }
    expect(ana.counted).toEqual({ authorized: 2, consumed: 2 })
  })

  it('ends a sale in one way when one tab charges while another cancels', async () => {
    const shop = await my.newShop()
    const ana = await my.newCashier(shop)
    for (let round = 0; round < 10; round++) {
      const { value } = await ana.apply()
      const [charge, release] = await Promise.allSettled([ana.charge(value), ana.release(value)])
      expect([charge.status, release.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('keeps the limits of a discount, also of many cashiers at once (D43)', async () => {
    const shop = await my.newShop({ usesTotal: 3, usesPerCollaboratorPerDay: 3, budget: '300.00' })
    const cashiers = await Promise.all([1, 2, 3, 4].map(() => my.newCashier(shop)))
    const answers = await Promise.allSettled(cashiers.flatMap((one) => [one.apply(), one.apply(), one.apply()]))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? answer.reason.code : []))
    expect(new Set(refused)).toEqual(new Set(['discount_not_available']))
    expect(refused).toHaveLength(9)
    const [one] = await madeBy(shop.merchant.id)
    expect(one?.authorized).not.toBeNull()
  })

  it('cannot be left out: a record without a credential and without a person does not commit', async () => {
    const shop = await my.newShop()
    const { value } = await (await my.newCashier(shop)).apply()
    const copy = my.sql()`
      insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, purchase_amount,
        discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
      select merchant_id, code || '2', reference || '2', discount_id, company_id, collaborator_id, purchase_amount,
        discount_amount, final_amount, discount_type, discount_value, scope, expires_at
      from authorizations where code = ${value.authorizationCode}`
    await expect(copy).rejects.toMatchObject({ constraint_name: 'authorizations_maker' })
  })
})

/** The first refusal, however slow the machine: the budget is refilled meanwhile, and not as fast as one asks. */
async function untilRefused(ask: () => Promise<unknown>, ordinary?: string): Promise<unknown> {
  for (let n = 0; n < 30; n++) {
    const refusal = await ask().then(
      () => undefined,
      (error: { code: string }) => (error.code === ordinary ? undefined : error),
    )
    if (refusal) return refusal
  }
  return undefined
}

describe('what a member asks at the till', () => {
  it('has a budget of misses that nothing gives back, and the trail says who went on asking (D69)', async () => {
    const shop = await my.newShop()
    const [ana, luis] = [await my.newCashier(shop), await my.newCashier(shop)]
    for (let n = 0; n < 15; n++) {
      expect((await ana.search()).eligible).toBe(true)
      expect((await ana.search(newIdentification())).eligible).toBe(false)
      await expect(ana.tryToApply(newIdentification())).rejects.toMatchObject({ code: 'discount_not_available' })
    }
    const limited = { code: 'rate_limited', headers: { 'Retry-After': expect.stringMatching(/^([1-9]|10)$/) } }
    expect(await untilRefused(() => ana.search(newIdentification()))).toMatchObject(limited)
    expect(await untilRefused(() => ana.tryToApply(newIdentification()), 'discount_not_available')).toMatchObject(
      limited,
    )
    // Another cashier's budget is another.
    expect((await luis.search()).eligible).toBe(true)
    const [said, ...more] = await my.sql()`
      select action, outcome, user_id as "userId", details from audit_events where merchant_id = ${shop.merchant.id}`
    expect(more).toEqual([])
    expect(said).toEqual({
      action: 'sale.searched',
      outcome: 'denied',
      userId: ana.userId,
      details: { reason: 'rate_limited' },
    })
  })

  it('is no more than a person asks (D69)', async () => {
    const ana = await my.newCashier(await my.newShop())
    for (let n = 0; n < 60; n++) await ana.call()
    expect(await untilRefused(ana.call)).toMatchObject({ code: 'rate_limited' })
  })

  it('tells what became of a lost answer by its key alone, and of an authorization by its code (D70)', async () => {
    const [shop, elsewhere] = [await my.newShop(), await my.newShop()]
    const [ana, stranger] = [await my.newCashier(shop), await my.newCashier(elsewhere)]
    const applyKey = randomUUID()
    await expect(ana.standing({ applyKey })).rejects.toMatchObject({ code: 'authorization_not_found' })
    const { value } = await ana.apply({}, applyKey)
    expect(await ana.standing({ applyKey })).toEqual({ ...value, consumption: null })
    const { authorizationCode, reference } = value
    const charged = await ana.charge(value)
    const consumed = { ...value, status: 'Consumed', consumption: { code: charged.value.code } }
    expect(await ana.standing({ applyKey })).toEqual(consumed)
    expect(await ana.standing({ authorizationCode, reference })).toEqual(consumed)
    await expect(ana.standing({ authorizationCode, reference: 'otra' })).rejects.toMatchObject({
      code: 'authorization_not_found',
    })
    await expect(stranger.standing({ applyKey })).rejects.toMatchObject({ code: 'authorization_not_found' })
  })
})
