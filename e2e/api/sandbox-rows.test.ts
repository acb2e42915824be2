import { describe, expect, it } from 'vitest'
import { emptySandbox } from '@/lib/sandbox/empty-sandbox'
import { identificationOf, identities } from '@/lib/sandbox/identities'
import { expectInvariants } from '../db/invariants'
import { startOfficesProcess } from '../fixtures/offices-process'
import { openForTests } from '../fixtures/open-for-tests'
import { newSandbox } from '../fixtures/sandboxes'
import { outcome, sameness, startApi, till } from './till'

/** The assigned identities that ordinary rows are enough for, as a till sees them at both doors (D67). */

const api = startApi()

const sandboxes = openForTests(async (atEnd) => ({
  make: async () => {
    const { sql, databaseUrl } = api()
    const sandbox = await newSandbox(sql, databaseUrl)
    atEnd(sandbox.close)
    return sandbox
  },
}))

/** The offices' process on the same database: its door has the same operations. */
const offices = openForTests(async (atEnd) => {
  const { url, stop } = await startOfficesProcess(api().databaseUrl)
  atEnd(stop)
  return { url }
})

const doors = { node: () => api().url, next: () => offices().url }

type Asked = { type?: number; of?: ReturnType<ReturnType<typeof sandboxes>['make']>; door?: keyof typeof doors }

/** A till that types an identity as a cédula, or as letters with another identification type. */
async function customer(code: string, key: string, { type = 1, of = sandboxes().make(), door = 'node' }: Asked = {}) {
  const sandbox = await of
  const identity = identities.find((one) => one.code === code)
  if (!identity) throw new Error(`no identity ${code}`)
  const identification = identificationOf(identity, type)
  const person = { id: 0, companyId: 0, identificationTypeId: type, identification }
  const my = till(doors[door](), { person, discountId: sandbox.discountOf(key), credential: sandbox.credential })
  return { sandbox, my, offers: async (fields = {}) => (await my.eligibility(fields)).body.value }
}

const priced = ({ body }: { body: { value: { discountAmount: number; finalAmount: number } } }) => [
  body.value.discountAmount,
  body.value.finalAmount,
]

const water = { sku: 'TEST-01', quantity: 2, unitPrice: 35 }
const foreign = { sku: 'AJENO-1', quantity: 1, unitPrice: 500 }

