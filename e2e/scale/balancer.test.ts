import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, form, send, tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { eventually } from '../fixtures/eventually'
import { factories, newReference } from '../fixtures/factories'
import { lockWaits, reservingAlone } from '../fixtures/lock-waits'
import { startNginx } from '../fixtures/nginx'
import { type RunningService, startProcess } from '../fixtures/service'

/** Two processes behind the nginx of docs/nginx.example.conf, beyond the contract, which the whole suite holds it to. */

let database: TestDatabase
let make: ReturnType<typeof factories>
let services: [RunningService, RunningService]
let balancer: { url: string; stop: () => Promise<void> }

beforeAll(async () => {
  database = await createDatabase()
  make = factories(database.sql)
  const start = () => startProcess(database.databaseUrl, { TRUSTED_PROXY_HOPS: '1' })
  services = await Promise.all([start(), start()])
  balancer = await startNginx(services.map(({ url }) => url))
})

afterAll(async () => {
  await balancer?.stop()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await database?.drop()
})

const answered = (service: RunningService, requestId: string): number =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes(`"requestId":"${requestId}"`)).length

describe('behind a balancer', () => {
  it('both processes answer, in turns', async () => {
    const { credential } = await make.shop()
    const headers = { 'X-Request-Id': 'in-turns' }
    for (let n = 0; n < 20; n++) {
      expect((await call(balancer.url, 'listIdentificationTypes', { credential, headers })).status).toBe(200)
    }
    await eventually(() => expect(services.map((service) => answered(service, 'in-turns'))).toEqual([10, 10]))
  })

  it('one purchase may go through both: reserved by one process, replayed and confirmed by the other', async () => {
    const { credential, person, discountId, merchant } = await make.shop()
    const idempotencyKey = randomUUID()
    const { identificationTypeId, identification } = person
    const reference = newReference()
    const purchase = {
      identificationTypeId,
      identification,
      merchantDiscountId: discountId,
      purchaseAmount: 100,
      reference,
    }
    const answers = []
    for (let n = 0; n < 4; n++) {
      answers.push(await call(balancer.url, 'applyDiscount', { credential, body: purchase, idempotencyKey }))
    }
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
      [201, 'true'],
      [201, 'true'],
    ])
    const authorizationCode = answers[0]?.body.value.authorizationCode
    const confirmation = { authorizationCode, reference, consumptionDate: new Date().toISOString() }
    expect((await call(balancer.url, 'registerConsumption', { credential, body: confirmation })).status).toBe(201)
    const rows = await database.sql`select status from authorizations where merchant_id = ${merchant.id}`
    expect(rows.map(({ status }) => status)).toEqual(['Consumed'])
  })

  it.each([
    ['none', {}],
    ['one address', { 'X-Forwarded-For': '203.0.113.9' }],
    ['several', { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7, 127.0.0.9' }],
    ['other headers', { 'X-Real-IP': '203.0.113.9', Forwarded: 'for=203.0.113.9' }],
  ])('the address that is recorded is the caller’s, whatever it writes itself: %s (D55)', async (_, headers) => {
    const { merchant, credential } = await make.shop()
    const client = await make.oauthClient(merchant.id)
    const sent = { client_id: client.clientId, client_secret: client.clientSecret }
    const token = await form(balancer.url, '/connect/token', { grant_type: 'client_credentials', ...sent }, headers)
    expect(token.status).toBe(200)
    expect((await call(balancer.url, 'listIdentificationTypes', { credential, headers })).status).toBe(200)
    await eventually(async () => {
      const seen = await database.sql`
        select last_used_address as address from api_keys where id = ${credential.id}
        union all select last_token_address from oauth_clients where id = ${client.id}`
      expect(seen.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1'])
    })
  })

  it('who guesses at a secret cannot get a new budget by another X-Forwarded-For (D56)', async () => {
    const single = await startProcess(database.databaseUrl, { TRUSTED_PROXY_HOPS: '1' })
    const front = await startNginx([single.url, single.url])
    const client = await make.oauthClient((await make.merchant()).id)
    const guess = (n: number) =>
      form(
        front.url,
        '/connect/token',
        { grant_type: 'client_credentials', client_id: client.clientId, client_secret: 'guess' },
        { 'X-Forwarded-For': `203.0.113.${n}` },
      )
    const startedAt = performance.now()
    const statuses: number[] = []
    for (let n = 0; n < 15; n++) statuses.push((await guess(n)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    // One failure comes back every six seconds.
    const seconds = (performance.now() - startedAt) / 1_000
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10 + seconds / 6)
    await front.stop()
    await single.stop()
  })

  it('a process that ends is passed over, and when none is left the answer is the envelope of D12', async () => {
    const pair = await Promise.all([startProcess(database.databaseUrl), startProcess(database.databaseUrl)])
    const front = await startNginx(pair.map(({ url }) => url))
    const { credential, person } = await make.shop()
    const { identificationTypeId, identification } = person
    const ask = (headers = {}) =>
      call(front.url, 'checkEligibility', { credential, body: { identificationTypeId, identification }, headers })
    for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(200)
    expect(await pair[0].stop()).toBe(0)
    const statuses: number[] = []
    for (let n = 0; n < 50; n++) statuses.push((await ask()).status)
    expect(statuses).toEqual(Array(50).fill(200))
    await pair[1].stop()
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable'])
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/)
    await front.stop()
  })

  it('a write that was sent to a process which dies is never sent to the other by nginx', async () => {
    const pair = await Promise.all([startProcess(database.databaseUrl), startProcess(database.databaseUrl)])
    const front = await startNginx(pair.map(({ url }) => url))
    const { credential, person, discountId, merchant } = await make.shop()
    const { identificationTypeId, identification } = person
    const body = {
      identificationTypeId,
      identification,
      merchantDiscountId: discountId,
      purchaseAmount: 100,
      reference: newReference(),
    }
    const idempotencyKey = randomUUID()
    const apply = () =>
      call(front.url, 'applyDiscount', { credential, body, idempotencyKey, headers: { 'X-Request-Id': 'once' } })
    // Both wait for a lock that the test holds, so that the one which has the call can be killed with it.
    const answer = await database.sql.begin(async (held) => {
      await held`select from discounts where id = ${discountId} for update`
      const waiting = apply()
      await eventually(async () => expect(await lockWaits(database.sql, { text: reservingAlone })).toBe(1))
      // nginx began with the first.
      await pair[0].kill('SIGKILL')
      return waiting
    })
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable'])
    // The till tries again with the same key: one outcome, whether or not the first had come to pass.
    expect((await apply()).status).toBe(201)
    expect(await database.sql`select from authorizations where merchant_id = ${merchant.id}`).toHaveLength(1)
    await pair[1].stop()
    expect(answered(pair[1], 'once')).toBe(1)
    await front.stop()
  })

  it('what nginx cannot read it refuses in the envelope too (D1)', async () => {
    const answer = await send(`${balancer.url}/api/v1/${'x'.repeat(20_000)}`)
    expect([answer.status, Object.keys(answer.body), answer.body.code]).toEqual([
      400,
      ['code', 'title', 'messages'],
      'invalid_request',
    ])
  })

  it('headers over the bound are 431 in the same words, whether nginx refuses them or the API does (D65)', async () => {
    const x = 'x'.repeat(5_000)
    const refused = [{ X: x.repeat(4) }, { X: x, Y: x, Z: x, W: x }].map((headers) =>
      send(`${balancer.url}/api/v1/integrations/identification-types`, { headers }),
    )
    const [byNginx, byApi] = await Promise.all(refused)
    expect([byNginx?.status, byApi?.status]).toEqual([431, 431])
    expect(byNginx?.text).toBe(byApi?.text)
    expect(byNginx?.body.messages).toEqual([{ message: 'La línea de la solicitud y sus encabezados superan 16 KiB.' }])
  })

  it('tokens of one process are good at the other', async () => {
    const { merchant } = await make.shop()
    const credential = await tokenOf(balancer.url, await make.oauthClient(merchant.id))
    for (const { url } of services) {
      expect((await call(url, 'listIdentificationTypes', { credential })).status).toBe(200)
    }
  })
})
