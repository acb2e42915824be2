import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kindOf } from '../fixtures/barrier'
import { call } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newReference, type Person, type Shop } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { type RunningService, startService } from '../fixtures/service'
import { expectInvariants } from './invariants'

/** D43: a limit that is set on a discount in use starts from what its records add up to, whatever the tills do meanwhile. */

const rounds = Array.from({ length: 10 }, (_, round) => round)
const tills = 20

let database: TestDatabase
let services: RunningService[]
let make: ReturnType<typeof factories>

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  // A deadlock lasts, so that it shows: as a 503, or as this test's statement that never ends.
  await database.sql`alter database ${database.sql(new URL(database.databaseUrl).pathname.slice(1))}
    set deadlock_timeout = '1min'`
  services = await Promise.all([startService(database.databaseUrl), startService(database.databaseUrl)])
})

afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()))
  await database?.drop()
})

const limits = {
  none: { usesTotal: null, usesPerDay: null, budget: null },
  uses: { usesTotal: 100_000, usesPerDay: null, budget: null },
  budget: { usesTotal: null, usesPerDay: null, budget: '9000000.00' },
  daily: { usesTotal: null, usesPerDay: 100_000, budget: null },
  all: { usesTotal: 100_000, usesPerDay: 100_000, budget: '9000000.00' },
  narrow: { usesTotal: 12, usesPerDay: 3, budget: '900.00' },
}
type Limit = keyof typeof limits

const setLimits = async (discountId: number, limit: Limit): Promise<void> => {
  const { usesTotal, usesPerDay, budget } = limits[limit]
  await database.sql`
    update discounts set uses_total = ${usesTotal}, uses_per_collaborator_per_day = ${usesPerDay}, budget = ${budget}
    where id = ${discountId}`
}

const urlOf = (till: number) => services[till % services.length]?.url ?? ''

const apply = ({ discountId, credential }: Shop, person: Person, till: number, reference: string) =>
  call(urlOf(till), 'applyDiscount', {
    credential,
    body: {
      identificationTypeId: person.identificationTypeId,
      identification: person.identification,
      merchantDiscountId: discountId,
      purchaseAmount: 1_000 + till,
      reference,
    },
  })

/** One till's customers: each applies, and then gives up, or pays all of it, or pays less, or lets it expire. */
async function serve(shop: Shop, person: Person, till: number, purchases = 4): Promise<string[]> {
  const { credential } = shop
  const url = urlOf(till)
  const answers: string[] = []
  for (let purchase = 0; purchase < purchases; purchase++) {
    const reference = newReference()
    const applied = await apply(shop, person, till, reference)
    answers.push(`apply ${kindOf(applied)}`)
    if (applied.status !== 201) continue
    const authorized = { authorizationCode: applied.body.value.authorizationCode, reference }
    const end = (till + purchase) % 4
    if (end === 0) {
      answers.push(`release ${kindOf(await call(url, 'releaseAuthorization', { credential, body: authorized }))}`)
    } else if (end < 3) {
      const paid = {
        ...authorized,
        consumptionDate: '2026-01-02T03:04:05Z',
        ...(end === 1 ? {} : { purchaseAmount: 500.5 }),
      }
      answers.push(`consume ${kindOf(await call(url, 'registerConsumption', { credential, body: paid }))}`)
    } else {
      await database.sql`
        update authorizations set expires_at = authorized_at + interval '1 microsecond'
        where code = ${authorized.authorizationCode}`
    }
  }
  return answers
}

/** Twenty tills serve six people while the limits change again and again, until they have done. */
async function serveWhile(shop: Shop, changes: readonly Limit[]): Promise<Set<string>> {
  const people = [shop.person]
  while (people.length < 6) people.push(await make.person(shop.company.id))
  let served = false
  const serving = Promise.all(
    Array.from({ length: tills }, (_, till) => serve(shop, people[till % people.length] ?? shop.person, till)),
  ).finally(() => {
    served = true
  })
  let changed = 0
  while (!served) await setLimits(shop.discountId, changes[changed++ % changes.length] ?? 'none')
  expect(changed).toBeGreaterThan(changes.length)
  return new Set((await serving).flat())
}

const expected = ['apply 201', 'consume 201', 'release 200']