describe.each(['node', 'next'] as const)('at the door of %s the identity', (door) => {
  it.each([1, 2])(
    '01 gets 10 %% of the whole store and everything works, with identification type %i',
    async (type) => {
      const { my, offers } = await customer('01', 'sandbox:store', { type, door })
      expect(await offers()).toMatchObject({
        eligible: true,
        collaborator: { displayName: 'Ana P.', companyName: 'Empresa de Prueba' },
        discounts: [{ name: 'Prueba: 10 % en toda la tienda' }],
      })
      const applied = await my.apply({ purchaseAmount: 1025 })
      expect(priced(applied)).toEqual([102.5, 922.5])
      expect(outcome(await my.consume(applied.body.value))).toBe('201')
    },
  )

  it('02 gets four benefits, the greatest first, equal ones by their ids (D28)', async () => {
    const { sandbox, offers } = await customer('02', 'sandbox:article', { door })
    const { discounts } = await offers({ purchaseAmount: 1000 })
    const ids = discounts.map(({ merchantDiscountId }: { merchantDiscountId: number }) => merchantDiscountId)
    const keys = ['sandbox:article', 'sandbox:fixed-150', 'sandbox:category', 'sandbox:store']
    expect(ids).toEqual(keys.map(sandbox.discountOf))
  })

  it('02 gets the benefit of an article on that article alone (D18)', async () => {
    const { my } = await customer('02', 'sandbox:article', { door })
    const applied = await my.apply({ purchaseAmount: 570, items: [water, foreign] })
    expect(priced(applied)).toEqual([14, 556])
  })

  it('03 is asked for items, and for items of the category', async () => {
    const { my, offers } = await customer('03', 'sandbox:category', { door })
    expect((await offers()).discounts).toHaveLength(1)
    expect(outcome(await my.apply())).toBe('400 items_required items')
    expect(outcome(await my.apply({ items: [foreign] }))).toBe('400 no_applicable_items items')
    expect(priced(await my.apply({ purchaseAmount: 570, items: [water, foreign] }))).toEqual([10.5, 559.5])
  })

  it('04 pays nothing on a purchase below the fixed amount (D17)', async () => {
    const { my } = await customer('04', 'sandbox:fixed-500', { door })
    expect(priced(await my.apply({ purchaseAmount: 300 }))).toEqual([300, 0])
    expect(priced(await my.apply({ purchaseAmount: 1200 }))).toEqual([500, 700])
  })

  it('05 has a minimum purchase and a maximum discount', async () => {
    const { my, offers } = await customer('05', 'sandbox:bounded', { door })
    expect((await offers({ purchaseAmount: 999.99 })).eligible).toBe(false)
    expect(outcome(await my.apply({ purchaseAmount: 999.99 }))).toBe('404 discount_not_available')
    expect((await offers({ purchaseAmount: 1000 })).eligible).toBe(true)
    expect(priced(await my.apply({ purchaseAmount: 1000 }))).toEqual([150, 850])
    expect(priced(await my.apply({ purchaseAmount: 2000 }))).toEqual([200, 1800])
  })

  it('06 shows how amounts are rounded (D15)', async () => {
    const { my } = await customer('06', 'sandbox:fraction', { door })
    expect(priced(await my.apply({ purchaseAmount: 10.2 }))).toEqual([1.28, 8.92])
    expect(priced(await my.apply({ purchaseAmount: 0.04 }))).toEqual([0.01, 0.03])
    expect(priced(await my.apply({ purchaseAmount: 99.99 }))).toEqual([12.5, 87.49])
  })

  it.each([1, 2])(
    '10, 11, 12 and 13 are nobody, all in the same bytes, with identification type %i (D25)',
    async (type) => {
      const of = sandboxes().make()
      const answers = []
      for (const code of ['10', '11', '12', '13']) {
        const { my } = await customer(code, 'sandbox:store', { type, of, door })
        const applied = await my.apply({ reference: 'la misma' })
        answers.push([await my.eligibility({ purchaseAmount: 1000 }), applied].map(sameness))
      }
      const [[listed, applied] = []] = answers
      expect(JSON.parse(listed?.text ?? '').value).toEqual({ eligible: false, collaborator: null, discounts: [] })
      expect(applied?.status).toBe(404)
      for (const one of answers) expect(withoutBudget(one)).toEqual(withoutBudget(answers[0]))
    },
  )

  it('13 is nobody for the discount that was its own too', async () => {
    const { my } = await customer('13', 'sandbox:over', { door })
    expect(outcome(await my.apply())).toBe('404 discount_not_available')
  })

  it('15 has one use a day, which comes back when it is released, and its merchant’s alone', async () => {
    const { my, offers } = await customer('15', 'sandbox:daily', { door })
    const held = await my.reserved()
    expect((await offers()).eligible).toBe(false)
    expect(outcome(await my.apply())).toBe('404 discount_not_available')
    const elsewhere = await customer('15', 'sandbox:daily', { door })
    expect((await elsewhere.offers()).eligible).toBe(true)
    await my.release(held)
    const again = await my.reserved()
    expect(outcome(await my.consume(again))).toBe('201')
    expect(outcome(await my.apply())).toBe('404 discount_not_available')
  })

  it('16 has a budget for one purchase of 1,000.00', async () => {
    const { my, offers } = await customer('16', 'sandbox:budget', { door })
    expect(outcome(await my.apply({ purchaseAmount: 1000.1 }))).toBe('404 discount_not_available')
    expect(outcome(await my.apply({ purchaseAmount: 1000 }))).toBe('201')
    expect((await offers({ purchaseAmount: 1 })).eligible).toBe(false)
    expect(outcome(await my.apply({ purchaseAmount: 1 }))).toBe('404 discount_not_available')
  })

  it('22 has names of 60 characters with accents, ñ and apostrophe', async () => {
    const { offers } = await customer('22', 'sandbox:long-name-discount', { door })
    const { collaborator, discounts } = await offers()
    expect(collaborator.displayName).toBe('Sara D.')
    for (const name of [collaborator.companyName, discounts[0].name]) {
      expect([...name]).toHaveLength(60)
      for (const sign of ["'", 'ñ', 'Ó']) expect(name.normalize('NFC')).toContain(sign)
    }
  })

  it('is known in letters of any case, and not by another type’s form', async () => {
    const { my } = await customer('01', 'sandbox:store', { type: 2, door })
    expect((await my.eligibility({ identification: 'prueba01' })).body.value.eligible).toBe(true)
    expect((await my.eligibility({ identification: '99900000001' })).body.value.eligible).toBe(false)
  })
})

