import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, form, tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, newIdentification, newReference, type Shop } from '../fixtures/factories'
import { loggedDurationsMs } from '../fixtures/logged-durations'
import { startPgBouncer, type TestPgBouncer } from '../fixtures/pgbouncer'
import { type RunningService, startProcess } from '../fixtures/service'

/** ADR-0006: the service through a PgBouncer that lends a session per transaction, with DATABASE_PREPARE=false. */

const sessions = 3

let database: TestDatabase
let pooler: TestPgBouncer
let make: ReturnType<typeof factories>
let services: [RunningService, RunningService]

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  await make.identificationTypes()
  await boundStatements(database)
  pooler = await startPgBouncer(database.databaseUrl, { default_pool_size: sessions })
  const start = () => startProcess(pooler.databaseUrl, { DATABASE_PREPARE: 'false', DATABASE_POOL_MAX: '10' })
  services = await Promise.all([start(), start()])
})

afterAll(async () => {
  await Promise.all((services ?? []).map((service) => service.stop()))
  await pooler?.stop()
  await database?.drop()
})

/** As ADR-0006 says: what PgBouncer does not pass on, the role has from PostgreSQL. */
async function boundStatements({ databaseUrl, sql }: TestDatabase): Promise<void> {
  const url = new URL(databaseUrl)
  const [role, name] = [sql(decodeURIComponent(url.username)), sql(url.pathname.slice(1))]
  await sql`alter role ${role} in database ${name} set statement_timeout = '2s'`
  await sql`alter role ${role} in database ${name} set lock_timeout = '1500ms'`
}

const urlOf = (n: number): string => services[n % services.length]?.url ?? ''

const slowestMs = async (answers: readonly Answer[]): Promise<number> =>
  Math.max(...(await loggedDurationsMs(() => services.map((service) => service.log()).join(''), answers)))

const whoIs = ({ person: { identificationTypeId, identification } }: Shop) => ({ identificationTypeId, identification })

