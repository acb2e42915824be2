import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operations } from '@/lib/http/operations'
import { canariesIn, canary } from '../fixtures/canaries'
import { call, form, send, tokenOf } from '../fixtures/client'
import { eventually } from '../fixtures/eventually'
import { newIdentification } from '../fixtures/factories'
import { lockWaits } from '../fixtures/lock-waits'
import { startService } from '../fixtures/service'
import { textOf } from '../law/files'
import { authorizationRow, expire, sameness, startApi, till } from './till'

const token = canary(randomBytes(16).toString('hex'))
const bearer = (text: string) => ({ Authorization: `Bearer ${text}` })

const api = startApi({ METRICS_TOKEN: token })

/** Every sample by its name and labels, as Prometheus would read it. */
async function scrape(url = api().url): Promise<Map<string, number>> {
  const { status, text } = await send(`${url}/metrics`, { headers: bearer(token) })
  expect(status).toBe(200)
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((line) => {
      const [, name = '', value = ''] = /^(\S+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      return [name, Number(value === 'Nan' ? 'NaN' : value)]
    }),
  )
}

/** By how much our own counters moved during `work`; those that did not move are left out. */
async function moved(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape()
  await work()
  const after = await scrape()
  const differences = [...after].map(([name, value]): [string, number] => [name, value - (before.get(name) ?? 0)])
  const ours = /^aliado_[a-z_]+_(total|duration_seconds_count)(\{|$)/
  return Object.fromEntries(differences.filter(([name, by]) => by !== 0 && ours.test(name)))
}

const answered = (operation: string, status: number, times = 1) => ({
  [`aliado_requests_total{operation="${operation}",status="${status}"}`]: times,
  [`aliado_request_duration_seconds_count{operation="${operation}"}`]: times,
})
const became = (outcome: string, times = 1) => ({ [`aliado_authorizations_total{outcome="${outcome}"}`]: times })

describe('who may see the metrics', () => {
  test('the holder of the token reads them, and nobody keeps them', async () => {
    const seen = await send(`${api().url}/metrics`, { headers: bearer(token) })
    expect(seen.status).toBe(200)
    expect(seen.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(seen.headers.get('cache-control')).toBe('no-store')
    expect(seen.text).toContain('process_resident_memory_bytes')
    expect(seen.text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test('the operator’s table names every metric of ours, and no other (docs/operations.md)', async () => {
    const { text } = await send(`${api().url}/metrics`, { headers: bearer(token) })
    const shown = [...text.matchAll(/^# TYPE (aliado_\w+) /gm)].map(([, name]) => name)
    const documented = [...textOf('docs/operations.md').matchAll(/^\| `(aliado_\w+)` \|/gm)].map(([, name]) => name)
    expect(documented.sort()).toEqual(shown.sort())
  })

  test.each<[string, RequestInit]>([
    ['no credential', {}],
    ['another token', { headers: bearer('x'.repeat(32)) }],
    ['a part of the token', { headers: bearer(token.slice(0, -1)) }],
    ['more than the token', { headers: bearer(`${token}0`) }],
    ['the token with another scheme', { headers: { Authorization: `Basic ${token}` } }],
    ['the token as an API key', { headers: { 'X-Api-Key': token } }],
    ['another method', { method: 'POST', headers: bearer(token) }],
  ])('with %s there is no such path', async (_, init) => {
    const there = await send(`${api().url}/metrics`, init)
    expect(there.status).toBe(404)
    expect(sameness(there)).toEqual(sameness(await send(`${api().url}/nothing`, init)))
  })

  test('the token in the query string opens nothing', async () => {
    expect((await send(`${api().url}/metrics?token=${token}&access_token=${token}`)).status).toBe(404)
  })

  test('without METRICS_TOKEN there is no such path for anybody', async () => {
    const service = await startService(api().databaseUrl, { METRICS_TOKEN: '' })
    for (const headers of [{}, bearer(token), bearer('undefined')]) {
      const there = await send(`${service.url}/metrics`, { headers })
      expect(sameness(there)).toEqual(sameness(await send(`${service.url}/nothing`, { headers })))
    }
    expect(await service.stop()).toBe(0)
  })

  test('a METRICS_TOKEN that could be guessed starts no service', async () => {
    await expect(startService(api().databaseUrl, { METRICS_TOKEN: 'short' })).rejects.toThrow(/METRICS_TOKEN/)
  })
})

describe('what is counted', () => {
  test('every operation by its status, and its time', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const calls = await moved(async () => {
      await my.eligibility()
      await my.eligibility({ identification: 7 })
      await call(url, 'listIdentificationTypes', { credential: shop.credential })
      await call(url, 'listIdentificationTypes')
      await my.list()
      await my.find('nobody’s')
    })
    expect(calls).toEqual({
      ...answered('checkEligibility', 200),
      ...answered('checkEligibility', 400),
      ...answered('listIdentificationTypes', 200),
      ...answered('listIdentificationTypes', 401),
      'aliado_request_duration_seconds_count{operation="listIdentificationTypes"}': 2,
      'aliado_request_duration_seconds_count{operation="checkEligibility"}': 2,
      ...answered('listConsumptions', 403),
      ...answered('findAuthorization', 404),
    })
  })

  test('requests of no operation are not: probes, and paths that nobody serves', async () => {
    const { url } = api()
    expect(
      await moved(async () => {
        await send(`${url}/health/ready`)
        await send(`${url}/health/live`)
        await send(`${url}/nothing`)
        await send(`${url}${operations.applyDiscount.path}`)
      }),
    ).toEqual({})
  })

  test('an authorization that is consumed, its replays and its conflicts (D44)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const body = my.applyBody()
    const key = randomUUID()
    const apply = (fields: object = {}) => my.apply({ ...body, ...fields }, { idempotencyKey: key })
    expect(await moved(() => apply())).toEqual({ ...answered('applyDiscount', 201), ...became('authorized') })
    expect(await moved(() => apply())).toEqual({
      ...answered('applyDiscount', 201),
      'aliado_idempotent_replays_total{operation="applyDiscount"}': 1,
    })
    expect(await moved(() => apply({ purchaseAmount: 2 }))).toEqual({
      ...answered('applyDiscount', 409),
      'aliado_idempotency_conflicts_total{operation="applyDiscount"}': 1,
    })
    const { value } = (await apply()).body
    const consumption = my.consumeBody(value)
    const own = { idempotencyKey: randomUUID() }
    const consume = () => my.consume(value, consumption, own)
    expect(await moved(consume)).toEqual({ ...answered('registerConsumption', 201), ...became('consumed') })
    expect(await moved(consume)).toEqual({
      ...answered('registerConsumption', 201),
      'aliado_idempotent_replays_total{operation="registerConsumption"}': 1,
    })
    expect(await moved(() => my.consume(value, {}, { idempotencyKey: key }))).toEqual({
      ...answered('registerConsumption', 409),
      'aliado_idempotency_conflicts_total{operation="registerConsumption"}': 1,
    })
  })

  test('a release once, however often it is asked for (D45)', async () => {
    const { url, make } = api()
    const my = till(url, await make.shop())
    const reserved = await my.reserved()
    expect(await moved(() => my.release(reserved))).toEqual({
      ...answered('releaseAuthorization', 200),
      ...became('released'),
    })
    expect(await moved(() => my.release(reserved))).toEqual(answered('releaseAuthorization', 200))
  })

  test('an expiry once, whoever marks it: another apply, a release, or the sweeper (D35)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop())
    const first = await my.reserved()
    const again = await moved(async () => {
      await expire(sql, first)
      await my.reserved({ reference: first.reference })
    })
    expect(again).toEqual({ ...answered('applyDiscount', 201), ...became('authorized'), ...became('expired') })

    const second = await my.reserved()
    const given = await moved(async () => {
      await expire(sql, second)
      await my.release(second)
    })
    expect(given).toEqual({ ...answered('releaseAuthorization', 200), ...became('expired') })

    const third = await my.reserved()
    const expired = async () => (await scrape()).get('aliado_authorizations_total{outcome="expired"}') ?? 0
    const before = await expired()
    await expire(sql, third)
    await eventually(async () => expect(await expired()).toBe(before + 1))
    expect((await authorizationRow(sql, third)).status).toBe('Expired')
  })

  test('an expiry that makes room under a limit (D43)', async () => {
    const { url, sql, make } = api()
    const my = till(url, await make.shop({ usesTotal: 1 }))
    const first = await my.reserved()
    const next = await moved(async () => {
      await expire(sql, first)
      await my.reserved()
    })
    expect(next).toEqual({ ...answered('applyDiscount', 201), ...became('authorized'), ...became('expired') })
  })

  test('tokens issued, and tokens refused by their error', async () => {
    const { url, make } = api()
    const client = await make.oauthClient((await make.merchant()).id)
    const fields = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }
    expect(await moved(() => tokenOf(url, client))).toEqual({
      ...answered('issueToken', 200),
      aliado_tokens_issued_total: 1,
    })
    const refusals = await moved(async () => {
      await form(url, '/connect/token', { ...fields, client_secret: 'wrong' })
      await form(url, '/connect/token', { ...fields, grant_type: 'password' })
      await form(url, '/connect/token', { ...fields, scope: 'core.everything' })
    })
    expect(refusals).toEqual({
      'aliado_requests_total{operation="issueToken",status="401"}': 1,
      'aliado_requests_total{operation="issueToken",status="400"}': 2,
      'aliado_request_duration_seconds_count{operation="issueToken"}': 3,
      'aliado_tokens_refused_total{error="invalid_client"}': 1,
      'aliado_tokens_refused_total{error="unsupported_grant_type"}': 1,
      'aliado_tokens_refused_total{error="invalid_scope"}': 1,
    })
    const statuses: number[] = []
    const many = await moved(async () => {
      while (statuses.length < 100 && statuses.at(-1) !== 429)
        statuses.push((await form(url, '/connect/token', { ...fields, client_secret: 'wrong' })).status)
    })
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(many).toMatchObject({
      'aliado_requests_total{operation="issueToken",status="429"}': 1,
      'aliado_rate_limited_total{rule="token-failures"}': 1,
      'aliado_tokens_refused_total{error="invalid_client"}': statuses.length,
    })
  })

  test('refusals of the rate limit by their rule (D56)', async () => {
    const { databaseUrl, make } = api()
    const limits = { RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: '3', RATE_LIMIT_MISSES_PER_MINUTE: '1' }
    const service = await startService(databaseUrl, { METRICS_TOKEN: token, ...limits })
    const my = till(service.url, await make.shop())
    const stranger = { identification: newIdentification() }
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await my.eligibility(stranger)).status)
    expect(statuses).toEqual([200, 429, 429, 429])
    const samples = await scrape(service.url)
    expect(samples.get('aliado_rate_limited_total{rule="eligibility-misses"}')).toBe(2)
    expect(samples.get('aliado_rate_limited_total{rule="default"}')).toBe(1)
    expect(await service.stop()).toBe(0)
  })
})

describe('what is measured', () => {
  test('the sweeper’s lag: since when the most overdue authorization waits', async () => {
    const { url, sql, make } = api()
    const reserved = await till(url, await make.shop()).reserved()
    const lag = async () => (await scrape()).get('aliado_sweeper_lag_seconds')
    await sql.begin(async (holder) => {
      // Keeps the sweeper from the row, and lets us change it.
      await holder`select from authorizations where code = ${reserved.authorizationCode} for key share`
      await sql`
        update authorizations set authorized_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
        where code = ${reserved.authorizationCode}`
      const seconds = (await lag()) ?? 0
      expect(seconds).toBeGreaterThanOrEqual(3_600)
      expect(seconds).toBeLessThan(3_660)
    })
    await eventually(async () => expect(await lag()).toBe(0))
  })

  test('the statements that run and wait, and a scrape that a held pool keeps from nobody (D12)', async () => {
    const { databaseUrl, sql, make } = api()
    const service = await startService(databaseUrl, { METRICS_TOKEN: token, DATABASE_POOL_MAX: '2' })
    // With a limit each goes alone, and holds its connection until the lock is gone or its time is over (ADR-0010).
    const shop = await make.shop({ usesTotal: 100 })
    const my = till(service.url, shop)
    const [held, applies] = await sql.begin(async (holder) => {
      await holder`select from discounts where id = ${shop.discountId} for update`
      const two = Promise.all([my.apply(), my.apply()])
      await eventually(async () => expect(await lockWaits(sql)).toBe(2))
      return [await scrape(service.url), two] as const
    })
    expect(held.get('aliado_database_statements{state="running"}')).toBe(2)
    expect(held.get('aliado_sweeper_lag_seconds')).toBeNaN()
    for (const { status } of await applies) expect([201, 503]).toContain(status)

    // What is written of the two calls after their answers may still run.
    await eventually(async () => {
      const now = await scrape(service.url)
      expect(now.get('aliado_database_statements{state="running"}')).toBe(0)
      expect(now.get('aliado_database_statements{state="waiting"}')).toBe(0)
    })
    const free = await scrape(service.url)
    expect(free.get('aliado_sweeper_lag_seconds')).toBe(0)
    // The scrape's own question was among them.
    expect(free.get('aliado_database_wait_seconds_count')).toBeGreaterThanOrEqual(1)
    expect(free.get('aliado_database_wait_seconds_sum')).toBeGreaterThanOrEqual(0.9)
    expect(free.get('aliado_database_refusals_total')).toBeGreaterThanOrEqual(1)
    expect(await service.stop()).toBe(0)
  })
})

describe('what is never told', () => {
  test('a merchant, a credential, a reference or a person', async () => {
    const { url, make } = api()
    const shop = await make.shop()
    const my = till(url, shop)
    const reserved = await my.reserved()
    await my.consume(reserved)
    await my.apply({ reference: reserved.reference, identification: newIdentification() })
    const { text } = await send(`${url}/metrics`, { headers: bearer(token) })
    expect(canariesIn(text)).toEqual([])
    for (const secret of [reserved.reference, reserved.authorizationCode, shop.merchant.name, shop.company.name]) {
      expect(text).not.toContain(secret)
    }
    const ours = text.split('\n').filter((line) => line.startsWith('aliado_'))
    const labels = new Set(ours.flatMap((line) => [...line.matchAll(/[{,]([a-z_]+)="/g)].map(([, name]) => name)))
    expect([...labels].sort()).toEqual(['error', 'le', 'operation', 'outcome', 'rule', 'state', 'status'])
  })
})
