import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cost, Verdict } from '@/lib/rate-limit/bucket'
import { MemoryLimiter, RedisLimiter } from '@/lib/rate-limit/limit-rate'
import { type Callers, openCallers, tally } from '../fixtures/barrier'
import { type Answer, call, form, tokenOf } from '../fixtures/client'
import { createDatabase, type TestDatabase } from '../fixtures/database'
import { factories, newIdentification, newReference, type Shop } from '../fixtures/factories'
import { everythingIn, startRedis, type TestRedis } from '../fixtures/redis'
import { type RunningService, startProcess } from '../fixtures/service'

/** D56 with REDIS_URL: two processes count together, and go on by themselves while Redis is away. */

const burst = 30
/** So slow that an empty bucket stays empty while a test asks again. */
const perMinute = 1
/** Of misses: as many at once as in a minute. */
const misses = 6
const together = burst * 3

let redis: TestRedis
let database: TestDatabase
let make: ReturnType<typeof factories>
let services: [RunningService, RunningService]
let callers: Callers

beforeAll(async () => {
  redis = await startRedis()
  database = await createDatabase()
  make = factories(database.sql)
  await make.identificationTypes()
  const variables = {
    REDIS_URL: redis.url,
    RATE_LIMIT_PER_MINUTE: String(perMinute),
    RATE_LIMIT_BURST: String(burst),
    RATE_LIMIT_MISSES_PER_MINUTE: String(misses),
    LOG_LEVEL: 'info',
  }
  const start = () => startProcess(database.databaseUrl, variables)
  services = await Promise.all([start(), start()])
  callers = await openCallers(urls(), together)
})

afterAll(async () => {
  await callers?.close()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await database?.drop()
  await redis?.close()
})

const urls = () => services.map(({ url }) => url)
const urlOf = (n: number): string => services[n % 2]?.url ?? ''

/** Until both processes count in Redis: each tries keys of its own until one of them is there. */
async function untilShared(): Promise<number> {
  const startedAt = performance.now()
  for (const { url } of services) {
    const countsInRedis = async () => {
      const { credential } = await make.shop()
      await call(url, 'listIdentificationTypes', { credential })
      return redis.client.exists(`aliado:rate:default:api_key:${credential.id}`)
    }
    await expect.poll(countsInRedis, { interval: 25 }).toBe(1)
  }
  return performance.now() - startedAt
}

type Race = { accepted: number; refused: number; seconds: number; slowestMs: number; statuses: Record<string, number> }