describe('through PgBouncer in transaction mode', () => {
  it('the whole flow works, by key and by token: eligibility, apply, replay, consume, release, recovery, lists', async () => {
    const shop = await make.shop()
    const { merchant, discountId } = shop
    const permissions = ['core.integrations', 'core.consumptions.read'] as const
    const client = await make.oauthClient(merchant.id, { permissions: [...permissions] })
    const key = await make.apiKey(merchant.id, { permissions: [...permissions] })
    for (const credential of [key, await tokenOf(urlOf(0), client)]) {
      for (let n = 0; n < 4; n++) {
        const url = urlOf(n)
        const other = urlOf(n + 1)
        const types = await call(url, 'listIdentificationTypes', { credential })
        expect(types.body.value).toHaveLength(2)
        const eligible = await call(url, 'checkEligibility', {
          credential,
          body: { ...whoIs(shop), purchaseAmount: 50 },
        })
        expect(eligible.body.value.discounts[0]).toMatchObject({
          merchantDiscountId: discountId,
          estimatedDiscountAmount: 5,
        })
        const unknown = { identificationTypeId: 1, identification: newIdentification() }
        expect((await call(url, 'checkEligibility', { credential, body: unknown })).body.value.eligible).toBe(false)

        const reserve = async () => {
          const reference = newReference()
          const body = { ...whoIs(shop), merchantDiscountId: discountId, purchaseAmount: 50.5, reference }
          const idempotencyKey = randomUUID()
          const applied = await call(url, 'applyDiscount', { credential, body, idempotencyKey })
          expect([applied.status, applied.body.value.discountAmount]).toEqual([201, 5.05])
          const replayed = await call(other, 'applyDiscount', { credential, body, idempotencyKey })
          expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
          expect(replayed.body.value).toEqual(applied.body.value)
          const reused = { ...body, purchaseAmount: 51 }
          expect((await call(other, 'applyDiscount', { credential, body: reused, idempotencyKey })).status).toBe(409)
          return { reference, authorizationCode: String(applied.body.value.authorizationCode) }
        }

        const paid = await reserve()
        const found = await call(other, 'findAuthorization', { credential, query: { reference: paid.reference } })
        expect(found.body.value.status).toBe('Authorized')
        const confirmation = { ...paid, consumptionDate: new Date().toISOString() }
        const consumed = await call(other, 'registerConsumption', { credential, body: confirmation })
        expect([consumed.status, consumed.body.value.status]).toEqual([201, 'Registered'])
        const again = await call(url, 'registerConsumption', { credential, body: confirmation })
        expect([again.status, again.body.code]).toEqual([400, 'authorization_already_used'])

        const givenUp = await reserve()
        expect((await call(other, 'releaseAuthorization', { credential, body: givenUp })).status).toBe(200)
        const listed = await call(url, 'listConsumptions', { credential, query: { reference: paid.reference } })
        expect(listed.body.value.map(({ code }: { code: string }) => code)).toEqual([consumed.body.value.code])
      }
    }
    const statuses = await database.sql`
      select status, count(*)::int from authorizations where merchant_id = ${merchant.id} group by 1 order by 1`
    expect(statuses.map(({ status, count }) => [status, count])).toEqual([
      ['Consumed', 8],
      ['Released', 8],
    ])
  })

  it('twenty connections of two processes share three sessions, and no call fails', async () => {
    const shop = await make.shop()
    const ask = async (n: number): Promise<number> => {
      const body = {
        ...whoIs(shop),
        merchantDiscountId: shop.discountId,
        purchaseAmount: 10,
        reference: newReference(),
      }
      const answer =
        n % 2 === 0
          ? await call(urlOf(n >> 1), 'checkEligibility', { credential: shop.credential, body: whoIs(shop) })
          : await call(urlOf(n >> 1), 'applyDiscount', { credential: shop.credential, body })
      return answer.status
    }
    const statuses = new Map<number, number>()
    for (let round = 0; round < 10; round++) {
      for (const status of await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    expect([...statuses].sort()).toEqual([
      [200, 300],
      [201, 300],
    ])
    const held = await database.sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'aliado api'`
    expect(held.length).toBeLessThanOrEqual(sessions)
    const rows = await database.sql`select from authorizations where merchant_id = ${shop.merchant.id}`
    expect(rows).toHaveLength(300)
  })

  it('a lock that is held too long is a 503 within 3 s, by the timeouts of the role (D12)', async () => {
    const shop = await make.shop()
    const body = { ...whoIs(shop), merchantDiscountId: shop.discountId, purchaseAmount: 10, reference: newReference() }
    const answer = await database.sql.begin(async (held) => {
      await held`select from discounts where id = ${shop.discountId} for update`
      return call(urlOf(0), 'applyDiscount', { credential: shop.credential, body })
    })
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable'])
    expect(await slowestMs([answer])).toBeLessThan(3_000)
    expect((await call(urlOf(0), 'applyDiscount', { credential: shop.credential, body })).status).toBe(201)
  })

  it('when every session is held, calls are refused within 3 s, and go on after it', async () => {
    const shops = await Promise.all(Array.from({ length: sessions * 2 }, () => make.shop()))
    const apply = (shop: Shop, n: number) => {
      const body = {
        ...whoIs(shop),
        merchantDiscountId: shop.discountId,
        purchaseAmount: 10,
        reference: newReference(),
      }
      return call(urlOf(n), 'applyDiscount', { credential: shop.credential, body })
    }
    const answers = await database.sql.begin(async (held) => {
      await held`select from discounts where id = any(${shops.map(({ discountId }) => discountId)}) for update`
      return Promise.all(shops.map(apply))
    })
    expect(answers.map(({ status }) => status)).toEqual(shops.map(() => 503))
    expect(await slowestMs(answers)).toBeLessThan(3_200)
    for (const [n, shop] of shops.entries()) {
      await eventually(async () => expect((await apply(shop, n)).status).toBe(201))
    }
  })

  it('a restart of the pooler is a 503 and no more', async () => {
    const own = await startPgBouncer(database.databaseUrl)
    const service = await startProcess(own.databaseUrl, { DATABASE_PREPARE: 'false' })
    const { credential } = await make.shop()
    const ask = () => call(service.url, 'listIdentificationTypes', { credential })
    expect((await ask()).status).toBe(200)
    await own.stop()
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    await own.start()
    await eventually(async () => expect((await ask()).status).toBe(200))
    expect(await service.stop()).toBe(0)
    await own.stop()
  })

  it('a revoked key is refused by the next call on either process (D57)', async () => {
    const { credential } = await make.shop()
    for (const n of [0, 1]) expect((await call(urlOf(n), 'listIdentificationTypes', { credential })).status).toBe(200)
    await database.sql`update api_keys set revoked_at = now() where id = ${credential.id}`
    for (const n of [0, 1]) expect((await call(urlOf(n), 'listIdentificationTypes', { credential })).status).toBe(401)
  })

  it('a wrong client secret is refused and a right one gets its token (D50)', async () => {
    const client = await make.oauthClient((await make.merchant()).id)
    const wrong = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: 'guess' }
    expect((await form(urlOf(0), '/connect/token', wrong)).status).toBe(401)
    for (const n of [0, 1, 2, 3]) await tokenOf(urlOf(n), client)
  })
})

describe('what it needs', () => {
  it('without ignore_startup_parameters PgBouncer refuses the connection, and the service is not ready', async () => {
    const strict = await startPgBouncer(database.databaseUrl, { ignore_startup_parameters: '' })
    const sql = postgres(strict.databaseUrl, { max: 1, connection: { statement_timeout: 1_000 } })
    await expect(sql`select 1`).rejects.toThrow('unsupported startup parameter: statement_timeout')
    await sql.end({ timeout: 1 })
    const service = await startProcess(strict.databaseUrl, { DATABASE_PREPARE: 'false' })
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503)
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200)
    await service.stop()
    await strict.stop()
  })

  it('without timeouts of the role the service says so in its log, and with them it does not', async () => {
    const bare = await createDatabase()
    const own = await startPgBouncer(bare.databaseUrl)
    const service = await startProcess(own.databaseUrl, { DATABASE_PREPARE: 'false' })
    const said = 'the database does not bound statements as it must'
    await eventually(() => expect(service.log()).toContain(said))
    await service.stop()
    await own.stop()
    await bare.drop()
    for (const { log } of services) expect(log()).not.toContain(said)
  })
})