describe('the counters of a discount', () => {
  it.each(rounds)('follow its records while limits come and go under twenty tills (D43), round %i', async (round) => {
    const shop = await make.shop()
    const changes: Limit[][] = [
      ['all', 'none'],
      ['uses', 'daily', 'budget', 'none'],
      ['daily', 'all', 'uses'],
    ]
    const answers = await serveWhile(shop, changes[round % changes.length] ?? [])
    expect([...answers].sort()).toEqual(expected)
    // As they are, then with every counter gone, then with every counter started from the records.
    await expectInvariants(database.sql)
    await setLimits(shop.discountId, 'none')
    await expectInvariants(database.sql)
    await setLimits(shop.discountId, 'all')
    await expectInvariants(database.sql)
  })

  it.each(rounds)('follow its records while a limit that blocks comes and goes (D43), round %i', async (round) => {
    const shop = await make.shop()
    const answers = await serveWhile(shop, round % 2 === 0 ? ['narrow', 'none'] : ['narrow', 'all', 'none'])
    for (const answer of answers) expect([...expected, 'apply 404 discount_not_available']).toContain(answer)
    await setLimits(shop.discountId, 'all')
    await expectInvariants(database.sql)
  })

  /** What a till's statement writes, by hand, so that it can be left uncommitted. */
  const writes: Record<string, (tx: TransactionSql, code: string) => Promise<unknown>> = {
    release: (tx, code) => tx`
      update authorizations set status = 'Released', ended_at = now() where code = ${code}`,
    consumption: (tx, code) => tx`
      with used as (
        update authorizations set status = 'Consumed', ended_at = now() where code = ${code} returning *
      ), registered as (
        insert into consumptions (merchant_id, code, authorization_id, reference, discount_id, company_id, collaborator_id,
          api_key_id, purchase_amount, discount_amount, final_amount, consumption_date)
        select merchant_id, code, id, reference, discount_id, company_id, collaborator_id, api_key_id, 500, 50, 450, now()
        from used
        returning merchant_id, id
      )
      insert into idempotency_keys (merchant_id, key, fingerprint, consumption_id)
      select merchant_id, gen_random_uuid(), '\\x00'::bytea, id from registered`,
    authorization: (tx, code) => tx`
      with reserved as (
        insert into authorizations (merchant_id, code, reference, discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at)
        select merchant_id, code || '-2', reference || '-2', discount_id, company_id, collaborator_id, api_key_id,
          purchase_amount, discount_amount, final_amount, discount_type, discount_value, scope, expires_at
        from authorizations where code = ${code}
        returning merchant_id, id
      )
      insert into idempotency_keys (merchant_id, key, fingerprint, authorization_id)
      select merchant_id, gen_random_uuid(), '\\x00'::bytea, id from reserved`,
  }

  describe.each(Object.entries(writes))('started while a %s is not yet committed', (_, write) => {
    it.each([['all'], ['none']] as const)('wait for it, when the limits become %j (D43)', async (limit) => {
      const shop = await make.shop()
      await setLimits(shop.discountId, limit === 'all' ? 'none' : 'all')
      const applied = await apply(shop, shop.person, 0, newReference())
      expect(kindOf(applied)).toBe('201')
      const setting = await database.sql.begin(async (tx) => {
        await write(tx, applied.body.value.authorizationCode)
        const done = setLimits(shop.discountId, limit)
        await expect.poll(() => lockWaits(database.sql)).toBe(1)
        return { done }
      })
      await setting.done
      await expectInvariants(database.sql)
    })
  })

  it('are those of the records when a limit is set on a discount in use, and block at once (D43)', async () => {
    const shop = await make.shop()
    // One gives up, one pays, one pays 500.50 of 1,000.00.
    expect(await serve(shop, shop.person, 0, 3)).toHaveLength(6)
    await setLimits(shop.discountId, 'all')
    await expectInvariants(database.sql)
    const [usage] = await database.sql`select uses, amount from discount_usage where discount_id = ${shop.discountId}`
    const [daily] = await database.sql`select uses from discount_daily_usage where discount_id = ${shop.discountId}`
    expect({ usage, daily }).toEqual({ usage: { uses: 2, amount: '150.05' }, daily: { uses: 2 } })
    await database.sql`update discounts set uses_total = 2 where id = ${shop.discountId}`
    expect(await serve(shop, shop.person, 0, 2)).toEqual(Array(2).fill('apply 404 discount_not_available'))
  })
})