/** As many calls as three bursts behind a barrier, half of them to each process. */
async function race({ credential, person }: Shop): Promise<Race> {
  const { identificationTypeId, identification } = person
  const body = { identificationTypeId, identification }
  const startedAt = performance.now()
  const answers = await callers.race(
    Array.from({ length: together }, () => ({ operation: 'checkEligibility' as const, credential, body })),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const accepted = answers.filter(({ status }) => status === 200).length
  return {
    accepted,
    refused: answers.filter(({ status }) => status === 429).length,
    seconds,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
    statuses: tally(answers),
  }
}

/** All that the rate adds in so many seconds. */
const refill = (seconds: number): number => Math.floor((seconds * perMinute) / 60 + 1e-9)

function expectOneBurst({ accepted, refused, seconds, statuses }: Race): void {
  expect(accepted + refused, JSON.stringify(statuses)).toBe(together)
  expect(accepted).toBeGreaterThanOrEqual(burst)
  expect(accepted).toBeLessThanOrEqual(burst + refill(seconds))
}

describe('two processes with one Redis', () => {
  it.each([1, 2, 3, 4, 5])('grant one burst between them, not one each (round %i)', async () => {
    await untilShared()
    const shop = await make.shop()
    const result = await race(shop)
    expectOneBurst(result)
    // Whoever is refused by one is refused by the other.
    for (const { url } of services) {
      const answer = await call(url, 'listIdentificationTypes', { credential: shop.credential })
      expect(answer.status, JSON.stringify(result)).toBe(429)
    }
  })

  it('count eligibility misses together', async () => {
    const shop = await make.shop()
    const miss = (n: number) => {
      const body = { identificationTypeId: 1, identification: newIdentification() }
      return call(urlOf(n), 'checkEligibility', { credential: shop.credential, body })
    }
    const statuses: number[] = []
    for (let n = 0; n < misses; n++) statuses.push((await miss(n)).status)
    expect(statuses).toEqual(Array(misses).fill(200))
    for (const n of [0, 1]) expect((await miss(n)).headers.get('ratelimit')).toMatch(/^"eligibility-misses";r=0;t=\d+$/)
  })

  it('give a miss back to each other when a call finds benefits, and ask Redis nothing more when none is due (D60)', async () => {
    const shop = await make.shop()
    const check = (n: number, identification: string) => {
      const body = { identificationTypeId: 1, identification }
      return call(urlOf(n), 'checkEligibility', { credential: shop.credential, body })
    }
    const hit = async (n: number) => expect((await check(n, shop.person.identification)).status).toBe(200)
    const scripts = async () => Number(/cmdstat_eval:calls=(\d+)/.exec(await redis.client.info('commandstats'))?.[1])
    const before = await scripts()
    for (let n = 0; n < 4; n++) await hit(n)
    expect((await scripts()) - before).toBe(8)

    const startedAt = performance.now()
    for (let n = 0; n < misses - 1; n++) expect((await check(n, newIdentification())).status).toBe(200)
    for (let n = 0; n < 3; n++) await hit(0)
    // Nobody waits for what is given back: the other process may ask a moment before it has arrived.
    const key = `aliado:rate:eligibility-misses:api_key:${shop.credential.id}`
    await expect.poll(() => redis.client.pttl(key)).toBeLessThanOrEqual((misses - 1 - 3) * 10_000 + 1)
    let granted = 0
    while ((await check(1, newIdentification())).status === 200) granted += 1
    expect(granted).toBeGreaterThanOrEqual(4)
    expect(granted).toBeLessThanOrEqual(4 + (performance.now() - startedAt) / 10_000)
  })

  it('count failures at the token endpoint together, and refuse no right secret', async () => {
    const client = await make.oauthClient((await make.merchant()).id)
    const ask = (n: number, secret: string): Promise<Answer> => {
      const sent = { client_id: client.clientId, client_secret: secret }
      return form(urlOf(n), '/connect/token', { grant_type: 'client_credentials', ...sent })
    }
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n, 'guess')))
    const seconds = (performance.now() - startedAt) / 1_000
    const counted = answers.filter(({ status }) => status === 401).length
    expect(counted).toBeGreaterThanOrEqual(10)
    expect(counted).toBeLessThanOrEqual(10 + seconds / 6)
    const later: number[] = []
    for (const n of [0, 1]) {
      const guesses: number[] = []
      for (let guess = 0; guess < 5; guess++) guesses.push((await ask(n, 'guess')).status)
      expect(new Set(guesses)).toContain(429)
      expect((await ask(n, client.clientSecret)).status).toBe(200)
      later.push(...guesses)
    }
    // One failure comes back every six seconds, and part of one may have been there.
    const secondsInAll = (performance.now() - startedAt) / 1_000
    expect(later.filter((status) => status === 401).length).toBeLessThanOrEqual(1 + secondsInAll / 6)
  })

  it('leave no secret, token or identification in Redis, neither in a key nor in a value (D32)', async () => {
    const shop = await make.shop()
    const client = await make.oauthClient(shop.merchant.id)
    const token = await tokenOf(urlOf(0), client)
    const { identificationTypeId, identification } = shop.person
    const unknown = newIdentification()
    for (const credential of [shop.credential, token]) {
      for (const who of [identification, unknown]) {
        const body = { identificationTypeId, identification: who }
        expect((await call(urlOf(1), 'checkEligibility', { credential, body })).status).toBe(200)
      }
    }
    const body = { identificationTypeId, identification, merchantDiscountId: shop.discountId, purchaseAmount: 10 }
    const reference = newReference()
    const idempotencyKey = randomUUID()
    const applied = await call(urlOf(0), 'applyDiscount', {
      credential: shop.credential,
      body: { ...body, reference },
      idempotencyKey,
    })
    expect(applied.status).toBe(201)
    // Whoever mixes up the two fields sends the secret as the id.
    const mixedUp = { client_id: client.clientSecret, client_secret: client.clientId }
    expect((await form(urlOf(0), '/connect/token', { grant_type: 'client_credentials', ...mixedUp })).status).toBe(401)

    const everything = await everythingIn(redis.client)
    expect(everything).toContain(`aliado:rate:default:api_key:${shop.credential.id}`)
    expect(everything).toContain(`aliado:rate:eligibility-misses:oauth_client:${client.id}`)
    expect(everything).toContain('aliado:rate:token-failures:')
    const [prefix = '', secret = ''] = shop.credential.apiKey.split('.')
    const secrets = [
      prefix,
      secret,
      client.clientSecret,
      token.token,
      identification,
      unknown,
      reference,
      idempotencyKey,
    ]
    for (const text of [...secrets, applied.body.value.authorizationCode]) expect(everything).not.toContain(text)
    // And nothing stays: every key ends by itself.
    for (const key of await redis.client.keys('*')) expect(await redis.client.pttl(key)).toBeGreaterThan(0)
  })
})