describe('an emptied sandbox', () => {
  it('has its reservations released, its uses and budgets back, and all that was paid', async () => {
    const of = sandboxes().make()
    const [daily, budget, plain] = [
      await customer('15', 'sandbox:daily', { of }),
      await customer('16', 'sandbox:budget', { of }),
      await customer('01', 'sandbox:store', { of }),
    ]
    const { sandbox } = daily
    for (const { my } of [daily, budget]) {
      expect(outcome(await my.consume(await my.reserved()))).toBe('201')
      expect(outcome(await my.apply())).toBe('404 discount_not_available')
    }
    const held = await plain.my.reserved()
    const paid = () => api().sql`select * from consumptions where merchant_id = ${sandbox.merchantId} order by id`
    const before = await paid()
    expect(await emptySandbox(sandbox.ctx)).toEqual({ released: 1 })
    expect(await paid()).toEqual(before)
    expect((await plain.my.find(held.reference)).body.value.status).toBe('Released')
    for (const { my, offers } of [daily, budget]) {
      expect((await offers()).eligible).toBe(true)
      const again = await my.reserved()
      expect(outcome(await my.apply())).toBe('404 discount_not_available')
      await my.release(again)
      expect(outcome(await my.consume(await my.reserved()))).toBe('201')
      expect(outcome(await my.apply())).toBe('404 discount_not_available')
    }
    expect(await emptySandbox(sandbox.ctx)).toEqual({ released: 0 })
    for (const { offers } of [daily, budget]) expect((await offers()).eligible).toBe(true)
    await expectInvariants(api().sql)
  })

  it('is emptied while tills sell, without an error of theirs, and its counters add up', async () => {
    const of = sandboxes().make()
    const tills = [
      await customer('15', 'sandbox:daily', { of }),
      await customer('16', 'sandbox:budget', { of }),
      await customer('01', 'sandbox:store', { of }),
    ]
    const { sandbox } = await customer('01', 'sandbox:store', { of })
    const said = new Set<string>()
    const sell = async ({ my }: (typeof tills)[number], round: number) => {
      const applied = await my.apply({ purchaseAmount: 100 })
      said.add(outcome(applied))
      if (applied.status !== 201) return
      const ended = round % 2 === 0 ? my.consume(applied.body.value) : my.release(applied.body.value)
      said.add(outcome(await ended))
    }
    const rounds = Array.from({ length: 6 }, (_, round) => round)
    await Promise.all([
      ...tills.flatMap((one) =>
        [one, one, one].map(async () => {
          for (const round of rounds) await sell(one, round)
        }),
      ),
      (async () => {
        for (const _ of rounds) await emptySandbox(sandbox.ctx)
      })(),
    ])
    // What the emptying released can no longer be confirmed, as what a till released cannot.
    const allowed = ['200', '201', '404 discount_not_available', '400 authorization_expired']
    expect([...said].filter((one) => !allowed.includes(one))).toEqual([])
    await emptySandbox(sandbox.ctx)
    for (const { offers } of tills) expect((await offers()).eligible).toBe(true)
    await expectInvariants(api().sql)
  })
})

/** What the same bytes may differ in: how many calls are left. */
const withoutBudget = (answers: readonly ReturnType<typeof sameness>[] | undefined) =>
  (answers ?? []).map(({ status, text, headers }) => ({
    status,
    text,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('ratelimit'))),
  }))
