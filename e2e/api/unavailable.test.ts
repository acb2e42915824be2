import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '@/lib/http/operations'
import { type Answer, call, form, type OperationId, send, tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { type ApiKey, factories } from '../fixtures/factories'
import { loggedDurationsMs } from '../fixtures/logged-durations'
import { type DatabaseProxy, startProxy } from '../fixtures/proxy'
import { type RunningService, startService } from '../fixtures/service'
import { cases, newWorld, permitted } from './contract-cases'
import { till } from './till'

/** D12: a database that cannot be had is 503 within three seconds. Never 401, never 200. */

let database: TestDatabase
let proxy: DatabaseProxy
let service: RunningService

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startProxy(database.databaseUrl)
  service = await startService(proxy.databaseUrl, { DATABASE_POOL_MAX: '2' })
})

afterAll(async () => {
  await service.stop()
  await proxy.cut()
  await database.drop()
})

const threeSeconds = 3_000

function expectUnavailable(answer: Answer): void {
  expect([answer.status, answer.body?.code], answer.text).toEqual([503, 'service_unavailable'])
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

async function expectInTime(answers: readonly Answer[]): Promise<void> {
  expect(Math.max(...(await loggedDurationsMs(() => service.log(), answers)))).toBeLessThan(threeSeconds)
}

const list = (credential: ApiKey) => call(service.url, 'listIdentificationTypes', { credential })

/** Until every connection of the pool is there again: more calls at once than it has connections. */
async function untilWell(credential: ApiKey): Promise<void> {
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => list(credential)))).map((one) => one.status)
  await eventually(async () => expect(new Set(await statuses())).toEqual(new Set([200])))
}

describe.each([
  ['cannot be reached', () => proxy.cut(), () => proxy.mend()],
  ['takes what it is sent and never answers', async () => proxy.stop(), async () => proxy.resume()],
] as const)('while the database %s', (_, breakIt, mendIt) => {
  it('every operation is 503, whatever the credential; the process lives and is not ready; then all is well again', async () => {
    const make = factories(database.sql)
    const worlds = await Promise.all(
      Object.keys(operations).map(async (name) => {
        const id = name as OperationId
        const world = await newWorld(service.url, database.sql, id)
        const client = await make.oauthClient(world.shop.merchant.id, permitted(id))
        return { id, world, input: await cases[id].valid(world), client, token: await tokenOf(service.url, client) }
      }),
    )
    const { id: merchantId } = await make.merchant()
    const [known, unknown] = [await make.apiKey(merchantId), await make.apiKey(merchantId)]
    await database.sql`delete from api_keys where id = ${unknown.id}`
    await breakIt()
    try {
      const answers = await Promise.all(
        worlds.flatMap(({ id, world, input, token }) =>
          [world.credential, token, unknown].map((credential) => call(service.url, id, { ...input, credential })),
        ),
      )
      for (const answer of answers) expectUnavailable(answer)
      await expectInTime(answers)
      // What needs no database is told as always.
      expect((await call(service.url, 'listIdentificationTypes')).status).toBe(401)
      expect((await send(`${service.url}/api/v1/x`)).status).toBe(404)
      expect((await send(`${service.url}/health/live`)).status).toBe(200)
      const ready = await send(`${service.url}/health/ready`)
      expect([ready.status, ready.text]).toEqual([503, '{"status":"not ready"}'])
    } finally {
      await mendIt()
      await untilWell(known)
    }
    expect((await send(`${service.url}/health/ready`)).status).toBe(200)
    for (const { id, world, token } of worlds) {
      const again = await cases[id].valid(world)
      const answer = await call(service.url, id, { ...again, credential: token })
      expect([id, answer.status]).toEqual([id, operations[id].status])
    }
  })

  it('the token endpoint is temporarily_unavailable, never invalid_client (RFC 6749, 4.1.2.1)', async () => {
    const make = factories(database.sql)
    const { id: merchantId } = await make.merchant()
    const [known, client] = [await make.apiKey(merchantId), await make.oauthClient(merchantId)]
    const fields = { client_id: client.clientId, client_secret: client.clientSecret, token: 'a'.repeat(43) }
    await breakIt()
    try {
      const answers = await Promise.all(
        ['/connect/token', '/connect/revocation'].map((path) =>
          form(service.url, path, { grant_type: 'client_credentials', ...fields }),
        ),
      )
      for (const answer of answers) {
        expect([answer.status, answer.body.error]).toEqual([503, 'temporarily_unavailable'])
        expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(answer.headers.get('www-authenticate')).toBeNull()
      }
      await expectInTime(answers)
    } finally {
      await mendIt()
      await untilWell(known)
    }
    expect((await tokenOf(service.url, client)).token).toHaveLength(43)
  })
})

describe('while a row is locked', () => {
  it('a write gives up within three seconds, has done nothing, and leaves its idempotency key free', async () => {
    const shop = await factories(database.sql).shop()
    const idempotencyKey = randomUUID()
    const body = till(service.url, shop).applyBody()
    const apply = () => call(service.url, 'applyDiscount', { credential: shop.credential, body, idempotencyKey })
    await database.sql.begin(async (sql) => {
      await sql`select from discounts where id = ${shop.discountId} for update`
      const refused = await apply()
      expectUnavailable(refused)
      await expectInTime([refused])
    })
    const { id } = shop.merchant
    expect(await database.sql`select from authorizations where merchant_id = ${id}`).toHaveLength(0)
    const retried = await apply()
    expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(await database.sql`select from authorizations where merchant_id = ${id}`).toHaveLength(1)
  })
})

describe('while every connection is busy', () => {
  it('who waits too long for one is told so within three seconds, and the rest of the queue with it', async () => {
    const { credential } = await factories(database.sql).shop()
    await database.sql.begin(async (sql) => {
      await sql`lock table api_keys in access exclusive mode`
      const answers = await Promise.all(Array.from({ length: 40 }, () => list(credential)))
      for (const answer of answers) expectUnavailable(answer)
      await expectInTime(answers)
      expect((await send(`${service.url}/health/live`)).status).toBe(200)
    })
    await untilWell(credential)
  })
})