describe('a bucket in Redis', () => {
  // So slow that no time of a test adds anything, and of no whole number of microseconds.
  const rule = { name: 'eligibility-misses', perMinute: 0.07, burst: 7 }
  const limiter = () => new RedisLimiter(redis.url, () => {})

  it('takes, owes and puts back as one in memory does, whatever comes after what (D56, D60)', async () => {
    const shared = limiter()
    try {
      await expect
        .poll(async () => (await shared.take(rule, 'ready', 1)) && redis.client.exists(keyOf('ready')))
        .toBe(1)
      const costs = fc.array(fc.constantFrom<Cost>(0, 1, 'force', 'back'), { minLength: 1, maxLength: 60 })
      await fc.assert(
        fc.asyncProperty(costs, async (asked) => {
          const key = randomUUID()
          const own = new MemoryLimiter()
          const verdicts = await Promise.all(asked.map((cost) => shared.take(rule, key, cost)))
          const known = ({ allowed, remaining }: Verdict) => [allowed, remaining]
          expect(verdicts.map(known)).toEqual(asked.map((cost) => known(own.take(rule, key, cost))))
        }),
        { numRuns: 60 },
      )
    } finally {
      await shared.close()
    }
  })

  it('holds to the last digit what it held before a miss was taken and put back, a thousand times', async () => {
    const shared = limiter()
    const key = randomUUID()
    try {
      await expect.poll(async () => (await shared.take(rule, key, 1)) && redis.client.exists(keyOf(key))).toBe(1)
      await shared.take(rule, key, 1)
      const held = await redis.client.get(keyOf(key))
      for (let n = 0; n < 1_000; n++) {
        await Promise.all([shared.take(rule, key, 'force'), shared.take(rule, key, 'back')])
      }
      expect(await redis.client.get(keyOf(key))).toBe(held)
      // And when all is put back there is nothing to hold.
      for (let n = 0; n <= rule.burst; n++) await shared.take(rule, key, 'back')
      expect(await redis.client.exists(keyOf(key))).toBe(0)
    } finally {
      await shared.close()
    }
  })

  it('a changed limit holds at the next call, in Redis as in a process', async () => {
    const shared = new RedisLimiter(redis.url, () => undefined)
    try {
      const untilConnected = await shared.take(rule, randomUUID(), 0)
      expect(untilConnected).toMatchObject({ allowed: true })
      const slow = (perMinute: number, size: number) => ({ name: rule.name, perMinute, burst: size })
      const turns: [ReturnType<typeof slow>, Cost[]][] = [
        [slow(0.01, 2), [1, 1, 1, 'force', 'force', 'force', 0]],
        [slow(0.05, 8), [0, 1, 1, 1, 1, 0]],
        [slow(0.02, 1), [0, 'back', 1, 1, 'force']],
        [slow(0.05, 3), [1, 1, 'back', 'back', 'back', 1, 1, 1, 1]],
      ]
      const memory = new MemoryLimiter()
      const key = randomUUID()
      for (const [turn, asked] of turns) {
        for (const cost of asked) {
          const [one, other] = [await shared.take(turn, key, cost), memory.take(turn, key, cost)]
          expect([one.allowed, one.remaining]).toEqual([other.allowed, other.remaining])
          expect(Math.abs(one.waitMs - other.waitMs)).toBeLessThan(60_000)
        }
      }
      // A bucket of the version before has no rule beside it, and counts as it is.
      await redis.client.del(`${keyOf(key)}:rule`)
      const held = await redis.client.get(keyOf(key))
      await shared.take(slow(0.02, 9), key, 0)
      expect(await redis.client.get(keyOf(key))).toBe(held)
      for (let n = 0; n < 12; n++) await shared.take(slow(0.02, 9), key, 'back')
      expect(await redis.client.exists(keyOf(key), `${keyOf(key)}:rule`)).toBe(0)
    } finally {
      await shared.close()
    }
  })

  const keyOf = (key: string) => `aliado:rate:${rule.name}:${key}`
})

describe('when Redis is away', () => {
  const trouble = [
    ['is killed', () => redis.stop(), () => redis.start()],
    ['hangs', async () => redis.hang(), async () => redis.goOn()],
  ] as const

  it.each(trouble)(
    'and it %s: calls go on under each process’s own limits, and together once it is back',
    async (_, away, back) => {
      await untilShared()
      const keys = await Promise.all(Array.from({ length: 40 }, async () => (await make.shop()).credential))
      expectOneBurst(await race(await make.shop()))
      const seen: { status: number; ms: number; at: number }[] = []
      let over = false
      // Tills that call all the time, one after another at each process.
      const calling = services.map(async ({ url }, which) => {
        for (let n = 0; !over; n++) {
          const credential = keys[(n * 2 + which) % keys.length]
          const startedAt = performance.now()
          const { status } = await call(url, 'listIdentificationTypes', { credential })
          seen.push({ status, at: startedAt, ms: performance.now() - startedAt })
          await wait(25)
        }
      })
      const awayAt = performance.now()
      await away()
      // Each process counts for itself: a burst at each, and no more.
      const alone = await race(await make.shop())
      expect(Object.keys(alone.statuses).sort()).toEqual(['200', '429 rate_limited'])
      expect(alone.accepted).toBeGreaterThanOrEqual(2 * burst)
      expect(alone.accepted).toBeLessThanOrEqual(2 * (burst + refill(alone.seconds)))
      // From here on it is known that Redis is away.
      const knownAt = performance.now()
      await expect.poll(() => seen.filter(({ at }) => at >= knownAt).length).toBeGreaterThan(100)
      const backAt = performance.now()
      await back()
      const sharedAfterMs = await untilShared()
      over = true
      await Promise.all(calling)

      expect(new Set(seen.map(({ status }) => status)).has(200)).toBe(true)
      expect(
        [...new Set(seen.map(({ status }) => status))].filter((status) => status !== 200 && status !== 429),
      ).toEqual([])
      const during = seen.filter(({ at, ms }) => at + ms >= awayAt && at < backAt)
      const slowestMs = Math.max(...during.map(({ ms }) => ms))
      // Where every call waited for Redis, every one of these would take 250 ms and more.
      const known = during.filter(({ at }) => at >= knownAt)
      const waited = known.filter(({ ms }) => ms >= 250)
      console.log(
        `Redis away: ${during.length} calls in ${Math.round(backAt - awayAt)} ms, the slowest ${Math.round(slowestMs)} ms; ` +
          `once known, ${waited.length} of ${known.length} took 250 ms; shared again after ${Math.round(sharedAfterMs)} ms`,
      )
      expect(waited.length).toBeLessThan(known.length / 10)
      // The bound, and what a busy machine adds.
      expect(slowestMs).toBeLessThan(250 + 1_000)
      expectOneBurst(await race(await make.shop()))
    },
  )

  it('from the start, the service starts and counts for itself', async () => {
    const alone = await startProcess(database.databaseUrl, { REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_BURST: '5' })
    const { credential } = await make.shop()
    expect((await call(alone.url, 'listIdentificationTypes', { credential })).status).toBe(200)
    expect(await alone.stop()).toBe(0)
  })
})
